//! Deadly cells: cells that a puzzle with one solution does not fill with some digits alone, such
//! as the four corners of a unique rectangle with its two digits. Conditions create them,
//! certificates use them.

use crate::grid::Cell;
use crate::matcher::index::bitset::CellSet;

/// Cells, each with some digits, that a puzzle with one solution does not fill with these alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeadlyCells {
    /// The cells in order, each with its digits as a mask.
    pub cells: Vec<(Cell, u32)>,
}

impl DeadlyCells {
    /// Makes deadly cells that all have the same digits.
    pub fn of(cells: &CellSet, digits: u32) -> DeadlyCells {
        DeadlyCells {
            cells: cells.iter().map(|cell| (cell, digits)).collect(),
        }
    }
}
