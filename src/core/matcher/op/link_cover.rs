//! Link covers: the fewest links that contain all candidates of some cells, and the candidates that
//! they eliminate.
//!
//! A link is a digit in a house, so each digit is covered separately: its places must be covered by
//! houses. Sixteen cells that need just sixteen links are a multi-sector locked set: each link has
//! its digit in one of the cells, and not outside.

use crate::grid::{Candidate, Digit, Group, House};
use crate::lang::ir::{Condition, Sort, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::explain::matches::Part;
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::board::Tables;

/// A cover of the places of a digit by as few houses as possible, and its eliminations.
struct DigitCover {
    houses: Vec<House>,
    excluded: CellSet,
}

/// The cells in a house of each list and in none of the other houses. Solved cells count only for a
/// set of squares.
pub fn every_cell(
    bindings: &Bindings<'_>,
    set: Var,
    inside: &[Vec<Var>],
    outside: &[Var],
) -> CellSet {
    let mut cells = match bindings.sort(set) {
        Sort::Square => *bindings.tables.all_cells(),
        _ => bindings
            .tables
            .all_cells()
            .without(bindings.position.solved()),
    };
    for list in inside {
        cells &= bindings.cells_of(list);
    }
    cells.without(&bindings.cells_of(outside))
}

/// True if a set equals its definition, or has the required number of links.
pub fn is_linked(bindings: &Bindings<'_>, condition: &Condition) -> bool {
    match condition {
        Condition::EveryCell {
            set,
            inside,
            outside,
        } => every_cell(bindings, *set, inside, outside) == bindings.cells(*set),
        Condition::FewestLinks { cells, sizes, plus } => {
            let wanted = bindings.total_size(sizes) + i64::from(*plus);
            needs_links(bindings, &bindings.cells_of(cells), wanted)
        }
        _ => true,
    }
}

/// True if the candidates of the cells need exactly `wanted` links.
fn needs_links(bindings: &Bindings<'_>, cells: &CellSet, wanted: i64) -> bool {
    let mut left = wanted;
    for digit in bindings.position.board().digits() {
        let places = *cells & *bindings.position.places(digit);
        let most = usize::try_from(left).unwrap_or_default();
        match fewest(bindings.tables, places, most) {
            Some(houses) => left -= houses as i64,
            None => return false,
        }
    }
    left == 0
}

/// The eliminations by the links of the cells: one cover for each digit, and further covers where
/// they eliminate more.
pub fn linked_parts(bindings: &Bindings<'_>, cells: &[Var]) -> Vec<Part> {
    let board = bindings.position.board();
    let cells = bindings.cells_of(cells);
    let covers: Vec<(Digit, Vec<DigitCover>)> = board
        .digits()
        .map(|digit| (digit, covers(bindings, digit, &cells)))
        .collect();
    // The first cover of each digit is the one that eliminates most.
    let first = |ways: &[DigitCover]| {
        let most = ways.iter().map(|way| way.excluded.len()).max();
        ways.iter().position(|way| Some(way.excluded.len()) == most)
    };
    let chosen: Vec<usize> = { covers.iter() }
        .map(|(_, ways)| first(ways).unwrap_or_default())
        .collect();
    let links = |changed: Option<(usize, usize)>| -> Vec<Group> {
        let all = covers.iter().enumerate().flat_map(|(at, (digit, ways))| {
            let way = changed.filter(|(of, _)| *of == at);
            let way = &ways[way.map_or(chosen[at], |(_, way)| way)];
            (way.houses.iter()).map(|&house| board.house_group(house, *digit))
        });
        let mut all: Vec<Group> = all.collect();
        all.sort_unstable();
        all
    };
    let part = |links: Vec<Group>, eliminations: Vec<Candidate>| Part {
        truths: cells.iter().map(|cell| board.cell_group(cell)).collect(),
        links,
        eliminations,
        ..Part::default()
    };
    let named = |digit: Digit, cells: CellSet| {
        { cells.iter() }
            .map(|cell| board.candidate(cell, digit))
            .collect::<Vec<_>>()
    };
    let mut gone = Vec::new();
    let mut others = Vec::new();
    for (at, (digit, ways)) in covers.iter().enumerate() {
        let mut taken = ways[chosen[at]].excluded;
        gone.extend(named(*digit, taken));
        for (number, way) in ways.iter().enumerate() {
            let new = way.excluded.without(&taken);
            if !new.is_empty() {
                taken |= new;
                others.push(part(links(Some((at, number))), named(*digit, new)));
            }
        }
    }
    if !gone.is_empty() {
        others.insert(0, part(links(None), gone));
    }
    others
}

/// Every way to cover the places of a digit in the cells by as few houses as possible.
fn covers(bindings: &Bindings<'_>, digit: Digit, cells: &CellSet) -> Vec<DigitCover> {
    let live = *bindings.position.places(digit);
    let places = *cells & live;
    let fewest = fewest(bindings.tables, places, places.len()).unwrap_or_default();
    let mut ways = Vec::new();
    every_cover(bindings.tables, places, fewest, &mut Vec::new(), &mut ways);
    ways.sort_unstable();
    ways.dedup();
    let cover = |houses: Vec<House>| {
        let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        for &house in &houses {
            twice |= once & *bindings.tables.house(house);
            once |= *bindings.tables.house(house);
        }
        let excluded = (once.without(cells) | twice) & live;
        DigitCover { houses, excluded }
    };
    ways.into_iter().map(cover).collect()
}

/// The least number of houses that cover the places; `None` if it exceeds `most`.
fn fewest(tables: &Tables, places: CellSet, most: usize) -> Option<usize> {
    (0..=most.min(places.len())).find(|&houses| can_cover(tables, places, houses))
}

/// True if this number of houses can cover the places.
fn can_cover(tables: &Tables, places: CellSet, houses: usize) -> bool {
    let Some(first) = places.first() else {
        return true;
    };
    houses > 0
        && (tables.houses_of(first).iter())
            .any(|house| can_cover(tables, places.without(tables.house(house)), houses - 1))
}

/// Adds every cover of the places by this number of houses.
fn every_cover(
    tables: &Tables,
    places: CellSet,
    houses: usize,
    chosen: &mut Vec<House>,
    ways: &mut Vec<Vec<House>>,
) {
    let Some(first) = places.first() else {
        let mut way = chosen.clone();
        way.sort_unstable();
        ways.push(way);
        return;
    };
    if houses == 0 {
        return;
    }
    for house in tables.houses_of(first).iter() {
        chosen.push(house);
        let left = places.without(tables.house(house));
        every_cover(tables, left, houses - 1, chosen, ways);
        chosen.pop();
    }
}
