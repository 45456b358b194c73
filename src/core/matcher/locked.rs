//! Sets of cells that are almost locked: in one house, with a few more digits than cells.
//!
//! Takes a position, gives a table of all such sets with a certain number of digits too many,
//! made once and shared by every pattern that looks for them.

use std::ops::Range;
use std::sync::OnceLock;

use super::cells::CellSet;
use super::tables::Tables;
use crate::grid::{Board, Cell, House, State, bits};

/// Sets with at most so many digits more than cells are kept in tables.
pub const MOST_OVER: usize = 2;

/// Boards with more cells than this are searched without tables.
pub const MOST_CELLS: usize = 128;

/// A set of cells of a house, with all its digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlmostLockedSet {
    /// The first house that holds all its cells.
    pub house: House,
    /// The cells that are not solved, as bits.
    pub cells: u128,
    /// All digits that are live in them.
    pub digits: u32,
}

/// All sets of a position with the same number of digits too many.
#[derive(Clone, Debug)]
pub struct AlmostLockedSets {
    /// The sets, by house and cells.
    sets: Vec<AlmostLockedSet>,
    /// The sets that lie in each house.
    in_house: Vec<Vec<u32>>,
    /// By set and digit: the cells outside that lose the digit if the set has it; worked out once
    /// somebody asks.
    excluded: OnceLock<Vec<u128>>,
    /// By cell: the cells that it sees.
    peers: Vec<u128>,
    /// By set and digit: the sets whose cells with the digit all lose it if this set has it.
    linked: OnceLock<Linked>,
    /// The cells in which each digit is live.
    places: Vec<u128>,
    digits: usize,
}

/// Lists of sets, one after the other.
#[derive(Clone, Debug)]
struct Linked {
    starts: Vec<u32>,
    sets: Vec<u32>,
}

impl AlmostLockedSets {
    /// Finds all sets with `over` digits more than cells.
    pub fn new(
        tables: &Tables,
        board: &Board,
        (state, solved): (&State, &CellSet),
        places: &[CellSet],
        over: usize,
    ) -> AlmostLockedSets {
        let mut found = AlmostLockedSets {
            sets: Vec::new(),
            in_house: vec![Vec::new(); board.houses().len()],
            excluded: OnceLock::new(),
            peers: (board.cells())
                .map(|cell| tables.peers(cell).low_bits())
                .collect(),
            linked: OnceLock::new(),
            places: places.iter().map(CellSet::low_bits).collect(),
            digits: board.size(),
        };
        for index in 0..board.houses().len() {
            let house = House::new(index);
            let open = (*tables.house(house) & !*solved).iter();
            let open: Vec<(Cell, u32)> = open
                .map(|cell| (cell, state.mask(board.cell_group(cell))))
                .collect();
            let start = found.sets.len();
            let empty = AlmostLockedSet {
                house,
                cells: 0,
                digits: 0,
            };
            found.grow(tables, &open, empty, u128::MAX, over as u32);
            // The order of the values that variables are bound to.
            found.sets[start..].sort_unstable_by_key(|set| (set.cells as u64, set.cells >> 64));
        }
        found.look_around(tables);
        found
    }

    fn grow(
        &mut self,
        tables: &Tables,
        open: &[(Cell, u32)],
        set: AlmostLockedSet,
        houses: u128,
        over: u32,
    ) {
        for (i, &(cell, live)) in open.iter().enumerate() {
            let larger = AlmostLockedSet {
                house: set.house,
                cells: set.cells | 1 << cell.index(),
                digits: set.digits | live,
            };
            let common = houses & tables.houses_of(cell).0;
            let first = common.trailing_zeros() as usize == set.house.index();
            if larger.digits.count_ones() == larger.cells.count_ones() + over && first {
                self.sets.push(larger);
            }
            self.grow(tables, &open[i + 1..], larger, common, over);
        }
    }

    fn look_around(&mut self, tables: &Tables) {
        for (index, set) in self.sets.iter().enumerate() {
            let cells = bits128(set.cells).map(|c| tables.houses_of(Cell::new(c)).0);
            for house in bits128(cells.fold(u128::MAX, |common, of| common & of)) {
                self.in_house[house].push(index as u32);
            }
        }
    }

    fn exclude(&self) -> Vec<u128> {
        let excluded =
            |set: &AlmostLockedSet, digit: usize, places: u128| match set.digits & (1 << digit) {
                0 => 0,
                _ => bits128(set.cells & places).fold(places, |common, c| common & self.peers[c]),
            };
        let mut all = Vec::with_capacity(self.sets.len() * self.digits);
        for set in &self.sets {
            let places = self.places.iter().enumerate();
            all.extend(places.map(|(digit, &places)| excluded(set, digit, places)));
        }
        all
    }

    /// The number of sets.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// A set.
    pub fn get(&self, index: usize) -> &AlmostLockedSet {
        &self.sets[index]
    }

    /// The sets that lie in a house.
    pub fn in_house(&self, house: House) -> &[u32] {
        &self.in_house[house.index()]
    }

    /// The cells in which a digit is live.
    pub fn places(&self, digit: usize) -> u128 {
        self.places[digit]
    }

    /// The cells outside a set that lose a digit if the set has it.
    pub fn excluded(&self, index: usize, digit: usize) -> u128 {
        let excluded = self.excluded.get_or_init(|| self.exclude());
        excluded[index * self.digits + digit]
    }

    /// The sets of which all cells with the digit lose it if this set has it.
    pub fn linked(&self, index: usize, digit: usize) -> &[u32] {
        let linked = self.linked.get_or_init(|| self.link());
        let at = index * self.digits + digit;
        let range: Range<usize> = linked.starts[at] as usize..linked.starts[at + 1] as usize;
        &linked.sets[range]
    }

    fn link(&self) -> Linked {
        let mut with: Vec<Vec<(u32, u128)>> = vec![Vec::new(); self.digits];
        for (index, set) in self.sets.iter().enumerate() {
            for digit in bits(set.digits) {
                with[digit].push((index as u32, set.cells & self.places[digit]));
            }
        }
        let mut linked = Linked {
            starts: vec![0],
            sets: Vec::new(),
        };
        for index in 0..self.sets.len() {
            for (digit, with) in with.iter().enumerate() {
                let excluded = self.excluded(index, digit);
                if excluded != 0 {
                    let all_lose = |other: &&(u32, u128)| other.1 & !excluded == 0;
                    let others = with.iter().filter(all_lose);
                    linked.sets.extend(others.map(|(other, _)| *other));
                }
                linked.starts.push(linked.sets.len() as u32);
            }
        }
        linked
    }
}

/// The positions of the set bits.
pub fn bits128(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            at
        })
    })
}
