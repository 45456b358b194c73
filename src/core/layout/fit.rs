//! Capacities of cells: the most of them that a layout of each digit takes.
//!
//! If 1, 4, 8 and 9 fit at most once each into four cells, and other digits not at all, each of the
//! four takes exactly one of the cells. So a candidate is false if, with it, one of these digits
//! has no layout that takes one of the cells.

use super::layouts::{Layouts, Together};
use super::places::Places;
use crate::grid::{Board, Cell, Digit, State};

/// The layouts of a state, each digit with at least one, and the cells that they take.
#[derive(Clone, Debug)]
pub struct CapacityIndex {
    layouts: Layouts,
    together: Together,
    /// For each cell, the digits that have a layout with the cell.
    digits: Vec<u32>,
}

impl CapacityIndex {
    /// The layouts of a state. `None` if a digit has none, or if [`Layouts::of`] gives up.
    pub fn of(board: &Board, state: &State) -> Option<CapacityIndex> {
        let layouts = Layouts::of(board, state)?;
        if board.digits().any(|d| layouts.of_digit(d).is_empty()) {
            return None;
        }
        let together = Together::of(board, &layouts);
        let digits = |cell: Cell| {
            let taken = board
                .digits()
                .filter(|&d| !together.with(d, cell).is_empty());
            taken.fold(0, |mask, digit| mask | 1 << digit.index())
        };
        Some(CapacityIndex {
            digits: board.cells().map(digits).collect(),
            layouts,
            together,
        })
    }

    /// The layouts.
    pub fn layouts(&self) -> &Layouts {
        &self.layouts
    }

    /// The cells that a digit can take together.
    pub fn together(&self) -> &Together {
        &self.together
    }

    /// The digits with a layout that takes the cell.
    pub fn digits(&self, cell: Cell) -> u32 {
        self.digits[cell.index()]
    }

    /// The largest number of the cells that one layout of the digit takes.
    pub fn capacity(&self, digit: Digit, cells: &Places) -> usize {
        let taken = |layout: &Places| layout.and(cells).len();
        let layouts = self.layouts.of_digit(digit).iter();
        layouts.map(taken).max().unwrap_or_default()
    }

    /// For each digit, the cells in which the digit is false, if the capacities add up to the
    /// number of cells. There, some digit would have no layout that takes its capacity of cells.
    pub fn unfit(&self, board: &Board, cells: &Places) -> Vec<Places> {
        let everywhere: Places = board.cells().collect();
        let mut unfit = vec![Places::EMPTY; board.size()];
        for digit in board.digits() {
            let most = self.capacity(digit, cells);
            if most == 0 {
                unfit[digit.index()] = unfit[digit.index()].or(cells);
                continue;
            }
            let full = self.layouts.of_digit(digit).iter();
            let full = full.filter(|layout| layout.and(cells).len() == most);
            let (mut some, mut all) = (Places::EMPTY, everywhere);
            for layout in full {
                some = some.or(layout);
                all = all.and(layout);
            }
            for other in board.digits() {
                let taken = match other == digit {
                    true => everywhere.without(&some),
                    false => all,
                };
                unfit[other.index()] = unfit[other.index()].or(&taken);
            }
        }
        unfit
    }
}
