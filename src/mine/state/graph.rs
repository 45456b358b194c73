//! The candidate graph of a state: the exclusions between candidates, and the truths.
//!
//! Open candidates and truths are numbered from 0. Domains and exclusions are bit sets. Truths with
//! the same live candidates are merged under the name of the first.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::state::bits::Bits;
use qedoku_core::grid::{Board, Candidate, Group, GroupKind, State};

/// The truths that a core may consist of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Vocabulary {
    /// Cells, and digits in rows, columns and boxes.
    #[default]
    All,
    /// Cells only.
    Cells,
}

/// A truth of the graph.
#[derive(Clone, Debug)]
pub struct GraphTruth {
    /// The cell, or the house and digit, that names the truth.
    pub group: Group,
    /// Other groups with the same live candidates.
    pub others: Vec<Group>,
    /// Live candidates of the truth, by their numbers in the graph.
    pub domain: Bits,
}

/// The open candidates of a state, their exclusions, and the truths.
#[derive(Clone, Debug)]
pub struct Graph {
    board: Arc<Board>,
    candidates: Vec<Candidate>,
    numbers: Vec<Option<usize>>,
    excluded: Vec<Bits>,
    truths: Vec<GraphTruth>,
}

impl Graph {
    /// The graph of a state. Candidates that exclude no live candidate are left out.
    pub fn new(board: &Arc<Board>, state: &State, vocabulary: Vocabulary) -> Graph {
        let peers = |c: Candidate| -> Vec<Candidate> {
            let slots = board.slots(c).iter();
            let others = slots.flat_map(|slot| state.domain(board, slot.group));
            others.filter(|&other| other != c).collect()
        };
        let live = state.candidates(board).filter(|&c| !peers(c).is_empty());
        let candidates: Vec<Candidate> = live.collect();
        let mut numbers = vec![None; board.candidate_count()];
        for (number, candidate) in candidates.iter().enumerate() {
            numbers[candidate.index()] = Some(number);
        }
        let length = candidates.len();
        let number = |c: Candidate| numbers[c.index()];
        let excluded = (candidates.iter())
            .map(|&c| Bits::of(length, peers(c).into_iter().filter_map(number)))
            .collect();
        let mut by_domain: BTreeMap<Bits, usize> = BTreeMap::new();
        let mut truths: Vec<GraphTruth> = Vec::new();
        for group in board.groups().filter(|&g| board.is_truth(g)) {
            let is_cell = matches!(board.group_kind(group), GroupKind::Cell(_));
            if vocabulary == Vocabulary::Cells && !is_cell {
                continue;
            }
            let domain: Option<Vec<usize>> = state.domain(board, group).map(number).collect();
            let Some(domain) = domain else { continue };
            let domain = Bits::of(length, domain);
            match by_domain.get(&domain) {
                Some(&same) => truths[same].others.push(group),
                None => {
                    by_domain.insert(domain.clone(), truths.len());
                    truths.push(GraphTruth {
                        group,
                        others: Vec::new(),
                        domain,
                    });
                }
            }
        }
        Graph {
            board: Arc::clone(board),
            candidates,
            numbers,
            excluded,
            truths,
        }
    }

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The open candidates, by number.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// The number of a candidate, if it is open.
    pub fn number(&self, candidate: Candidate) -> Option<usize> {
        self.numbers[candidate.index()]
    }

    /// The candidates that a candidate excludes.
    pub fn excluded(&self, number: usize) -> &Bits {
        &self.excluded[number]
    }

    /// For each candidate, the candidates that it excludes.
    pub fn exclusions(&self) -> &[Bits] {
        &self.excluded
    }

    /// The truths, by number.
    pub fn truths(&self) -> &[GraphTruth] {
        &self.truths
    }

    /// The names of truths, separated by commas.
    pub fn names(&self, truths: &[usize]) -> String {
        let name = |&v: &usize| self.board.group_name(self.truths[v].group);
        truths.iter().map(name).collect::<Vec<_>>().join(", ")
    }
}
