//! The fillings of one or two constraints together.
//!
//! The sums `r1c1 = r1c2 + r2c1` and `r1c1 = r2c3 + r3c3` may each allow 9 for r1c1, but not both.
//!
//! Cost: the tables of one constraint are made once, those of two for each question.

use super::bits::{self, CandidateSet, MAX_DIGITS};
use super::fill::{Common, Filling};
use super::fill_tables::{FillTables, MAX_ITEM_CELLS};
use super::model::{Constraints, Item};
use crate::grid::Cell;

/// Maximum number of open cells of two constraints.
const MAX_OPEN_CELLS: usize = 9;
/// Maximum number of nodes of the search for the fillings of two constraints.
const MAX_PAIR_NODES: usize = 5_000;

/// The live candidates that every filling of some constraints excludes.
#[derive(Clone, Debug)]
pub(crate) struct Filled {
    /// The candidates, at least one.
    pub gone: CandidateSet,
    /// Number of nodes of the search.
    pub nodes: usize,
}

impl Constraints {
    /// The candidates that every filling of these one or two constraints excludes. `None` if there
    /// are none, if no filling exists, or if the search is too long.
    pub(crate) fn filled(&self, chosen: &[usize], live: &CandidateSet) -> Option<Filled> {
        let (found, most) = match *chosen {
            [at] => {
                let tables = &self.items[at].tables;
                (Filling::common(&self.board, self, tables, live), usize::MAX)
            }
            [at, other] if at != other => {
                let tables = self.joint_tables((at, other), live)?;
                let found = Filling::common(&self.board, self, &tables, live);
                (found, MAX_PAIR_NODES)
            }
            _ => return None,
        };
        match found {
            Common::Excluded(gone, nodes) if !gone.is_empty() && nodes <= most => {
                Some(Filled { gone, nodes })
            }
            _ => None,
        }
    }

    /// The words of a `fill` of these constraints, each once.
    pub fn words(&self, chosen: &[usize]) -> Vec<String> {
        let items = match *chosen {
            [at, other] => ordered(&self.items, (at, other)).to_vec(),
            _ => chosen.iter().map(|&at| &self.items[at]).collect(),
        };
        let mut words: Vec<String> = Vec::new();
        for word in items.into_iter().flat_map(|it| &it.words) {
            if !words.contains(word) {
                words.push(word.clone());
            }
        }
        words
    }

    /// The tables of two constraints together. `None` if no candidate of one excludes a candidate
    /// of the other, or if they have too many open cells or two machines.
    fn joint_tables(&self, pair: (usize, usize), live: &CandidateSet) -> Option<FillTables> {
        let [one, other] = ordered(&self.items, pair);
        let mut excluded = CandidateSet::default();
        for candidate in one.scope.and(live).iter() {
            excluded = excluded.or(&self.excluded[candidate.index()]);
        }
        if excluded.and(&other.scope).and(live).is_empty() {
            return None;
        }
        let mut cells = one.cells.clone();
        cells.extend(other.cells.iter().filter(|it| !one.cells.contains(it)));
        let is_open = |cell: &&Cell| bits::mask(&self.board, live, **cell).count_ones() > 1;
        let rows: Vec<_> = one.rows.iter().chain(&other.rows).cloned().collect();
        let fits = cells.iter().filter(is_open).count() <= MAX_OPEN_CELLS
            && cells.len() <= MAX_ITEM_CELLS
            && rows.len() <= MAX_DIGITS
            && other.tables.machine.is_none();
        // The machine reads the cells of its own line only, which come first.
        let machine = one.tables.machine.as_ref();
        let contents = (&*cells, &*rows, machine.map(|it| (it, one.cells.len())));
        fits.then(|| FillTables::new(&self.board, &self.excluded, contents))
    }
}

/// Two constraints, first the one with a machine, whose cells have an order.
fn ordered(items: &[Item], pair: (usize, usize)) -> [&Item; 2] {
    let (one, other) = (&items[pair.0], &items[pair.1]);
    match other.tables.machine {
        Some(_) => [other, one],
        None => [one, other],
    }
}
