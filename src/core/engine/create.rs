//! New puzzles to mine, the same for the same seed.
//!
//! Takes a board and a seed, gives puzzles with one solution in which every given is needed.
//!
//! On boards up to 9x9, random givens are added until there is one solution. On larger ones nearly all such givens are hard to
//! search through, so there the way is the other: a full grid is made, and givens are left out
//! as long as the solution is the only one.

use std::sync::Arc;

use super::minimal::Needs;
use super::random::Random;
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

    /// The same, from where a sequence of random choices is, which goes on by one.
    pub(super) fn with(board: &Arc<Board>, random: &mut Random) -> Creator {
        Creator::new(board, random.below(usize::MAX) as u64)
    }

    /// The next puzzle: random givens until there is one solution, then without those that are not
    /// needed for that.
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

/// So many suppositions are spent on a large board before another way is tried.
const LARGE: Limits = Limits { supposes: 2_000 };

impl Creator {
    /// A puzzle made from a full grid; it fails if it is not known of each given whether it is needed.
    fn puzzle_of_a_full_grid(&mut self) -> Option<Puzzle> {
        let grid = self.full_grid()?;
        let order = self.random.order(self.board.cell_count());
        let board = Arc::clone(&self.board);
        let mut needs = Needs::new(&board, LARGE);
        let (puzzle, _) = needs.reduce(&grid, order.into_iter().map(Cell::new));
        // What was needed stays so when others go; only of the rest is it asked again, with more patience.
        let patience = Limits {
            supposes: LARGE.supposes * 50,
        };
        let (puzzle, unknown) = Needs::new(&board, patience).reduce(&puzzle, board.cells());
        (!unknown).then_some(puzzle)
    }

    /// A full grid: of a regular one, with its digits and lines in random order, a part is kept and the
    /// rest filled in anew, some times over, so that little of the regularity is left.
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
            // Where that takes too long, the grid stays as it is for this time.
            if let Outcome::Unique(full) = search.any(&part.state()) {
                let givens = full.into_iter().map(Some).collect();
                grid = Puzzle::from_givens(Arc::clone(&board), givens);
            }
        }
        Some(grid)
    }

    /// The numbers of lines in random order, those that share boxes together.
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
