//! Almost locked sets: cells of one house with a few more digits than cells.
//!
//! The index is a table of all sets with a given number of spare digits. It is computed once per
//! position and shared by every pattern.

use std::rc::Rc;
use std::sync::OnceLock;

use crate::grid::{Board, Cell, House, MAX_SIZE, State, bits};
use crate::lang::ir::Var;
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::board::Tables;

/// Maximum number of spare digits of the sets in tables.
pub const MAX_SPARE: usize = 2;

/// Boards with more cells than this are searched without tables.
pub const MAX_U128_CELLS: usize = 128;

/// Initial capacity of a table.
const EXPECTED_SETS: usize = 512;

/// A set of cells of a house, with all its digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlmostLockedSet {
    /// The first house that contains all cells.
    pub house: House,
    /// The cells that are not solved, as bits.
    pub cells: u128,
    /// All digits that are live in the cells.
    pub digits: u32,
    /// All houses that contain all cells.
    houses: u128,
}

/// An open cell of a house, with its digits.
struct OpenCell {
    bit: u128,
    houses: u128,
    digits: u32,
}

/// By link digit: the digits that a set and its linked partners share, and that the pair eliminates
/// somewhere.
pub type EliminableByLink = [u32; MAX_SIZE];

/// All sets of a table, with the digits that each eliminates together with a linked partner.
pub struct LinkedSets {
    /// By set: the digits that the set can eliminate with a partner.
    pub eliminated: Vec<EliminableByLink>,
    /// By link digit and eliminated digit: the sets whose partners make this elimination, in order.
    pub with_partner: Vec<Vec<u32>>,
}

/// A set that can be the partner of another: its cells and its digits.
pub type Partner = (u128, u32);

/// The sets that the cells of a variable can be in a house.
pub type PartnersInHouse = ((Var, House), Rc<[Partner]>);

/// All almost locked sets of a position with the same number of spare digits.
#[derive(Clone, Debug)]
pub struct AlmostLockedSets {
    /// The sets, by house and cells.
    sets: Vec<AlmostLockedSet>,
    /// The sets that lie in each house, as one list, and the start of each house in it.
    in_house: Vec<u32>,
    house_starts: Vec<u32>,
    /// The places that sets have for a digit, computed on first use.
    places_of_sets: OnceLock<PlacesOfSets>,
    /// By cell: the peers.
    peers: Vec<u128>,
    /// By places of a digit in a set: the other sets that lose the digit if this set holds it.
    linked: OnceLock<Lists>,
    /// The cells in which each digit is live.
    places: Vec<u128>,
    digits: usize,
}

/// The distinct places that sets have for a digit. Many sets share their places, so the excluded
/// cells and linked sets are computed once per distinct place set.
#[derive(Clone, Debug)]
struct PlacesOfSets {
    /// By set and digit: the number of the digit's places in the list of distinct places, counted
    /// from 1. 0 if the set does not have the digit.
    number: Vec<u32>,
    all: Vec<SetPlaces>,
    /// By index of places: the sets with exactly the places.
    sets: Lists,
    /// By set: the digits that a cell outside loses if the set contains them.
    excluding: Vec<u32>,
}

/// Several lists of numbers in one vector.
#[derive(Clone, Debug)]
struct Lists {
    all: Vec<u32>,
    /// The start of each list, and the end of the last.
    starts: Vec<u32>,
}

