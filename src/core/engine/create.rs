//! Generation of puzzles, determined by a seed.
//!
//! The puzzles have one solution, and every given is needed.
//!
//! On boards up to 9x9, random givens are added until there is one solution. On larger boards
//! nearly all such givens are hard to search, so givens are removed from a full grid while the
//! solution stays unique.

use std::sync::Arc;

use super::minimal::Needs;
use super::random::Random;
use crate::engine::search::{Limits, Outcome, Search};
use crate::grid::{Board, Cell, Digit, Puzzle, bits};

/// Generates puzzles for a board.
pub struct Creator {
    board: Arc<Board>,
    random: Random,
}

impl Creator {
    /// Puzzles for this board and seed.
    pub fn new(board: &Arc<Board>, seed: u64) -> Creator {
        Creator {
            board: Arc::clone(board),
            random: Random::new(seed),
        }
    }

    /// A generator seeded by the next number of a random sequence.
    pub(super) fn with(board: &Arc<Board>, random: &mut Random) -> Creator {
        Creator::new(board, random.below(usize::MAX) as u64)
    }

    /// The next puzzle: adds random givens until there is one solution, then removes redundant
    /// ones.
    pub fn puzzle(&mut self) -> Puzzle {
        loop {
            let attempt = match self.board.size() {
                ..10 => self.attempt(),
                _ => self.puzzle_of_a_full_grid(),
            };
            if let Some(puzzle) = attempt {
                return puzzle;
            }
        }
    }

    /// One attempt at a puzzle. `None` if the givens do not lead to one solution.
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

/// Maximum number of suppositions for a large board before another attempt.
const LARGE: Limits = Limits { supposes: 2_000 };

impl Creator {
    /// A puzzle made from a full grid. `None` if the search cannot decide about every given.
    fn puzzle_of_a_full_grid(&mut self) -> Option<Puzzle> {
        let grid = self.full_grid()?;
        let order = self.random.order(self.board.cell_count());
        let board = Arc::clone(&self.board);
        let mut needs = Needs::new(&board, LARGE);
        let (puzzle, _) = needs.reduce(&grid, order.into_iter().map(Cell::new));
        // A needed given stays needed when others are removed. Only the undecided ones are tried
        // again, with a higher limit.
        let patience = Limits {
            supposes: LARGE.supposes * 50,
        };
        let (puzzle, unknown) = Needs::new(&board, patience).reduce(&puzzle, board.cells());
        (!unknown).then_some(puzzle)
    }

    /// A full grid. Starts from a regular one with digits and lines in random order, then several
    /// times keeps a part and fills the rest anew, so that little regularity remains.
    pub(super) fn full_grid(&mut self) -> Option<Puzzle> {
        let board = Arc::clone(&self.board);
        let (n, shape) = (board.size(), board.shape());
        let digits = self.random.order(n);
        let rows = self.lines(shape.height);
        let columns = self.lines(shape.width);
        let regular = |cell: usize| {
            let (r, c) = (rows[cell / n], columns[cell % n]);
            let digit = (shape.width * (r % shape.height) + r / shape.height + c) % n;
            Some(Digit::new(digits[digit]))
        };
        let givens = (0..n * n).map(regular).collect();
        let mut grid = Puzzle::from_givens(Arc::clone(&board), givens);
        let mut search = Search::new(&board, LARGE);
        for _ in 0..6 {
            let mut part = grid.givens.clone().unwrap_or_default();
            for cell in self.random.order(n * n).into_iter().take(n * n * 6 / 10) {
                part[cell] = None;
            }
            let part = Puzzle::from_givens(Arc::clone(&board), part);
            // If the search takes too long, the grid stays as it is in this round.
            if let Outcome::Unique(full) = search.any(&part.state()) {
                let givens = full.into_iter().map(Some).collect();
                grid = Puzzle::from_givens(Arc::clone(&board), givens);
            }
        }
        Some(grid)
    }

    /// The lines in random order, with lines of one band adjacent.
    fn lines(&mut self, together: usize) -> Vec<usize> {
        let n = self.board.size();
        let bands = self.random.order(n / together);
        let mut lines = Vec::with_capacity(n);
        for band in bands {
            let order = self.random.order(together).into_iter();
            lines.extend(order.map(|line| band * together + line));
        }
        lines
    }
}

/// The puzzle with one cell changed.
fn with(puzzle: &Puzzle, cell: usize, digit: Option<Digit>) -> Puzzle {
    let mut givens = puzzle.givens.clone().unwrap_or_default();
    givens[cell] = digit;
    Puzzle::from_givens(Arc::clone(&puzzle.board), givens)
}
