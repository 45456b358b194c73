//! The fillings of two items together.
//!
//! The sums `r1c1 = r1c2 + r2c1` and `r1c1 = r2c3 + r3c3` may each allow 9 for r1c1, but not both.
//!
//! Cost: tables for each pair of items that share exclusions, so pairs come after single items and
//! simple rules. A pair is examined again only if its candidates have changed.

use std::collections::BTreeMap;

use super::bits::CandidateSet;
use super::fill::{Common, Filling};
use super::fill_tables::{FillTables, MAX_ITEM_CELLS};
use super::model::{Item, Model};
use super::search::{Inference, Reason};
use crate::grid::Cell;

/// Maximum number of open cells of two items together.
const MAX_OPEN_CELLS: usize = 9;
/// Maximum number of nodes in the search for the fillings of two items.
const MAX_PAIR_NODES: usize = 5_000;

/// The pairs of items that were examined, with their live candidates at that time.
#[derive(Default)]
pub(super) struct Pairs {
    examined: BTreeMap<(usize, usize), CandidateSet>,
}

impl Pairs {
    /// An inference from two items together.
    pub fn find(&mut self, model: &Model, live: &CandidateSet) -> Option<Inference> {
        let plain = model.items.iter().filter(|it| it.terms.is_empty()).count();
        let scopes = model.items.iter().map(|it| it.scope.and(live));
        let scopes: Vec<CandidateSet> = scopes.take(plain).collect();
        for (at, scope) in scopes.iter().enumerate() {
            let mut excluded = CandidateSet::default();
            for candidate in scope.iter() {
                excluded = excluded.or(&model.excluded[candidate.index()]);
            }
            for (other, second) in scopes.iter().enumerate().skip(at + 1) {
                if excluded.and(second).is_empty() {
                    continue;
                }
                let both = scope.or(second);
                if self.examined.get(&(at, other)) == Some(&both) {
                    continue;
                }
                self.examined.insert((at, other), both);
                let Some(tables) = tables(model, (at, other), live) else {
                    continue;
                };
                match Filling::common(&model.board, model, &tables, live) {
                    Common::NoFilling => return Some(Inference::NoFilling(vec![at, other])),
                    Common::Excluded(gone, nodes)
                        if !gone.is_empty() && nodes <= MAX_PAIR_NODES =>
                    {
                        return Some(Inference::Gone(Reason::Items(vec![at, other], nodes), gone));
                    }
                    _ => {}
                }
            }
        }
        None
    }
}

/// The tables of two items together. `None` if they have too many open cells or two machines.
fn tables(model: &Model, pair: (usize, usize), live: &CandidateSet) -> Option<FillTables> {
    let (one, other) = ordered(&model.items, pair);
    let mut cells = one.cells.clone();
    cells.extend(other.cells.iter().filter(|it| !one.cells.contains(it)));
    let is_open = |cell: &&Cell| super::bits::mask(&model.board, live, **cell).count_ones() > 1;
    let rows: Vec<_> = one.rows.iter().chain(&other.rows).cloned().collect();
    let fits = cells.iter().filter(is_open).count() <= MAX_OPEN_CELLS
        && cells.len() <= MAX_ITEM_CELLS
        && rows.len() <= super::bits::MAX_DIGITS
        && other.tables.machine.is_none();
    let contents = (&*cells, &*rows, one.tables.machine.as_ref());
    fits.then(|| FillTables::new(&model.board, &model.excluded, contents))
}

/// The two items. An item with a machine comes first, because its cells have an order.
fn ordered(items: &[Item], pair: (usize, usize)) -> (&Item, &Item) {
    let (one, other) = (&items[pair.0], &items[pair.1]);
    match other.tables.machine {
        Some(_) => (other, one),
        None => (one, other),
    }
}

/// The words of a `fill` of the items, each word once.
pub(super) fn words(items: &[Item], chosen: &[usize]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let pair = |&[one, other]: &[usize; 2]| {
        let (one, other) = ordered(items, (one, other));
        vec![one, other]
    };
    let chosen = match chosen.first_chunk() {
        Some(chunk) => pair(chunk),
        None => chosen.iter().map(|&at| &items[at]).collect(),
    };
    for word in chosen.into_iter().flat_map(|it| &it.words) {
        if !words.contains(word) {
            words.push(word.clone());
        }
    }
    words
}
