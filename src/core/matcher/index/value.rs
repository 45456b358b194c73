//! What a variable of a rule can be bound to.
//!
//! The `d` of a fish is bound to digits, its `R` and `C` to sets of houses, the cells of a naked
//! pair to cells, the nodes of a chain to candidates. One thing is a set of one, so that a clause
//! about a set and a clause about a single thing are worked out alike.

use crate::grid::{Board, Candidate, Digit, Group};
use crate::matcher::index::bitset::{CellSet, HouseSet};

/// What a variable is bound to. One thing is a set of one.
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
}

impl Value {
    /// Candidates of one digit, of which there is at least one.
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
            Value::Truth(_) => 1,
        }
    }
}
