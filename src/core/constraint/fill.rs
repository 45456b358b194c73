//! The fillings of an item, and the candidates that all of them exclude.
//!
//! A depth-first search over the cells, memoised on the sums so far and the remaining digits of
//! later cells. It gives up after a number of nodes.
//!
//! Cost: the tables of an item are computed once, so a node takes a few additions and masks.

use std::collections::BTreeMap;

use super::bits::{self, CandidateSet, MAX_DIGITS};
use super::fill_tables::{FillTables, MAX_ITEM_CELLS, OfDigits};
use super::model::{Constraints, value};
use crate::grid::{Board, Candidate, Digit};
use crate::proof::MachineState;

/// Maximum number of nodes per search.
const MAX_FILL_NODES: usize = 20_000;
/// The candidates that every filling excludes.
pub(crate) enum Common {
    /// No filling exists.
    NoFilling,
    /// The search was too long.
    TooMany,
    /// The candidates that no filling uses, and the number of nodes of the search.
    Excluded(CandidateSet, usize),
}

/// A node of the search: the sums so far, the state of the machine, and the remaining digits of
/// each later cell.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    at: usize,
    left: [u16; MAX_ITEM_CELLS],
    sums: OfDigits<i64>,
    machine: MachineState,
}

pub(crate) struct Filling<'m> {
    board: &'m Board,
    model: &'m Constraints,
    tables: &'m FillTables,
    /// For each row, the least and the largest sum of the cells from each position.
    bounds: Vec<Vec<(i64, i64)>>,
    live: CandidateSet,
    memo: BTreeMap<Node, Option<CandidateSet>>,
    nodes: usize,
}

impl<'m> Filling<'m> {
    /// The candidates that no filling of the tables contains.
    pub fn common(
        board: &'m Board,
        model: &'m Constraints,
        tables: &'m FillTables,
        live: &CandidateSet,
    ) -> Common {
        let mut left = [0; MAX_ITEM_CELLS];
        for (mask, &cell) in left.iter_mut().zip(&tables.cells) {
            *mask = bits::mask(board, live, cell) as u16;
        }
        let bounds = tables.rows.iter().map(|(_, _, weights)| {
            let mut sums = vec![(0_i64, 0_i64)];
            for (mask, weights) in left.iter().zip(weights).rev() {
                let weights = crate::grid::bits(u32::from(*mask)).map(|digit| weights[digit]);
                let ends = (i64::MAX, i64::MIN);
                let (low, high) = weights.fold(ends, |(low, high), it| (low.min(it), high.max(it)));
                let last = sums[sums.len() - 1];
                sums.push((last.0.saturating_add(low), last.1.saturating_add(high)));
            }
            sums.reverse();
            sums
        });
        let mut filling = Filling {
            bounds: bounds.collect(),
            board,
            model,
            tables,
            live: *live,
            memo: BTreeMap::new(),
            nodes: 0,
        };
        let start = Node {
            at: 0,
            left,
            sums: [0; MAX_DIGITS],
            machine: MachineState::default(),
        };
        let found = filling.search(start);
        match found {
            _ if filling.nodes > MAX_FILL_NODES => Common::TooMany,
            None => Common::NoFilling,
            Some(excluded) => Common::Excluded(excluded.and(live), filling.nodes),
        }
    }

    fn can_end(&self, node: &Node) -> bool {
        let rows = self.tables.rows.iter().zip(&self.bounds);
        rows.zip(&node.sums).all(|(((lo, hi, _), bounds), sum)| {
            let (low, high) = bounds[node.at];
            let (low, high) = (sum.saturating_add(low), sum.saturating_add(high));
            lo.is_none_or(|lo| high >= lo) && hi.is_none_or(|hi| low <= hi)
        })
    }

    /// The node after the choice of a digit. `None` if a machine or an empty cell forbids it.
    fn after(&self, node: &Node, digit: usize) -> Option<Node> {
        let (tables, at) = (self.tables, node.at);
        let mut next = node.clone();
        next.at += 1;
        next.left[at] = 0;
        if let Some(machine) = &tables.machine
            && at < tables.machine_cells
        {
            next.machine = machine.step(node.machine, value(Digit::new(digit)))?;
        }
        for (sum, (_, _, weights)) in next.sums.iter_mut().zip(&tables.rows) {
            *sum += weights[at][digit];
        }
        let count = tables.cells.len();
        for later in at + 1..count {
            next.left[later] &= !tables.conflicts[at * count + later][digit];
            if next.left[later] == 0 {
                return None;
            }
        }
        self.can_end(&next).then_some(next)
    }

    /// The candidates excluded by all fillings of the cells from a node; `None` without any.
    fn search(&mut self, node: Node) -> Option<CandidateSet> {
        if node.at == self.tables.cells.len() {
            let machine = self.tables.machine.as_ref();
            let accepted = machine.is_none_or(|it| it.accepts(node.machine));
            return accepted.then(CandidateSet::default);
        }
        if let Some(known) = self.memo.get(&node) {
            return *known;
        }
        self.nodes += 1;
        let cell = self.tables.cells[node.at];
        let mut common: Option<CandidateSet> = None;
        for digit in crate::grid::bits(u32::from(node.left[node.at])) {
            if self.nodes > MAX_FILL_NODES {
                return None;
            }
            let Some(later) = self.after(&node, digit).and_then(|next| self.search(next)) else {
                continue;
            };
            let candidate: Candidate = self.board.candidate(cell, Digit::new(digit));
            let by_all = later.or(&self.model.excluded[candidate.index()]);
            let both = common.map_or(by_all, |it| it.and(&by_all));
            common = Some(both);
            if both.and(&self.live).is_empty() {
                break;
            }
        }
        self.memo.insert(node, common);
        common
    }
}
