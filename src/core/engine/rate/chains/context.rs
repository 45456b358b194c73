//! The board and the state shared by all searches for branches.

use super::links::{ChainBoard, ChainLinks};
use super::patterns::{PatternBoard, SolvedCounts};
use super::walk::Ground;
use crate::grid::{Board, State};
use crate::propagate::Stop;

/// The shared data of all searches in a state.
pub(super) struct SearchContext<'a> {
    pub(super) board: &'a Board,
    pub(super) shared: &'a ChainBoard,
    pub(super) patterns: &'a PatternBoard,
    pub(super) links: &'a ChainLinks,
    pub(super) counts: &'a SolvedCounts,
    pub(super) stop: &'a Stop,
}

impl SearchContext<'_> {
    /// The data for propagation in a state whose candidates are a subset of the shared state's.
    pub(super) fn ground<'s>(&'s self, state: &'s State) -> Ground<'s> {
        Ground {
            board: self.board,
            shared: self.shared,
            links: self.links,
            state,
        }
    }
}
