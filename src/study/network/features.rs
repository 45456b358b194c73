//! What the network sees of an empty cell.
//!
//! Takes a grid that is partly filled, gives 63 numbers for each empty cell: for each digit whether the cell's row, its
//! column and its box have it (27); how many places each of these houses has for it, as `1/places`, 0 where it cannot
//! stand here (27); and how many digits the cell has left, as `1/digits` (9). A hidden single shows as a 1 in the second
//! part, a naked single as a 1 in the last.

use qedoku_core::grid::{Board, Cell, Digit};

/// How many numbers.
pub const INPUTS: usize = 7 * DIGITS;
/// The digits of the boards that the network knows.
pub const DIGITS: usize = 9;
/// The houses of a cell: row, column, box.
const HOUSES: usize = 3;

/// A grid being filled, with what its houses have.
#[derive(Clone)]
pub struct PartialGrid<'b> {
    board: &'b Board,
    grid: Vec<Option<Digit>>,
    /// The digits in each house.
    used: Vec<u32>,
}

impl<'b> PartialGrid<'b> {
    /// A grid with these digits in it.
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

    /// The grid as it stands.
    pub fn grid(&self) -> &[Option<Digit>] {
        &self.grid
    }

    /// The cells without a digit.
    pub fn empty(&self) -> impl Iterator<Item = Cell> + '_ {
        let is_empty = |cell: &Cell| self.grid[cell.index()].is_none();
        self.board.cells().filter(is_empty)
    }

    /// The digits that no house of a cell has; none for a filled cell.
    pub fn live(&self, cell: Cell) -> u32 {
        if self.grid[cell.index()].is_some() {
            return 0;
        }
        let houses = self.board.houses_of(cell).iter();
        let used = houses.fold(0, |mask, house| mask | self.used[house.index()]);
        !used & ((1 << DIGITS) - 1)
    }

    /// For each house the number of cells in which each digit could stand.
    pub fn places(&self) -> Vec<[u8; DIGITS]> {
        let mut places = vec![[0; DIGITS]; self.used.len()];
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

    /// What the network sees of an empty cell.
    pub fn features(&self, cell: Cell, places: &[[u8; DIGITS]]) -> [f32; INPUTS] {
        let mut inputs = [0.0; INPUTS];
        let live = self.live(cell);
        let choices = live.count_ones() as f32;
        let houses = self.board.houses_of(cell);
        for (at, house) in houses.iter().take(HOUSES).enumerate() {
            for digit in 0..DIGITS {
                if self.used[house.index()] >> digit & 1 == 1 {
                    inputs[at * DIGITS + digit] = 1.0;
                }
                if live >> digit & 1 == 1 {
                    let count = f32::from(places[house.index()][digit].max(1));
                    inputs[(HOUSES + at) * DIGITS + digit] = 1.0 / count;
                }
            }
        }
        for digit in (0..DIGITS).filter(|digit| live >> digit & 1 == 1) {
            inputs[2 * HOUSES * DIGITS + digit] = 1.0 / choices;
        }
        inputs
    }
}
