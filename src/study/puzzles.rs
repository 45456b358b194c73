//! Generated puzzles for studies: minimal ones, or with additional givens.
//!
//! With 30 to 36 givens, singles solve most of them.

use std::ops::RangeInclusive;
use std::sync::Arc;

use qedoku_core::engine::create::Creator;
use qedoku_core::engine::random::Random;
use qedoku_core::engine::search::{Limits, Outcome, Search};
use qedoku_core::grid::{Board, Digit, Puzzle};

/// A puzzle with its solution.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The digit given in each cell.
    pub givens: Vec<Option<Digit>>,
    /// The solution.
    pub solution: Vec<Digit>,
}

impl Exercise {
    /// The puzzle.
    pub fn puzzle(&self, board: &Arc<Board>) -> Puzzle {
        Puzzle::from_givens(Arc::clone(board), self.givens.clone())
    }
}

/// Generates a puzzle. With a range, cells of the solution are added to the givens until their
/// number lies in it.
pub fn exercise(
    creator: &mut Creator,
    random: &mut Random,
    givens: Option<RangeInclusive<usize>>,
) -> Exercise {
    loop {
        let puzzle = creator.puzzle();
        let mut search = Search::new(&puzzle.board, Limits::default());
        let Outcome::Unique(solution) = search.solve(&puzzle.state()) else {
            continue;
        };
        let mut exercise = Exercise {
            givens: puzzle.givens.clone().unwrap_or_default(),
            solution,
        };
        if let Some(range) = &givens {
            let cells = exercise.givens.len();
            let (low, high) = (*range.start().min(&cells), *range.end().min(&cells));
            let wanted = low + random.below(high.saturating_sub(low) + 1);
            let mut have = puzzle.clues();
            for cell in random.order(cells) {
                if have < wanted && exercise.givens[cell].is_none() {
                    exercise.givens[cell] = Some(exercise.solution[cell]);
                    have += 1;
                }
            }
        }
        return exercise;
    }
}
