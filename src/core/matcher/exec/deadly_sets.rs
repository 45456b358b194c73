//! Values of a set of cells that is to be deadly: grown house by house.
//!
//! A house with one cell of such a set needs another, so the set grows by a cell of that house, in
//! every way. Rectangles and loops are found quickly this way.

use crate::grid::Cell;
use crate::lang::ir::{Condition, Var};
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::exec::subset::{Labels, Subsets, join};
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::value::Value;
use crate::matcher::query::constraint::Constraint;

/// A set of cells under construction.
#[derive(Clone, Copy)]
struct GrowingSet {
    set: CellSet,
    /// The cells that the set can still get, without the cells that were tried.
    open: CellSet,
    labels: Labels,
}

/// A search for deadly sets.
struct DeadlySearch<'c> {
    sets: &'c Subsets<'c>,
    /// Largest number of cells in a house. This is also the number of digits.
    most: usize,
}

/// The number of digits, if a condition makes the variable a deadly set of bound digits.
pub fn digit_count(exec: &Execution<'_>, var: Var, narrow: &[Constraint]) -> Option<usize> {
    let mut deadly = exec
        .conditions(narrow)
        .filter_map(|condition| match condition {
            Condition::Deadly { digits, cells } if *cells == [var] => Some(digits),
            _ => None,
        });
    let digits = deadly.next()?.iter().map(|&v| exec.bindings.digits(v));
    Some(digits.fold(0, |mask, d| mask | d).count_ones() as usize)
}

/// Tries the sets of the right size that contain the required cells and otherwise cells of the
/// domain.
pub fn rows<'a>(
    exec: &mut Execution<'a>,
    sets: &Subsets<'_>,
    (required, domain): (&CellSet, &CellSet),
    digits: usize,
    row: &mut OnRow<'_, 'a>,
) {
    let search = DeadlySearch { sets, most: digits };
    let mut growth = GrowingSet {
        set: CellSet::EMPTY,
        open: *domain | *required,
        labels: Labels::default(),
    };
    if required.is_empty() {
        search.grow_by(exec, &growth, *domain, row);
        return;
    }
    for cell in required.iter() {
        let Some(larger) = search.larger(exec, &growth, cell) else {
            return;
        };
        growth = larger;
    }
    search.grow(exec, &growth, row);
}

impl DeadlySearch<'_> {
    fn grow<'a>(&self, exec: &mut Execution<'a>, growth: &GrowingSet, row: &mut OnRow<'_, 'a>) {
        let tables = exec.bindings.tables;
        let cells = growth.set.iter();
        let mut houses = cells.flat_map(|cell| tables.houses_of(cell).iter());
        let lonely = houses.find(|&house| (*tables.house(house) & growth.set).len() == 1);
        if let Some(house) = lonely {
            self.grow_by(exec, growth, *tables.house(house), row);
            return;
        }
        if growth.set.len() >= self.sets.size.0 as usize {
            exec.try_value(self.sets.var(), Value::Cells(growth.set), row);
        }
        let near = (growth.set.iter()).fold(CellSet::EMPTY, |sum, c| sum | *tables.peers(c));
        self.grow_by(exec, growth, near, row);
    }

    /// Adds each of the given cells in turn. A later branch does not use the cells of earlier
    /// branches.
    fn grow_by<'a>(
        &self,
        exec: &mut Execution<'a>,
        growth: &GrowingSet,
        among: CellSet,
        row: &mut OnRow<'_, 'a>,
    ) {
        if growth.set.len() == self.sets.size.1 as usize {
            return;
        }
        let mut rest = *growth;
        for cell in (growth.open & among).iter() {
            rest.open.remove(cell);
            if let Some(larger) = self.larger(exec, &rest, cell) {
                self.grow(exec, &larger, row);
            }
        }
    }

    /// The set with one more cell; `None` if a house gets too full or the labels of a clause do not
    /// fit.
    fn larger(
        &self,
        exec: &mut Execution<'_>,
        growth: &GrowingSet,
        cell: Cell,
    ) -> Option<GrowingSet> {
        let tables = exec.bindings.tables;
        let mut set = growth.set;
        set.insert(cell);
        let is_full = |house| (*tables.house(house) & set).len() > self.most;
        if tables.houses_of(cell).iter().any(is_full) {
            return None;
        }
        let member = self.sets.member(exec, cell.index())?;
        let mut labels = growth.labels;
        join(&mut labels, &member.labels);
        let mut open = growth.open;
        open.remove(cell);
        let fits = self.sets.fits(tables, &labels);
        fits.then_some(GrowingSet { set, open, labels })
    }
}
