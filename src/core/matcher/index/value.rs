//! Values of variables.
//!
//! The `d` of a fish is bound to digits, its `R` and `C` to sets of houses, the cells of a naked
//! pair to cells, the nodes of a chain to candidates. A single value is a set of one member, so
//! that clauses about sets and about single values share their code.

use crate::grid::{Board, Candidate, Digit, Group};
use crate::matcher::index::bitset::{CellSet, HouseSet};

/// The value of a variable. A single value is a set of one member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// Digits, as a mask.
    Digits(u32),
    /// Cells.
    Cells(CellSet),
    /// Houses.
    Houses(HouseSet),
    /// Candidates of one digit: a candidate, or a group of them.
    Candidates(Digit, CellSet),
    /// A truth.
    Truth(Group),
    /// A constraint of the puzzle, by index.
    Constraint(u32),
}

impl Value {
    /// The value of some candidates of one digit; there must be at least one.
    pub fn of(board: &Board, candidates: &[Candidate]) -> Value {
        let cells: CellSet = candidates.iter().map(|&c| board.cell_of(c)).collect();
        Value::Candidates(board.digit_of(candidates[0]), cells)
    }

    /// The number of members, for sets.
    pub fn size(&self) -> usize {
        match self {
            Value::Digits(mask) => mask.count_ones() as usize,
            Value::Cells(cells) | Value::Candidates(_, cells) => cells.len(),
            Value::Houses(houses) => houses.len(),
            Value::Truth(_) | Value::Constraint(_) => 1,
        }
    }
}
