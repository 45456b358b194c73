//! What a method comes to on a puzzle.
//!
//! A method fills a grid and says whether it takes that for the solution. Whether it is right is another matter, and is
//! asked of the proved solution by whoever runs the method.

use std::collections::BTreeMap;

use qedoku_core::grid::{Board, Digit, Puzzle};

/// What a method found, and what it took.
#[derive(Clone, Debug, Default)]
pub struct MethodOutcome {
    /// Whether it says that the puzzle is solved.
    pub solved: bool,
    /// The digits it has put down, givens included.
    pub grid: Vec<Option<Digit>>,
    /// Assignments tried; fills of a network, iterations of a relaxation, steps of a path.
    pub steps: u64,
    /// Assignments taken back.
    pub backtracks: u64,
    /// What it used, with counts: rules by their names, and what took over where.
    pub used: BTreeMap<String, u64>,
    /// The number of steps of its proof, if it gives one.
    pub proof: Option<u64>,
    /// The level and the score that solving the puzzle takes, if it grades.
    pub grade: Option<(String, u64)>,
}

impl MethodOutcome {
    /// Nothing but the givens, from which a method goes on.
    pub fn of_givens(puzzle: &Puzzle) -> MethodOutcome {
        MethodOutcome {
            grid: givens(puzzle),
            ..MethodOutcome::default()
        }
    }

    /// How many of the empty cells of a puzzle have the digit of the solution.
    pub fn cells_right(&self, puzzle: &Puzzle, solution: &[Digit]) -> usize {
        let empty = givens(puzzle).into_iter().map(|given| given.is_none());
        let right = |(found, digit): (&Option<Digit>, &Digit)| *found == Some(*digit);
        (self.grid.iter().zip(solution).zip(empty))
            .filter(|&(pair, is_empty)| is_empty && right(pair))
            .count()
    }

    /// Whether the grid is the solution.
    pub fn is_right(&self, solution: &[Digit]) -> bool {
        self.grid.len() == solution.len() && { self.grid.iter().zip(solution) }
            .all(|(found, digit)| *found == Some(*digit))
    }
}

/// The given digits of a puzzle; of one that came as pencilmarks, the cells with one candidate.
pub fn givens(puzzle: &Puzzle) -> Vec<Option<Digit>> {
    if let Some(givens) = &puzzle.givens {
        return givens.clone();
    }
    let (board, state) = (&puzzle.board, puzzle.state());
    let only = |cell| Some(board.digit_of(state.single(board, board.cell_group(cell))?));
    board.cells().map(only).collect()
}

/// Whether a full grid has each digit at most once in every house.
pub fn is_valid(board: &Board, grid: &[Option<Digit>]) -> bool {
    board.houses().iter().all(|house| {
        let mut seen = 0u32;
        house.cells.iter().all(|cell| match grid[cell.index()] {
            None => false,
            Some(digit) => {
                let bit = 1 << digit.index();
                seen & bit == 0 && {
                    seen |= bit;
                    true
                }
            }
        })
    })
}
