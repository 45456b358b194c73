//! A puzzle as it was read: givens, an optional state in the middle, and its metadata.

use std::sync::Arc;

use super::board::Board;
use super::ids::{Candidate, Digit};
use super::state::State;

/// A puzzle, or a state in the middle of one.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The board of the puzzle.
    pub board: Arc<Board>,
    /// The given digit of each cell, in reading order. `None` if only pencilmarks are known.
    pub givens: Option<Vec<Option<Digit>>>,
    /// The candidates left in each cell, if the text has them.
    pub pencilmarks: Option<Vec<u32>>,
    /// Whether each cell is filled in, given or placed, if the text distinguishes this from a cell
    /// with one candidate.
    pub filled: Option<Vec<bool>>,
    /// A name or comment that came with the puzzle.
    pub label: Option<String>,
    /// The step that a technique library expects here.
    pub expected: Option<Expected>,
}

/// The step that a line of a technique library requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The technique's code, such as `0300`.
    pub code: String,
    /// The variant after the code, such as `1` or `x`.
    pub variant: Option<String>,
    /// The digits that the step concerns.
    pub digits: Vec<Digit>,
    /// The candidates that the technique must eliminate.
    pub eliminations: Vec<Candidate>,
    /// The candidates that the technique must place.
    pub placements: Vec<Candidate>,
    /// The rest of the line, such as the length of a chain.
    pub extra: String,
}

impl Puzzle {
    /// A puzzle with givens alone.
    pub fn from_givens(board: Arc<Board>, givens: Vec<Option<Digit>>) -> Puzzle {
        assert_eq!(givens.len(), board.cell_count());
        Puzzle {
            board,
            filled: Some(givens.iter().map(Option::is_some).collect()),
            givens: Some(givens),
            pencilmarks: None,
            label: None,
            expected: None,
        }
    }

    /// For each cell, whether it is given. Empty if there are only pencilmarks.
    pub fn given_cells(&self) -> Vec<bool> {
        let givens = self.givens.iter().flatten();
        givens.map(Option::is_some).collect()
    }

    /// The number of givens. For pencilmarks, the number of cells with one candidate.
    pub fn clues(&self) -> usize {
        match (&self.givens, &self.pencilmarks) {
            (Some(givens), _) => givens.iter().flatten().count(),
            (None, Some(marks)) => marks.iter().filter(|m| m.is_power_of_two()).count(),
            (None, None) => 0,
        }
    }

    /// The live candidates at the start: candidates in the pencilmarks that no given excludes.
    pub fn state(&self) -> State {
        let board = &*self.board;
        let all = (1u32 << board.size()) - 1;
        let mut cells = match &self.pencilmarks {
            Some(cells) => cells.clone(),
            None => vec![all; board.cell_count()],
        };
        let Some(givens) = &self.givens else {
            return State::from_cells(board, &cells);
        };
        // For each house, the digits given once and those given twice. Givens that exclude each
        // other are both eliminated.
        let mut in_house = vec![(0u32, 0u32); board.houses().len()];
        for (cell, given) in board.cells().zip(givens) {
            let Some(digit) = given.map(|digit| 1u32 << digit.index()) else {
                continue;
            };
            cells[cell.index()] &= digit;
            for house in board.houses_of(cell) {
                let (once, twice) = &mut in_house[house.index()];
                *twice |= *once & digit;
                *once |= digit;
            }
        }
        for (house, (once, twice)) in board.houses().iter().zip(in_house) {
            for cell in &house.cells {
                let excluded = if givens[cell.index()].is_some() {
                    twice
                } else {
                    once
                };
                cells[cell.index()] &= !excluded;
            }
        }
        State::from_cells(board, &cells)
    }

    /// The givens on one line, `.` for an empty cell. `None` if there are no givens.
    pub fn line(&self) -> Option<String> {
        let givens = self.givens.as_ref()?.iter();
        Some(givens.map(|g| g.map_or('.', Digit::to_char)).collect())
    }
}
