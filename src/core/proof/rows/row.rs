//! Rows: weights of candidates with bounds of their sum.
//!
//! A cage of 15 is a row whose weights are the values of the digits, with `lo` = `hi` = 15.

use std::collections::BTreeMap;

use crate::grid::{Board, Candidate, Cell};

/// A linear constraint: `lo` <= sum of the weights of true candidates <= `hi`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The weights other than 0, by candidate, in ascending order.
    pub weights: Vec<(Candidate, i64)>,
    /// The lower bound.
    pub lo: Option<i64>,
    /// The upper bound.
    pub hi: Option<i64>,
}

impl Row {
    /// The row with these weights. Weights of one candidate are added.
    pub fn new(weights: Vec<(Candidate, i64)>, lo: Option<i64>, hi: Option<i64>) -> Row {
        let mut sums: BTreeMap<Candidate, i64> = BTreeMap::new();
        for (candidate, weight) in weights {
            *sums.entry(candidate).or_default() += weight;
        }
        let weights = sums.into_iter().filter(|&(_, weight)| weight != 0);
        Row {
            weights: weights.collect(),
            lo,
            hi,
        }
    }

    /// The row that requires exactly one true candidate.
    pub fn exactly_one(members: &[Candidate]) -> Row {
        let weights = members.iter().map(|&member| (member, 1)).collect();
        Row::new(weights, Some(1), Some(1))
    }

    /// Whether all weights are 1.
    pub fn is_plain(&self) -> bool {
        self.weights.iter().all(|&(_, weight)| weight == 1)
    }

    /// True if the row requires exactly one true candidate.
    pub fn is_truth(&self) -> bool {
        self.lo == Some(1) && self.is_plain()
    }

    /// Whether the row allows at most one true candidate.
    pub fn is_link(&self) -> bool {
        self.hi == Some(1) && self.is_plain()
    }

    /// The weight of a candidate.
    pub fn weight(&self, candidate: Candidate) -> i64 {
        let at = (self.weights).binary_search_by_key(&candidate, |&(it, _)| it);
        at.map_or(0, |at| self.weights[at].1)
    }

    /// Whether a sum is within the bounds.
    pub fn allows(&self, sum: i64) -> bool {
        self.lo.is_none_or(|lo| lo <= sum) && self.hi.is_none_or(|hi| sum <= hi)
    }

    /// The cells of its candidates, in reading order.
    pub fn cells(&self, board: &Board) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self
            .weights
            .iter()
            .map(|&(it, _)| board.cell_of(it))
            .collect();
        cells.dedup();
        cells
    }
}