impl Lists {
    fn get(&self, index: usize) -> &[u32] {
        &self.all[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

/// Hash table from places to their number.
struct KnownPlaces {
    /// A power of two of slots, each with a number or 0. At least one slot is free.
    slots: Vec<u32>,
}

impl KnownPlaces {
    /// A table with room for `count` numbers.
    fn of(count: usize) -> KnownPlaces {
        KnownPlaces {
            slots: vec![0; (2 * count + 1).next_power_of_two()],
        }
    }

    /// The slot of the places in the hash table: the slot has their number, or is free.
    fn slot(&mut self, all: &[SetPlaces], digit: usize, cells: u128) -> &mut u32 {
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        let words = (cells as u64).rotate_left(5) ^ (cells >> 64) as u64 ^ digit as u64;
        let mask = self.slots.len() - 1;
        let mut at = (words.wrapping_mul(SPREAD) >> 32) as usize & mask;
        loop {
            let number = self.slots[at];
            let places = &all[number as usize];
            if number == 0 || (places.digit == digit && places.cells == cells) {
                return &mut self.slots[at];
            }
            at = (at + 1) & mask;
        }
    }
}

/// The places of sets for a digit.
#[derive(Clone, Debug, Default)]
struct SetPlaces {
    digit: usize,
    cells: u128,
    /// The cells outside of a set that lose the digit if the set has its places of the digit in
    /// `cells`.
    excluded: u128,
    /// Number of sets with equal places.
    sets: u32,
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
            sets: Vec::with_capacity(EXPECTED_SETS),
            in_house: Vec::new(),
            house_starts: vec![0; board.houses().len() + 1],
            places_of_sets: OnceLock::new(),
            peers: (board.cells())
                .map(|cell| tables.peers(cell).as_u128())
                .collect(),
            linked: OnceLock::new(),
            places: places.iter().map(CellSet::as_u128).collect(),
            digits: board.size(),
        };
        let (mut open, mut digits) = (Vec::new(), Vec::new());
        for index in 0..board.houses().len() {
            let house = House::new(index);
            let cells = tables.house(house).without(solved).as_u128();
            // Sorted in the order of values, in which the first word is more significant.
            let second_word = bits128(cells & !u128::from(u64::MAX));
            let in_order = second_word.chain(bits128(cells & u128::from(u64::MAX)));
            open.clear();
            open.extend(in_order.map(Cell::new).map(|cell| OpenCell {
                bit: 1 << cell.index(),
                houses: tables.houses_of(cell).0,
                digits: state.mask(board.cell_group(cell)),
            }));
            found.gather(house, &open, over as u32, &mut digits);
        }
        found.sort_into_houses();
        found
    }

    fn sort_into_houses(&mut self) {
        let starts = &mut self.house_starts;
        for set in &self.sets {
            bits128(set.houses).for_each(|house| starts[house + 1] += 1);
        }
        for house in 1..starts.len() {
            starts[house] += starts[house - 1];
        }
        let mut next = starts.clone();
        self.in_house = vec![0; starts.last().copied().unwrap_or(0) as usize];
        for (index, set) in self.sets.iter().enumerate() {
            for house in bits128(set.houses) {
                self.in_house[next[house] as usize] = index as u32;
                next[house] += 1;
            }
        }
    }

    /// Adds the sets of a house: all subsets of its open cells. The digits of a subset are those of
    /// its last cell and of the subset without that cell.
    fn gather(&mut self, house: House, open: &[OpenCell], over: u32, digits: &mut Vec<u32>) {
        digits.clear();
        digits.push(0);
        for cell in open {
            let without = digits.len();
            digits.extend_from_within(..);
            for all in &mut digits[without..] {
                *all |= cell.digits;
            }
        }
        for (before, &all) in digits[1..].iter().enumerate() {
            let subset = before + 1;
            if all.count_ones() != subset.count_ones() + over {
                continue;
            }
            let (mut cells, mut houses) = (0, u128::MAX);
            for i in bits(subset as u32) {
                cells |= open[i].bit;
                houses &= open[i].houses;
            }
            // A set that lies in two houses is added for the first one only.
            if houses.trailing_zeros() as usize == house.index() {
                self.sets.push(AlmostLockedSet {
                    house,
                    cells,
                    digits: all,
                    houses,
                });
            }
        }
    }

    fn places_of_sets(&self) -> &PlacesOfSets {
        self.places_of_sets.get_or_init(|| {
            let counts = self.sets.iter().map(|set| set.digits.count_ones() as usize);
            let mut known = KnownPlaces::of(counts.sum());
            let mut all = vec![SetPlaces::default()];
            let mut number = vec![0; self.sets.len() * self.digits];
            let mut excluding = vec![0; self.sets.len()];
            for (index, set) in self.sets.iter().enumerate() {
                for digit in bits(set.digits) {
                    let places = self.places[digit];
                    let cells = set.cells & places;
                    let slot = known.slot(&all, digit, cells);
                    if *slot == 0 {
                        *slot = all.len() as u32;
                        let common = |common: u128, c: usize| common & self.peers[c];
                        all.push(SetPlaces {
                            digit,
                            cells,
                            excluded: bits128(cells).fold(places, common),
                            sets: 0,
                        });
                    }
                    let at = *slot;
                    let own = &mut all[at as usize];
                    own.sets += 1;
                    number[index * self.digits + digit] = at;
                    excluding[index] |= u32::from(own.excluded != 0) << digit;
                }
            }
            PlacesOfSets {
                sets: self.sets_with(&all, &number),
                number,
                all,
                excluding,
            }
        })
    }

    /// By number of places: the sets with the places.
    fn sets_with(&self, all: &[SetPlaces], number: &[u32]) -> Lists {
        let mut starts = Vec::with_capacity(all.len() + 1);
        let mut sum = 0;
        for places in all {
            starts.push(sum);
            sum += places.sets;
        }
        starts.push(sum);
        let mut next = starts.clone();
        let mut sets = vec![0; sum as usize];
        for (index, set) in self.sets.iter().enumerate() {
            for digit in bits(set.digits) {
                let next = &mut next[number[index * self.digits + digit] as usize];
                sets[*next as usize] = index as u32;
                *next += 1;
            }
        }
        Lists { all: sets, starts }
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
        let starts = &self.house_starts[house.index()..];
        &self.in_house[starts[0] as usize..starts[1] as usize]
    }

    /// The cells in which a digit is live.
    pub fn places(&self, digit: usize) -> u128 {
        self.places[digit]
    }

    /// The cells outside a set that lose a digit if the set contains it.
    pub fn excluded(&self, index: usize, digit: usize) -> u128 {
        let places = self.places_of_sets();
        let number = places.number[index * self.digits + digit];
        places.all[number as usize].excluded
    }

    /// The digits that some cell outside a set loses if the set contains them.
    pub fn excluding(&self, index: usize) -> u32 {
        self.places_of_sets().excluding[index]
    }

    /// The other sets that lose the digit if this set holds it.
    pub fn linked(&self, index: usize, digit: usize) -> &[u32] {
        let linked = self.linked.get_or_init(|| self.link());
        let number = self.places_of_sets().number[index * self.digits + digit];
        linked.get(number as usize)
    }

    fn link(&self) -> Lists {
        let places_of_sets = self.places_of_sets();
        let all = &places_of_sets.all;
        // Lists by digit and first cell. A set of places within some cells has its first cell among
        // them.
        let cells = self.peers.len();
        let mut beginning: Vec<Vec<usize>> = vec![Vec::new(); self.digits * cells];
        let some = all
            .iter()
            .enumerate()
            .filter(|(_, places)| places.cells != 0);
        for (number, places) in some {
            let first = places.cells.trailing_zeros() as usize;
            beginning[places.digit * cells + first].push(number);
        }
        let mut linked = Lists {
            all: Vec::new(),
            starts: vec![0],
        };
        for one in all {
            let start = linked.all.len();
            for cell in bits128(one.excluded) {
                for &other in &beginning[one.digit * cells + cell] {
                    if all[other].cells & !one.excluded == 0 {
                        linked.all.extend_from_slice(places_of_sets.sets.get(other));
                    }
                }
            }
            linked.all[start..].sort_unstable();
            linked.starts.push(linked.all.len() as u32);
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
