//! Plain backtracking: the first empty cell, digits in order, and the validity test only.
//!
//! Finds the first solution in that order. No candidates are stored: a digit is tried if none of
//! the cell's houses has it.

use qedoku_core::engine::Stop;
use qedoku_core::grid::{Board, Cell, Digit, Puzzle};

use crate::outcome::MethodOutcome;

/// Number of assignments between two checks of the stop signal.
const CHECK_INTERVAL: u64 = 4096;

/// The search, with the digits of each house as masks.
struct Plain<'b> {
    board: &'b Board,
    empty: Vec<Cell>,
    grid: Vec<Option<Digit>>,
    used: Vec<u32>,
    steps: u64,
    backtracks: u64,
    limit: u64,
    stop: &'b Stop,
}

/// Solves a puzzle, or gives up after `limit` assignments.
pub fn solve(puzzle: &Puzzle, limit: u64, stop: &Stop) -> MethodOutcome {
    let board = &*puzzle.board;
    let start = MethodOutcome::of_givens(puzzle);
    let is_empty = |cell: &Cell| start.grid[cell.index()].is_none();
    let mut plain = Plain {
        board,
        empty: board.cells().filter(is_empty).collect(),
        grid: start.grid.clone(),
        used: vec![0; board.houses().len()],
        steps: 0,
        backtracks: 0,
        limit,
        stop,
    };
    for (cell, digit) in board.cells().zip(&start.grid) {
        for house in board.houses_of(cell) {
            plain.used[house.index()] |= digit.map_or(0, |d| 1 << d.index());
        }
    }
    let solved = plain.fill(0) == Some(true);
    MethodOutcome {
        solved,
        grid: if solved { plain.grid } else { start.grid },
        steps: plain.steps,
        backtracks: plain.backtracks,
        ..MethodOutcome::default()
    }
}

impl Plain<'_> {
    /// Fills the empty cells from index `at` on. `None` if the limit is reached.
    fn fill(&mut self, at: usize) -> Option<bool> {
        let Some(&cell) = self.empty.get(at) else {
            return Some(true);
        };
        let houses = self.board.houses_of(cell);
        let taken = (houses.iter()).fold(0, |mask, h| mask | self.used[h.index()]);
        for digit in self.board.digits() {
            let bit = 1u32 << digit.index();
            if taken & bit != 0 {
                continue;
            }
            if self.steps >= self.limit
                || (self.steps.is_multiple_of(CHECK_INTERVAL) && self.stop.now())
            {
                return None;
            }
            self.steps += 1;
            self.grid[cell.index()] = Some(digit);
            houses.iter().for_each(|h| self.used[h.index()] |= bit);
            if self.fill(at + 1)? {
                return Some(true);
            }
            houses.iter().for_each(|h| self.used[h.index()] &= !bit);
            self.grid[cell.index()] = None;
            self.backtracks += 1;
        }
        Some(false)
    }
}
