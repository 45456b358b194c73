//! The board and state that all searches for branches share.

use super::links::{ChainBoard, ChainLinks};
use super::patterns::{PatternBoard, SolvedCounts};
use super::walk::Ground;
use crate::grid::{Board, State};
use crate::propagate::Stop;

/// What all searches of a state share.
pub(super) struct SearchContext<'a> {
    pub(super) board: &'a Board,
    pub(super) shared: &'a ChainBoard,
    pub(super) patterns: &'a PatternBoard,
    pub(super) links: &'a ChainLinks,
    pub(super) counts: &'a SolvedCounts,
    pub(super) stop: &'a Stop,
}

impl SearchContext<'_> {
    /// A state to walk through that has no more candidates than the shared one.
    pub(super) fn ground<'s>(&'s self, state: &'s State) -> Ground<'s> {
        Ground {
            board: self.board,
            shared: self.shared,
            links: self.links,
            state,
        }
    }
}
