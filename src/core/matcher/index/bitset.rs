//! Sets of cells and sets of houses as bits.
//!
//! The places of a digit, a row and the peers of a cell are such sets, so "the 7s of row 2 that see
//! r5c5" is two `&`. A set has a bit for each cell of the largest board; on a 9x9 board only its
//! first 128 bits are read.
//!
//! *Rejected*: a type for each size of board, because every plan would have to be generic in it.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::grid::{Cell, House, MAX_SIZE};

/// Boards of up to 128 cells need the first two words only; the others are for larger ones.
const MORE_WORDS: usize = (MAX_SIZE * MAX_SIZE).div_ceil(64) - 2;

/// A set of cells of a board of any size.
///
/// The first 128 cells are one mask, which is all that most boards need. The remaining words are
/// read only if the set has larger cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct CellSet {
    low: u128,
    /// Zero, unless the set is wide.
    high: [u64; MORE_WORDS],
    wide: bool,
}

impl CellSet {
    /// The empty set.
    pub const EMPTY: CellSet = CellSet {
        low: 0,
        high: [0; MORE_WORDS],
        wide: false,
    };

    /// Just this cell.
    #[inline]
    pub fn only(cell: Cell) -> CellSet {
        let mut set = CellSet::EMPTY;
        set.insert(cell);
        set
    }

    /// The word of a cell that is not among the first 128, and its bit.
    #[inline]
    fn place(cell: Cell) -> (usize, u64) {
        let at = cell.index() - 128;
        (at / 64, 1 << (at % 64))
    }

    /// Sort key of the set with only this cell, among sets of one cell.
    #[inline]
    pub fn rank(cell: Cell) -> u16 {
        let (word, bit) = (cell.index() / 64, cell.index() % 64);
        ((MORE_WORDS + 1 - word) * 64 + bit) as u16
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        if cell.index() < 128 {
            self.low |= 1 << cell.index();
        } else {
            let (word, bit) = CellSet::place(cell);
            self.high[word] |= bit;
            self.wide = true;
        }
    }

    /// Removes a cell.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        if cell.index() < 128 {
            self.low &= !(1 << cell.index());
        } else {
            let (word, bit) = CellSet::place(cell);
            self.high[word] &= !bit;
        }
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        if cell.index() < 128 {
            return self.low & (1 << cell.index()) != 0;
        }
        let (word, bit) = CellSet::place(cell);
        self.high[word] & bit != 0
    }

    /// Whether no cell is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.low == 0 && (!self.wide || self.high == [0; MORE_WORDS])
    }

    /// The number of cells.
    #[inline]
    pub fn len(&self) -> usize {
        let low = self.low.count_ones() as usize;
        if !self.wide {
            return low;
        }
        let high = self.high.iter().map(|word| word.count_ones() as usize);
        low + high.sum::<usize>()
    }

    /// Whether all cells of the set are in the other.
    #[inline]
    pub fn is_subset(&self, other: &CellSet) -> bool {
        let high = || { self.high.iter().zip(&other.high) }.all(|(a, b)| a & !b == 0);
        self.low & !other.low == 0 && (!self.wide || high())
    }

    /// Whether the sets have a cell in common.
    #[inline]
    pub fn meets(&self, other: &CellSet) -> bool {
        let high = || { self.high.iter().zip(&other.high) }.any(|(a, b)| a & b != 0);
        self.low & other.low != 0 || (self.wide && other.wide && high())
    }

    /// Number of cells that both sets have.
    #[inline]
    pub fn common_count(&self, other: &CellSet) -> usize {
        let low = (self.low & other.low).count_ones() as usize;
        if !(self.wide && other.wide) {
            return low;
        }
        let high = self.high.iter().zip(&other.high);
        low + { high }
            .map(|(a, b)| (a & b).count_ones() as usize)
            .sum::<usize>()
    }

    /// The cells that are not in the other set.
    #[inline]
    pub fn without(mut self, other: &CellSet) -> CellSet {
        self.low &= !other.low;
        if self.wide {
            for (a, b) in self.high.iter_mut().zip(other.high) {
                *a &= !b;
            }
        }
        self
    }

    /// Intersects the set with a mask of the first 128 cells.
    #[inline]
    pub fn keep_u128(&mut self, low: u128) {
        self.low &= low;
        if self.wide {
            *self = CellSet::from_u128(self.low);
        }
    }

    /// Removes the cells of a mask of the first 128 cells.
    #[inline]
    pub fn drop_u128(&mut self, low: u128) {
        self.low &= !low;
    }

    /// Makes a set of the cells in a mask, which are among the first 128.
    #[inline]
    pub fn from_u128(low: u128) -> CellSet {
        CellSet {
            low,
            ..CellSet::EMPTY
        }
    }

    /// All cells as one mask, if they are among the first 128.
    #[inline]
    pub fn try_u128(&self) -> Option<u128> {
        (!self.wide).then_some(self.low)
    }

    /// The first 128 cells as one mask; all of them on boards up to 11x11.
    #[inline]
    pub fn as_u128(&self) -> u128 {
        self.low
    }

    /// The first cell.
    #[inline]
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The cells, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        let mut low = self.low;
        let mut high = match self.wide {
            true => Some((0, self.high)),
            false => None,
        };
        std::iter::from_fn(move || {
            if low != 0 {
                let cell = Cell::new(low.trailing_zeros() as usize);
                low &= low - 1;
                return Some(cell);
            }
            let (at, words) = high.as_mut()?;
            while *words.get(*at)? == 0 {
                *at += 1;
            }
            let word = &mut words[*at];
            let cell = Cell::new(128 + *at * 64 + word.trailing_zeros() as usize);
            *word &= *word - 1;
            Some(cell)
        })
    }

    /// All words of the set in the order of cells.
    fn words(&self) -> (u64, u64, &[u64; MORE_WORDS]) {
        (self.low as u64, (self.low >> 64) as u64, &self.high)
    }
}

