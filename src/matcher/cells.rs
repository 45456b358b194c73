//! Sets of cells and sets of houses as bits.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::grid::{Cell, House, MAX_SIZE};

const WORDS: usize = (MAX_SIZE * MAX_SIZE).div_ceil(64);

/// A set of cells of a board of any size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet([0; WORDS]);

    /// Just this cell.
    pub fn only(cell: Cell) -> CellSet {
        let mut set = CellSet::EMPTY;
        set.insert(cell);
        set
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Removes a cell.
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// Whether the cell is in the set.
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] & (1 << (cell.index() % 64)) != 0
    }

    /// Whether no cell is in the set.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether all cells of the set are in the other.
    pub fn is_subset(&self, other: &CellSet) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// Whether the sets have a cell in common.
    pub fn meets(&self, other: &CellSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// The first 128 cells as one mask; all of them on boards up to 11x11.
    pub fn low_bits(&self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }

    /// The first cell.
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The cells, in order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        let words = self.0;
        let mut at = 0;
        let mut word = words[0];
        std::iter::from_fn(move || {
            while word == 0 {
                at += 1;
                word = *words.get(at)?;
            }
            let cell = Cell::new(at * 64 + word.trailing_zeros() as usize);
            word &= word - 1;
            Some(cell)
        })
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;
    fn bitand(mut self, other: CellSet) -> CellSet {
        self &= other;
        self
    }
}

impl BitAndAssign for CellSet {
    fn bitand_assign(&mut self, other: CellSet) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= b;
        }
    }
}

impl BitOr for CellSet {
    type Output = CellSet;
    fn bitor(mut self, other: CellSet) -> CellSet {
        self |= other;
        self
    }
}

impl BitOrAssign for CellSet {
    fn bitor_assign(&mut self, other: CellSet) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
    }
}

impl Not for CellSet {
    type Output = CellSet;
    fn not(mut self) -> CellSet {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

/// A set of houses; no board has more than 128.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct HouseSet(pub u128);

impl HouseSet {
    /// Just this house.
    pub fn only(house: House) -> HouseSet {
        HouseSet(1 << house.index())
    }

    /// Whether the house is in the set.
    pub fn contains(self, house: House) -> bool {
        self.0 & (1 << house.index()) != 0
    }

    /// The number of houses.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no house is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The houses, in order.
    pub fn iter(self) -> impl Iterator<Item = House> {
        let mut mask = self.0;
        std::iter::from_fn(move || {
            let house = (mask != 0).then(|| House::new(mask.trailing_zeros() as usize));
            mask &= mask.wrapping_sub(1);
            house
        })
    }
}

impl FromIterator<House> for HouseSet {
    fn from_iter<I: IntoIterator<Item = House>>(houses: I) -> HouseSet {
        HouseSet(houses.into_iter().fold(0, |mask, h| mask | 1 << h.index()))
    }
}
