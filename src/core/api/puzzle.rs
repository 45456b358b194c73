//! Puzzles, candidates and filled grids.

use std::fmt;
use std::str::FromStr;

use crate::grid::text::{PuzzleError, Source, read_puzzle};
use crate::grid::{self, Board, Digit};
use crate::report::grade::puzzle_text;

/// A puzzle, or a state in the middle of one.
///
/// It reads every usual format: 81 characters, grids of several lines, pencilmarks, links to
/// f-puzzles, SudokuPad and SudokuWiki. Boards have 4x4 to 25x25 cells. `Display` writes one line.
///
/// ```
/// use qedoku_core::Puzzle;
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// assert_eq!((puzzle.size(), puzzle.clues()), (4, 4));
/// assert_eq!(puzzle.to_string(), "1.....2..3.....4");
/// assert!("12".parse::<Puzzle>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Puzzle(pub(super) grid::Puzzle);

impl Puzzle {
    /// Number of digits, which is also the number of rows and columns.
    pub fn size(&self) -> usize {
        self.0.board.size()
    }

    /// Number of givens.
    pub fn clues(&self) -> usize {
        self.0.clues()
    }

    /// The live candidates, in reading order: without those that the givens exclude.
    pub fn candidates(&self) -> Vec<Candidate> {
        let (board, state) = (&*self.0.board, self.0.state());
        let live = state.candidates(board);
        live.map(|it| Candidate::of(board, it)).collect()
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Puzzle, PuzzleError> {
        read_puzzle(&Source::new("puzzle", text)).map(Puzzle)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&puzzle_text(&self.0))
    }
}

/// A digit in a cell. `Display` writes it as `r3c4=5`.
///
/// ```
/// use qedoku_core::Puzzle;
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let first = puzzle.candidates()[0];
/// assert_eq!((first.row, first.column, first.digit), (1, 1, '1'));
/// assert_eq!(first.to_string(), "r1c1=1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Candidate {
    /// Row of the cell, from 1 at the top.
    pub row: usize,
    /// Column of the cell, from 1 on the left.
    pub column: usize,
    /// The digit: `1` to `9`, and `A` to `P` on larger boards.
    pub digit: char,
}

impl Candidate {
    pub(super) fn of(board: &Board, candidate: grid::Candidate) -> Candidate {
        let cell = board.cell_of(candidate);
        Candidate {
            row: board.row(cell) + 1,
            column: board.column(cell) + 1,
            digit: board.digit_of(candidate).to_char(),
        }
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}={}", self.row, self.column, self.digit)
    }
}

/// A filled grid. `Display` writes it on one line.
///
/// ```
/// use qedoku_core::{Outcome, Puzzle, Rules, Solver};
///
/// let puzzle: Puzzle = "12..............".parse()?;
/// let solver = Solver::new(&Rules::standard());
/// let solution = solver.solve(&puzzle);
/// let Outcome::Many(one, _) = solution.outcome() else {
///     panic!("it has several solutions");
/// };
/// assert_eq!(one.digit(1, 2), Some('2'));
/// assert_eq!(one.digit(5, 1), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    size: usize,
    digits: Vec<char>,
}

impl Grid {
    pub(super) fn of(board: &Board, digits: &[Digit]) -> Grid {
        Grid {
            size: board.size(),
            digits: digits.iter().map(|digit| digit.to_char()).collect(),
        }
    }

    /// The digit of a cell. `None` outside of the grid. Rows and columns count from 1.
    pub fn digit(&self, row: usize, column: usize) -> Option<char> {
        let is_inside = (1..=self.size).contains(&row) && (1..=self.size).contains(&column);
        is_inside.then(|| self.digits[(row - 1) * self.size + column - 1])
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.digits
            .iter()
            .try_for_each(|digit| write!(f, "{digit}"))
    }
}
