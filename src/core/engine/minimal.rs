//! Redundant givens of a puzzle.
//!
//! Deciding whether a given can be removed is easier than solving the puzzle without it. Any other
//! solution has another digit in that cell, so it suffices to search for a solution without the old
//! digit there.

use std::sync::Arc;

use super::search::{Limits, Outcome, Search};
use crate::grid::{Cell, Digit, Puzzle};
use crate::propagate::Stop;

/// The verdict on a given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenNeed {
    /// Without the given there are other solutions.
    Needed,
    /// Without the given the solution is still unique.
    Spare,
    /// The search for another solution gave up.
    Unknown,
}

/// Decides which givens of a puzzle are needed. All puzzles are on one board.
pub struct Needs<'b> {
    search: Search<'b>,
}

impl<'b> Needs<'b> {
    /// Uses at most `limits` suppositions per given.
    pub fn new(board: &'b crate::grid::Board, limits: Limits) -> Needs<'b> {
        Needs {
            search: Search::new(board, limits),
        }
    }

    /// Gives up on a given once `stop` is set.
    pub fn until(mut self, stop: Stop) -> Needs<'b> {
        self.search.stop_when(stop);
        self
    }

    /// Whether the given of a cell is needed. The puzzle must have one solution.
    pub fn of(&mut self, puzzle: &Puzzle, cell: Cell) -> GivenNeed {
        let given = puzzle
            .givens
            .as_ref()
            .and_then(|givens| givens[cell.index()]);
        let Some(digit) = given else {
            return GivenNeed::Spare;
        };
        self.of_digit(&without(puzzle, cell), cell, digit)
    }

    /// Whether an empty cell must hold this digit.
    pub fn is_forced(&mut self, puzzle: &Puzzle, cell: Cell, digit: Digit) -> bool {
        self.of_digit(puzzle, cell, digit) == GivenNeed::Spare
    }

    fn of_digit(&mut self, puzzle: &Puzzle, cell: Cell, digit: Digit) -> GivenNeed {
        let board = &*puzzle.board;
        let mut state = puzzle.state();
        state.eliminate(board, board.candidate(cell, digit));
        match self.search.any(&state) {
            Outcome::None(_) => GivenNeed::Spare,
            Outcome::GaveUp => GivenNeed::Unknown,
            Outcome::Unique(_) | Outcome::Many(..) => GivenNeed::Needed,
        }
    }

    /// Removes redundant givens in the given order. Also returns whether some givens are undecided.
    pub fn reduce(&mut self, puzzle: &Puzzle, order: impl Iterator<Item = Cell>) -> (Puzzle, bool) {
        let mut puzzle = puzzle.clone();
        let mut unknown = false;
        for cell in order {
            if puzzle
                .givens
                .as_ref()
                .is_none_or(|g| g[cell.index()].is_none())
            {
                continue;
            }
            match self.of(&puzzle, cell) {
                GivenNeed::Spare => puzzle = without(&puzzle, cell),
                GivenNeed::Unknown => unknown = true,
                GivenNeed::Needed => {}
            }
        }
        (puzzle, unknown)
    }
}

/// The puzzle without the given of a cell.
pub fn without(puzzle: &Puzzle, cell: Cell) -> Puzzle {
    let mut givens: Vec<Option<Digit>> = puzzle.givens.clone().unwrap_or_default();
    givens[cell.index()] = None;
    Puzzle::from_givens(Arc::clone(&puzzle.board), givens)
}
