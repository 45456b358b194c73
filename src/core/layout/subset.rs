//! Remote naked subsets: n cells with n digits, such that no layout of a digit contains two of the
//! cells.
//!
//! In a naked subset the cells share a house. In a remote one they need not, because the rest of
//! the board keeps each digit from filling two of them. Each digit fills exactly one of the cells,
//! so a place that no layout combines with any of them is false.

use super::layouts::{Layouts, Together};
use super::places::Places;
use crate::grid::{Board, Candidate, Cell, Digit, State, bits};

/// Largest number of cells of a remote naked subset.
pub const MAX_SUBSET: usize = 6;

/// Cells with equally many digits, and the candidates that the subset eliminates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteSubset {
    /// The cells in reading order.
    pub cells: Vec<Cell>,
    /// The digits as a mask.
    pub digits: u32,
    /// False candidates of the digits outside the cells.
    pub eliminations: Vec<Candidate>,
}

/// The smallest remote naked subsets with an elimination, in reading order.
pub fn remote_subsets(board: &Board, state: &State, layouts: &Layouts) -> Vec<RemoteSubset> {
    let together = Together::of(board, layouts);
    let search = SubsetSearch::new(board, state, &together);
    (2..=MAX_SUBSET)
        .map(|size| search.of_size(size))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

struct SubsetSearch<'a> {
    board: &'a Board,
    state: &'a State,
    together: &'a Together,
    /// For each cell, its live digits.
    digits: Vec<u32>,
    /// For each open cell, the later open cells that no digit fills together with it.
    apart: Vec<Places>,
    open: Places,
}

impl<'a> SubsetSearch<'a> {
    fn new(board: &'a Board, state: &'a State, together: &'a Together) -> SubsetSearch<'a> {
        let digits: Vec<u32> = board
            .cells()
            .map(|cell| state.digits(board, cell))
            .collect();
        let open: Places = board
            .cells()
            .filter(|cell| digits[cell.index()].count_ones() > 1)
            .collect();
        let mut apart = vec![Places::EMPTY; board.cell_count()];
        for cell in open.iter() {
            // Two cells are joined by a common digit if a layout puts the digit into both.
            let joined = bits(digits[cell.index()]).fold(Places::EMPTY, |all, digit| {
                all.or(together.with(Digit::new(digit), cell))
            });
            apart[cell.index()] = open.without(&joined).without(&Places::up_to(cell));
        }
        SubsetSearch {
            board,
            state,
            together,
            digits,
            apart,
            open,
        }
    }

    fn of_size(&self, size: usize) -> Vec<RemoteSubset> {
        let small = |cell: &Cell| self.digits[cell.index()].count_ones() as usize <= size;
        let open: Places = self.open.iter().filter(small).collect();
        let mut found = Vec::new();
        self.extend(size, &mut Vec::with_capacity(size), 0, open, &mut found);
        found
    }

    fn extend(
        &self,
        size: usize,
        cells: &mut Vec<Cell>,
        digits: u32,
        left: Places,
        found: &mut Vec<RemoteSubset>,
    ) {
        if cells.len() == size {
            found.extend(self.subset(cells, digits));
            return;
        }
        if left.len() < size - cells.len() {
            return;
        }
        for cell in left.iter() {
            let all = digits | self.digits[cell.index()];
            if all.count_ones() as usize > size {
                continue;
            }
            cells.push(cell);
            self.extend(size, cells, all, left.and(&self.apart[cell.index()]), found);
            cells.pop();
        }
    }

    /// The subset made of the cells. `None` unless they have equally many digits and eliminate a
    /// candidate.
    fn subset(&self, cells: &[Cell], digits: u32) -> Option<RemoteSubset> {
        if digits.count_ones() as usize != cells.len() {
            return None;
        }
        let inside: Places = cells.iter().copied().collect();
        let mut eliminations = Vec::new();
        for digit in bits(digits).map(Digit::new) {
            let live = |cell: &Cell| {
                self.state
                    .is_live(self.board, self.board.candidate(*cell, digit))
            };
            let places: Places = inside.iter().filter(live).collect();
            let outside = self
                .board
                .cells()
                .filter(|cell| !inside.contains(*cell))
                .filter(live);
            let false_at = |cell: &Cell| !self.together.with(digit, *cell).meets(&places);
            eliminations.extend(
                outside
                    .filter(false_at)
                    .map(|c| self.board.candidate(c, digit)),
            );
        }
        (!eliminations.is_empty()).then(|| RemoteSubset {
            cells: cells.to_vec(),
            digits,
            eliminations,
        })
    }
}
