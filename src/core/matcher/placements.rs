//! Complete placements of a digit: one place in each house that needs it, no two of which see each other.
//!
//! Takes the places where a digit is live, gives those that lie in at least one complete placement. A 7 that lies in none is
//! false, whatever the other digits do; that is what a fish of any size can show at most, and what templates are made of.
//!
//! Nothing is given up here: the answer is exact, so that it is the same for a board and for the board turned on its side. A search that
//! stops after so many choices would depend on the order of the houses. Where there is much to try, as on 16x16 boards, what led nowhere
//! is remembered instead, and in a different order of choices the same places are left over again and again.

use std::collections::BTreeSet;

use super::cells::{CellSet, HouseSet};
use super::tables::Tables;

/// From so many choices on, what led nowhere is remembered. On a 9x9 board it hardly ever comes to that.
const MANY_CHOICES: u32 = 2_000;

/// Of the places of a digit, those from which the others can be chosen so that each of the houses has
/// one and no two see each other.
pub fn placeable(tables: &Tables, houses: HouseSet, places: CellSet) -> CellSet {
    let mut search = Placing {
        tables,
        possible: CellSet::EMPTY,
        choices: 0,
        dead_ends: BTreeSet::new(),
    };
    for cell in places.iter() {
        if search.possible.contains(cell) {
            continue;
        }
        let mut way = CellSet::only(cell);
        let around = tables.houses_of(cell).0;
        let left = places.without(tables.peers(cell));
        if search.complete(left, HouseSet(houses.0 & !around), &mut way) {
            search.possible |= way;
        }
    }
    search.possible
}

/// A search for ways to place a digit in all houses.
struct Placing<'a> {
    tables: &'a Tables,
    /// The places that some way has.
    possible: CellSet,
    choices: u32,
    /// Houses that are open and places that are left, from which there is no way.
    dead_ends: BTreeSet<(HouseSet, CellSet)>,
}

impl Placing<'_> {
    /// Completes a way with places from those that are left, one for each open house.
    fn complete(&mut self, left: CellSet, open: HouseSet, way: &mut CellSet) -> bool {
        self.choices = self.choices.saturating_add(1);
        let choices = open.iter().map(|house| *self.tables.house(house) & left);
        let Some(fewest) = choices.min_by_key(CellSet::len) else {
            return true;
        };
        let remembers = self.choices > MANY_CHOICES && fewest.len() > 1;
        let left = match remembers {
            // Places in no open house make no difference.
            true => {
                let houses = open.iter().map(|house| *self.tables.house(house));
                left & houses.fold(CellSet::EMPTY, |all, cells| all | cells)
            }
            false => left,
        };
        if remembers && self.dead_ends.contains(&(open, left)) {
            return false;
        }
        // Those that are not in any way so far first: fewer ways will have to be found.
        let (old, new) = (fewest & self.possible, fewest.without(&self.possible));
        let is_complete = new.iter().chain(old.iter()).any(|cell| {
            let left = left.without(self.tables.peers(cell));
            let open = HouseSet(open.0 & !self.tables.houses_of(cell).0);
            let is_complete = self.complete(left, open, way);
            if is_complete {
                way.insert(cell);
            }
            is_complete
        });
        if remembers && !is_complete {
            self.dead_ends.insert((open, left));
        }
        is_complete
    }
}
