//! The input features of an empty cell.
//!
//! There are 63 numbers per cell of a partly filled grid. For each digit: whether the cell's row,
//! column and box contain it (27); the number of its places in each of these houses as `1/places`,
//! or 0 if it is impossible here (27); and the number of candidates of the cell as `1/digits` (9).
//! A hidden single has a 1 in the second part, a naked single in the last.

use qedoku_core::grid::{Board, Cell, Digit};

/// Number of input features.
pub const INPUTS: usize = 7 * DIGIT_COUNT;
/// Number of digits of the supported boards.
pub const DIGIT_COUNT: usize = 9;
/// The houses of a cell: row, column, box.
const HOUSES_PER_CELL: usize = 3;

/// A partly filled grid, with the digits of its houses.
#[derive(Clone)]
pub struct PartialGrid<'b> {
    board: &'b Board,
    grid: Vec<Option<Digit>>,
    /// The digits in each house, as masks.
    used: Vec<u32>,
}

impl<'b> PartialGrid<'b> {
    /// A grid with the given digits.
    pub fn new(board: &'b Board, grid: &[Option<Digit>]) -> PartialGrid<'b> {
        let mut filling = PartialGrid {
            board,
            grid: vec![None; grid.len()],
            used: vec![0; board.houses().len()],
        };
        for (cell, digit) in board.cells().zip(grid) {
            if let Some(digit) = digit {
                filling.fill(cell, *digit);
            }
        }
        filling
    }

    /// Puts a digit into a cell.
    pub fn fill(&mut self, cell: Cell, digit: Digit) {
        self.grid[cell.index()] = Some(digit);
        for house in self.board.houses_of(cell) {
            self.used[house.index()] |= 1 << digit.index();
        }
    }

    /// The current grid.
    pub fn grid(&self) -> &[Option<Digit>] {
        &self.grid
    }

    /// The cells without a digit.
    pub fn empty(&self) -> impl Iterator<Item = Cell> + '_ {
        let is_empty = |cell: &Cell| self.grid[cell.index()].is_none();
        self.board.cells().filter(is_empty)
    }

    /// The digits that no house of the cell contains, as a mask. 0 for a filled cell.
    pub fn live(&self, cell: Cell) -> u32 {
        if self.grid[cell.index()].is_some() {
            return 0;
        }
        let houses = self.board.houses_of(cell).iter();
        let used = houses.fold(0, |mask, house| mask | self.used[house.index()]);
        !used & ((1 << DIGIT_COUNT) - 1)
    }

    /// For each house and digit, the number of possible cells.
    pub fn places(&self) -> Vec<[u8; DIGIT_COUNT]> {
        let mut places = vec![[0; DIGIT_COUNT]; self.used.len()];
        for cell in self.empty() {
            let live = self.live(cell);
            for house in self.board.houses_of(cell) {
                for (digit, count) in places[house.index()].iter_mut().enumerate() {
                    *count += (live >> digit & 1) as u8;
                }
            }
        }
        places
    }

    /// The input features of an empty cell.
    pub fn features(&self, cell: Cell, places: &[[u8; DIGIT_COUNT]]) -> [f32; INPUTS] {
        let mut inputs = [0.0; INPUTS];
        let live = self.live(cell);
        let choices = live.count_ones() as f32;
        let houses = self.board.houses_of(cell);
        for (at, house) in houses.iter().take(HOUSES_PER_CELL).enumerate() {
            for digit in 0..DIGIT_COUNT {
                if self.used[house.index()] >> digit & 1 == 1 {
                    inputs[at * DIGIT_COUNT + digit] = 1.0;
                }
                if live >> digit & 1 == 1 {
                    let count = f32::from(places[house.index()][digit].max(1));
                    inputs[(HOUSES_PER_CELL + at) * DIGIT_COUNT + digit] = 1.0 / count;
                }
            }
        }
        for digit in (0..DIGIT_COUNT).filter(|digit| live >> digit & 1 == 1) {
            inputs[2 * HOUSES_PER_CELL * DIGIT_COUNT + digit] = 1.0 / choices;
        }
        inputs
    }
}
