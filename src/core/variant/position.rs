//! The state of a variant puzzle as a position of the matcher.
//!
//! In a cell with the givens 3 and 4, the mask is `0b1100`.

use std::sync::Arc;

use crate::constraint::Constraints;
use crate::constraint::bits::{CandidateSet, mask};
use crate::grid::{Board, State};
use crate::matcher::Position;

/// The live digits of each cell.
pub(super) fn masks(board: &Board, live: &CandidateSet) -> Vec<u32> {
    board.cells().map(|cell| mask(board, live, cell)).collect()
}

/// The position at the start of a puzzle.
pub(super) fn start(constraints: &Arc<Constraints>) -> Position {
    let board = &constraints.board;
    let state = State::from_cells(board, &masks(board, &constraints.start));
    Position::new(Arc::clone(board), state).with_constraints(Arc::clone(constraints))
}
