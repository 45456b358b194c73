//! Complete placements of a digit: one place in each house that needs it, no two of which see each
//! other.
//!
//! The input is the set of live places of a digit; the result is the places that lie in at least
//! one complete placement. A 7 that lies in no complete placement is false, whatever the other
//! digits do. A fish of any size can eliminate no other candidates, and templates are made of such
//! placements.
//!
//! The answer is exact, so it is the same for a board and its transpose. *Rejected*: a search that
//! stops after a number of choices, whose answer would depend on the order of the houses. Where
//! there is much to try, as on 16x16 boards, the search remembers dead ends, because different
//! orders of choices leave the same places.

use std::collections::BTreeSet;
use std::ops::{BitAnd, BitOr};

use crate::grid::Cell;
use crate::matcher::index::als::bits128;
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::index::board::Tables;

/// Number of choices after which dead ends are remembered. A 9x9 board rarely needs this number.
const MANY_CHOICES: u32 = 2_000;

/// The places of a digit that lie in a complete placement: one place in each of the houses, no two
/// of which see each other.
pub fn placeable(tables: &Tables, houses: HouseSet, places: CellSet) -> CellSet {
    match places.try_u128() {
        Some(low) => CellSet::from_u128(Placing::all(tables, houses, low)),
        None => Placing::all(tables, houses, places),
    }
}

/// Places of a digit, as bits of one word on small boards.
trait PlaceBits: Copy + Ord + Default + BitAnd<Output = Self> + BitOr<Output = Self> {
    fn of(cells: &CellSet) -> Self;
    fn len(self) -> usize;
    fn without(self, other: Self) -> Self;
    fn cells(self) -> impl Iterator<Item = Cell>;
}

impl PlaceBits for u128 {
    fn of(cells: &CellSet) -> u128 {
        cells.as_u128()
    }
    fn len(self) -> usize {
        self.count_ones() as usize
    }
    fn without(self, other: u128) -> u128 {
        self & !other
    }
    fn cells(self) -> impl Iterator<Item = Cell> {
        bits128(self).map(Cell::new)
    }
}

impl PlaceBits for CellSet {
    fn of(cells: &CellSet) -> CellSet {
        *cells
    }
    fn len(self) -> usize {
        CellSet::len(&self)
    }
    fn without(self, other: CellSet) -> CellSet {
        CellSet::without(self, &other)
    }
    fn cells(self) -> impl Iterator<Item = Cell> {
        self.iter()
    }
}

/// A search for ways to place a digit in all houses.
struct Placing<'a, P> {
    tables: &'a Tables,
    /// The places that lie in some placement found so far.
    possible: P,
    choices: u32,
    /// Open houses and remaining places without a complete placement.
    dead_ends: BTreeSet<(HouseSet, P)>,
}

impl<'a, P: PlaceBits> Placing<'a, P> {
    /// All places that lie in some complete placement.
    fn all(tables: &'a Tables, houses: HouseSet, places: P) -> P {
        let mut search = Placing {
            tables,
            possible: P::default(),
            choices: 0,
            dead_ends: BTreeSet::new(),
        };
        for cell in places.cells() {
            let only = P::of(&CellSet::only(cell));
            if search.possible & only != P::default() {
                continue;
            }
            let around = tables.houses_of(cell).0;
            let left = places.without(P::of(tables.peers(cell)));
            if let Some(way) = search.complete(left, HouseSet(houses.0 & !around)) {
                search.possible = search.possible | way | only;
            }
        }
        search.possible
    }

    /// A complete placement of the open houses, chosen from the places that are left.
    fn complete(&mut self, left: P, open: HouseSet) -> Option<P> {
        self.choices = self.choices.saturating_add(1);
        let mut fewest: Option<(usize, P)> = None;
        for house in open.iter() {
            let choice = P::of(self.tables.house(house)) & left;
            let count = choice.len();
            if fewest.is_none_or(|(known, _)| count < known) {
                fewest = Some((count, choice));
            }
            // The minimum is 1, so no other house need be counted.
            if count <= 1 {
                break;
            }
        }
        let Some((count, fewest)) = fewest else {
            return Some(P::default());
        };
        let remembers = self.choices > MANY_CHOICES && count > 1;
        let left = match remembers {
            // The search needs only places in open houses.
            true => {
                let houses = open.iter().map(|house| P::of(self.tables.house(house)));
                left & houses.fold(P::default(), P::bitor)
            }
            false => left,
        };
        if remembers && self.dead_ends.contains(&(open, left)) {
            return None;
        }
        // New places come first, so that fewer placements have to be found.
        let (old, new) = (fewest & self.possible, fewest.without(self.possible));
        let way = new.cells().chain(old.cells()).find_map(|cell| {
            let left = left.without(P::of(self.tables.peers(cell)));
            let open = HouseSet(open.0 & !self.tables.houses_of(cell).0);
            let way = self.complete(left, open)?;
            Some(way | P::of(&CellSet::only(cell)))
        });
        if remembers && way.is_none() {
            self.dead_ends.insert((open, left));
        }
        way
    }
}
