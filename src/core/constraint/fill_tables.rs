//! The tables of an item for the search of its fillings.

use super::bits::{self, CandidateSet, MAX_DIGITS};
use crate::grid::{Board, Cell};
use crate::proof::{Machine, Row};

/// Maximum number of cells of an item.
pub(crate) const MAX_ITEM_CELLS: usize = 16;

/// A number for each digit of a cell.
pub(crate) type OfDigits<T> = [T; MAX_DIGITS];

/// The bounds of a row, and its weights in each cell.
pub(crate) type WeighedRow = (Option<i64>, Option<i64>, Vec<OfDigits<i64>>);

/// The tables of an item.
#[derive(Debug)]
pub(crate) struct FillTables {
    pub cells: Vec<Cell>,
    /// For each row, its bounds and the weights of each cell.
    pub rows: Vec<WeighedRow>,
    pub machine: Option<Machine>,
    /// Number of cells that the machine reads, from the first cell on.
    pub machine_cells: usize,
    /// For each two positions, the digits of the second that a digit of the first excludes.
    pub conflicts: Vec<OfDigits<u16>>,
}

impl FillTables {
    pub fn new(
        board: &Board,
        excluded: &[CandidateSet],
        (cells, rows, machine): (&[Cell], &[Row], Option<(&Machine, usize)>),
    ) -> FillTables {
        let weights = |row: &Row, cell: Cell| {
            let mut weights = [0; MAX_DIGITS];
            for digit in board.digits() {
                weights[digit.index()] = row.weight(board.candidate(cell, digit));
            }
            weights
        };
        let mut conflicts = Vec::new();
        for &one in cells {
            for &other in cells {
                let mut of_digits = [0; MAX_DIGITS];
                for a in board.digits() {
                    let by_a = &excluded[board.candidate(one, a).index()];
                    of_digits[a.index()] = bits::mask(board, by_a, other) as u16;
                }
                conflicts.push(of_digits);
            }
        }
        let row = |row: &Row| {
            let weights = cells.iter().map(|&cell| weights(row, cell)).collect();
            (row.lo, row.hi, weights)
        };
        FillTables {
            cells: cells.to_vec(),
            rows: rows.iter().map(row).collect(),
            machine: machine.map(|it| it.0.clone()),
            machine_cells: machine.map_or(0, |it| it.1),
            conflicts,
        }
    }
}
