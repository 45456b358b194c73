//! Complete placements of a digit: one place in each house that needs it, no two of which see each other.
//!
//! Takes the places where a digit is live, gives those that lie in at least one complete placement. A 7 that lies in none is
//! false, whatever the other digits do; that is what a fish of any size can show at most, and what templates are made of.

use super::cells::{CellSet, HouseSet};
use super::tables::Tables;

/// Beyond so many choices a candidate is taken to be in some template: nothing is said of it.
const MOST_CHOICES: u32 = 20_000;

/// Of the places of a digit, those from which the others can be chosen so that each of the houses has
/// one and no two see each other. Where there is too much to try, they are taken to be possible.
pub fn placeable(tables: &Tables, houses: HouseSet, places: CellSet) -> CellSet {
    let mut search = Placing {
        tables,
        possible: CellSet::EMPTY,
        choices: 0,
    };
    for cell in places.iter() {
        if search.possible.contains(cell) {
            continue;
        }
        search.choices = 0;
        let mut way = CellSet::only(cell);
        let around = tables.houses_of(cell).0;
        let left = places.without(tables.peers(cell));
        if search.complete(left, HouseSet(houses.0 & !around), &mut way)
            || search.choices > MOST_CHOICES
        {
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
}

impl Placing<'_> {
    /// Completes a way with places from those that are left, one for each open house.
    fn complete(&mut self, left: CellSet, open: HouseSet, way: &mut CellSet) -> bool {
        self.choices += 1;
        if self.choices > MOST_CHOICES {
            return false;
        }
        let choices = open.iter().map(|house| *self.tables.house(house) & left);
        let Some(fewest) = choices.min_by_key(CellSet::len) else {
            return true;
        };
        // Those that are not in any way so far first: fewer ways will have to be found.
        let (old, new) = (fewest & self.possible, fewest.without(&self.possible));
        new.iter().chain(old.iter()).any(|cell| {
            let left = left.without(self.tables.peers(cell));
            let open = HouseSet(open.0 & !self.tables.houses_of(cell).0);
            let is_complete = self.complete(left, open, way);
            if is_complete {
                way.insert(cell);
            }
            is_complete
        })
    }
}
