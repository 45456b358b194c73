//! Sets of cells that are almost locked: in one house, with a few more digits than cells.
//!
//! Takes a position, gives a table of all such sets with a certain number of digits too many,
//! made once and shared by every pattern that looks for them.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::OnceLock;

use super::cells::CellSet;
use super::tables::Tables;
use crate::grid::{Board, Cell, House, MAX_SIZE, State, bits};
use crate::lang::ir::Var;

/// Sets with at most so many digits more than cells are kept in tables.
pub const MOST_OVER: usize = 2;

/// Boards with more cells than this are searched without tables.
pub const MOST_CELLS: usize = 128;

/// So many sets are made room for at first.
const EXPECTED_SETS: usize = 512;

/// A set of cells of a house, with all its digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlmostLockedSet {
    /// The first house that holds all its cells.
    pub house: House,
    /// The cells that are not solved, as bits.
    pub cells: u128,
    /// All digits that are live in them.
    pub digits: u32,
    /// All houses that hold all its cells.
    houses: u128,
}

/// An open cell of a house while its sets are gathered.
struct OpenCell {
    bit: u128,
    houses: u128,
    digits: u32,
}

/// What goes if a set is linked with another: for each digit that links them, the digits that some partner shares and that can then be taken
/// from a cell.
pub type GoesBy = [u32; MAX_SIZE];

/// A set that another can go with: its cells and its digits.
pub type Partner = (u128, u32);

/// The sets that the cells of a variable can be in a house.
pub type PartnersIn = ((Var, House), Rc<[Partner]>);

/// All sets of a position with the same number of digits too many.
#[derive(Clone, Debug)]
pub struct AlmostLockedSets {
    /// The sets, by house and cells.
    sets: Vec<AlmostLockedSet>,
    /// The sets that lie in each house, house by house, and where those of each begin.
    in_house: Vec<u32>,
    house_starts: Vec<u32>,
    /// The places that sets have for a digit; worked out once somebody asks.
    places_of_sets: OnceLock<PlacesOfSets>,
    /// By cell: the cells that it sees.
    peers: Vec<u128>,
    /// By the places of a set for a digit: the sets whose cells with the digit all lose it if this set has it.
    linked: OnceLock<Vec<Vec<u32>>>,
    /// The cells in which each digit is live.
    places: Vec<u128>,
    digits: usize,
}

/// The different places that sets have for a digit. Many sets have the same, and what they exclude and are linked with is
/// worked out once for all of them.
#[derive(Clone, Debug)]
struct PlacesOfSets {
    /// By set and digit, their number; 0 if the set does not have the digit.
    number: Vec<u32>,
    all: Vec<SetPlaces>,
}

/// Places for a digit.
#[derive(Clone, Debug, Default)]
struct SetPlaces {
    digit: usize,
    cells: u128,
    /// The cells that lose the digit if it is in one of these.
    excluded: u128,
    /// The sets that have these places.
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
            sets: Vec::with_capacity(EXPECTED_SETS),
            in_house: Vec::new(),
            house_starts: vec![0; board.houses().len() + 1],
            places_of_sets: OnceLock::new(),
            peers: (board.cells())
                .map(|cell| tables.peers(cell).low_bits())
                .collect(),
            linked: OnceLock::new(),
            places: places.iter().map(CellSet::low_bits).collect(),
            digits: board.size(),
        };
        let (mut open, mut digits) = (Vec::new(), Vec::new());
        for index in 0..board.houses().len() {
            let house = House::new(index);
            let cells = tables.house(house).without(solved).low_bits();
            // The order of the values that variables are bound to: what is in the first word counts more.
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

    /// Adds the sets of a house: all subsets of its open cells, each with the digits of the subset without its last cell and
    /// those of that cell.
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
            // A set in two houses is found in the first.
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
            let mut known = BTreeMap::new();
            let mut all = vec![SetPlaces::default()];
            let mut number = vec![0; self.sets.len() * self.digits];
            for (index, set) in self.sets.iter().enumerate() {
                for digit in bits(set.digits) {
                    let places = self.places[digit];
                    let cells = set.cells & places;
                    let new = all.len() as u32;
                    let at = *known.entry((digit, cells)).or_insert(new);
                    if at == new {
                        let common = |common: u128, c: usize| common & self.peers[c];
                        all.push(SetPlaces {
                            digit,
                            cells,
                            excluded: bits128(cells).fold(places, common),
                            sets: Vec::new(),
                        });
                    }
                    all[at as usize].sets.push(index as u32);
                    number[index * self.digits + digit] = at;
                }
            }
            PlacesOfSets { number, all }
        })
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

    /// The cells outside a set that lose a digit if the set has it.
    pub fn excluded(&self, index: usize, digit: usize) -> u128 {
        let places = self.places_of_sets();
        let number = places.number[index * self.digits + digit];
        places.all[number as usize].excluded
    }

    /// The sets of which all cells with the digit lose it if this set has it.
    pub fn linked(&self, index: usize, digit: usize) -> &[u32] {
        let linked = self.linked.get_or_init(|| self.link());
        let number = self.places_of_sets().number[index * self.digits + digit];
        &linked[number as usize]
    }

    fn link(&self) -> Vec<Vec<u32>> {
        let all = &self.places_of_sets().all;
        let mut of_digit: Vec<Vec<&SetPlaces>> = vec![Vec::new(); self.digits];
        for places in all.iter().filter(|places| places.cells != 0) {
            of_digit[places.digit].push(places);
        }
        let linked = |one: &SetPlaces| {
            let all_lose = |other: &&&SetPlaces| other.cells & !one.excluded == 0;
            let mut sets: Vec<u32> = { of_digit[one.digit].iter().filter(all_lose) }
                .flat_map(|other| other.sets.iter().copied())
                .collect();
            sets.sort_unstable();
            sets
        };
        all.iter().map(linked).collect()
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
