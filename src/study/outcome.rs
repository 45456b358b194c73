//! The result of a method on a puzzle.
//!
//! A method fills a grid and says whether it considers the puzzle solved. The caller compares the
//! grid with the proved solution.

use std::collections::BTreeMap;

use qedoku_core::grid::{Board, Digit, Puzzle};

/// The result of a method, with its effort.
#[derive(Clone, Debug, Default)]
pub struct MethodOutcome {
    /// Whether the method considers the puzzle solved.
    pub solved: bool,
    /// The digits of the grid, givens included.
    pub grid: Vec<Option<Digit>>,
    /// Number of assignments, or of fills (network), iterations (relaxation) or steps (path).
    pub steps: u64,
    /// Number of assignments taken back.
    pub backtracks: u64,
    /// Counts of the rules that it used, by name, and of takeovers by another method.
    pub used: BTreeMap<String, u64>,
    /// Number of steps of the proof. `None` if the method gives no proof.
    pub proof: Option<u64>,
    /// The level and score of the puzzle. `None` if the method does not grade.
    pub grade: Option<(String, u64)>,
}

impl MethodOutcome {
    /// An outcome with the givens only, from which a method starts.
    pub fn of_givens(puzzle: &Puzzle) -> MethodOutcome {
        MethodOutcome {
            grid: givens(puzzle),
            ..MethodOutcome::default()
        }
    }

    /// Number of the puzzle's empty cells that have the digit of the solution.
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

/// The givens of a puzzle. For a puzzle given as pencilmarks, the cells with one candidate.
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
