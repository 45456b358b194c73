//! New puzzles to mine, the same for the same seed.
//!
//! Takes a board and a seed, gives puzzles with one solution in which every given is needed.

use std::sync::Arc;

use super::sample::Random;
use crate::engine::search::{Limits, Outcome, Search};
use crate::grid::{Board, Cell, Digit, Puzzle, bits};

/// Makes puzzles for a board, one after the other.
pub struct Creator {
    board: Arc<Board>,
    random: Random,
}

impl Creator {
    /// Puzzles for this board, as the seed has it.
    pub fn new(board: &Arc<Board>, seed: u64) -> Creator {
        Creator {
            board: Arc::clone(board),
            random: Random::new(seed),
        }
    }

    /// The next puzzle: random givens until there is one solution, then without those that are not
    /// needed for that.
    pub fn puzzle(&mut self) -> Puzzle {
        loop {
            if let Some(puzzle) = self.attempt() {
                return puzzle;
            }
        }
    }

    /// One attempt; it fails if the givens that were tried do not lead to one solution.
    fn attempt(&mut self) -> Option<Puzzle> {
        let board = Arc::clone(&self.board);
        let count = board.cell_count();
        let mut search = Search::new(&board, Limits::default());
        let order = self.random.order(count);
        let mut puzzle = Puzzle::from_givens(Arc::clone(&board), vec![None; count]);
        for cell in order {
            let live = puzzle.state().digits(&board, Cell::new(cell));
            let live: Vec<usize> = bits(live).collect();
            let &digit = live.get(self.random.below(live.len()))?;
            let more = with(&puzzle, cell, Some(Digit::new(digit)));
            match search.solve(&more.state()) {
                Outcome::Unique(_) => {
                    puzzle = more;
                    break;
                }
                Outcome::Many(..) => puzzle = more,
                Outcome::None(_) | Outcome::GaveUp => {}
            }
        }
        if !matches!(search.solve(&puzzle.state()), Outcome::Unique(_)) {
            return None;
        }
        for cell in self.random.order(count) {
            let less = with(&puzzle, cell, None);
            if matches!(search.solve(&less.state()), Outcome::Unique(_)) {
                puzzle = less;
            }
        }
        Some(puzzle)
    }
}

/// The puzzle with one cell changed.
fn with(puzzle: &Puzzle, cell: usize, digit: Option<Digit>) -> Puzzle {
    let mut givens = puzzle.givens.clone().unwrap_or_default();
    givens[cell] = digit;
    Puzzle::from_givens(Arc::clone(&puzzle.board), givens)
}
