//! Sets of cells as 256 bits: boards up to 16x16.

use crate::grid::Cell;

/// A set of cells of a board with at most [`Places::MAX_CELLS`] cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Places([u64; 4]);

impl Places {
    /// Number of cells of the largest supported board, 16x16.
    pub const MAX_CELLS: usize = 256;

    /// The empty set.
    pub const EMPTY: Places = Places([0; 4]);

    /// The set of one cell.
    pub fn only(cell: Cell) -> Places {
        let mut set = Places::EMPTY;
        set.insert(cell);
        set
    }

    /// A cell and all earlier cells in reading order.
    pub fn up_to(cell: Cell) -> Places {
        let below = |word: usize| match (cell.index() / 64).cmp(&word) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => u64::MAX >> (63 - cell.index() % 64),
            std::cmp::Ordering::Greater => u64::MAX,
        };
        Places(std::array::from_fn(below))
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Whether the cell is in the set.
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The common cells of two sets.
    pub fn and(&self, other: &Places) -> Places {
        Places(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The cells of either set.
    pub fn or(&self, other: &Places) -> Places {
        Places(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The cells of this set without the cells of the other set.
    pub fn without(&self, other: &Places) -> Places {
        Places(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Whether the sets share a cell.
    pub fn meets(&self, other: &Places) -> bool {
        (self.0.iter().zip(&other.0)).any(|(a, b)| a & b != 0)
    }

    /// Whether every cell of this set is in the other.
    pub fn is_within(&self, other: &Places) -> bool {
        self.without(other).is_empty()
    }

    /// The cells in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        let words = self.0;
        (0..4).flat_map(move |at| {
            let mut word = words[at];
            std::iter::from_fn(move || {
                let bit = word
                    .checked_ilog2()
                    .map(|_| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(Cell::new(at * 64 + bit))
            })
        })
    }
}

impl FromIterator<Cell> for Places {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Places {
        let mut set = Places::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}