impl PartialEq for CellSet {
    #[inline]
    fn eq(&self, other: &CellSet) -> bool {
        self.low == other.low && ((!self.wide && !other.wide) || self.high == other.high)
    }
}

impl Eq for CellSet {}

impl Ord for CellSet {
    fn cmp(&self, other: &CellSet) -> Ordering {
        if self.low == other.low && !self.wide && !other.wide {
            return Ordering::Equal;
        }
        self.words().cmp(&other.words())
    }
}

impl PartialOrd for CellSet {
    fn partial_cmp(&self, other: &CellSet) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for CellSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words().hash(state);
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
    #[inline]
    fn bitand(mut self, other: CellSet) -> CellSet {
        self &= other;
        self
    }
}

impl BitAndAssign for CellSet {
    #[inline]
    fn bitand_assign(&mut self, other: CellSet) {
        self.low &= other.low;
        if self.wide {
            for (a, b) in self.high.iter_mut().zip(other.high) {
                *a &= b;
            }
            self.wide = other.wide;
        }
    }
}

impl BitOr for CellSet {
    type Output = CellSet;
    #[inline]
    fn bitor(mut self, other: CellSet) -> CellSet {
        self |= other;
        self
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: CellSet) {
        self.low |= other.low;
        if other.wide {
            for (a, b) in self.high.iter_mut().zip(other.high) {
                *a |= b;
            }
            self.wide = true;
        }
    }
}

impl Not for CellSet {
    type Output = CellSet;
    #[inline]
    fn not(self) -> CellSet {
        CellSet {
            low: !self.low,
            high: self.high.map(|word| !word),
            wide: true,
        }
    }
}

/// A set of houses; no board has more than 128.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct HouseSet(pub u128);

impl HouseSet {
    /// Just this house.
    #[inline]
    pub fn only(house: House) -> HouseSet {
        HouseSet(1 << house.index())
    }

    /// Whether the house is in the set.
    #[inline]
    pub fn contains(self, house: House) -> bool {
        self.0 & (1 << house.index()) != 0
    }

    /// The number of houses.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no house is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The houses, in order.
    #[inline]
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
