//! Sets of cells that are to be deadly: grown house by house.
//!
//! A house with just one cell of such a set needs another, so the set grows by a cell of that house,
//! in every way there is. That is what makes rectangles and loops quick to find.

use crate::grid::Cell;
use crate::lang::ir::Condition;
use crate::matcher::exec::frame::Bindings;
use crate::matcher::exec::search::Execution;
use crate::matcher::exec::subset::{Demand, MAX_GROWING, join};
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::value::Value;
use crate::matcher::plan::Bind;

/// A set that grows.
struct Growth {
    set: CellSet,
    /// What it may grow by; cells that were tried are gone.
    open: CellSet,
    labels: [u128; MAX_GROWING],
}

/// What all sets of one search have in common.
struct Bounds<'r> {
    size: (u32, u32),
    /// So many cells fit into a house.
    most: usize,
    capacities: &'r [Demand],
}

impl<'a, F: FnMut(&Bindings<'a>)> Execution<'a, F> {
    /// If the variable alone is to be a deadly set of digits that are bound: the number of digits.
    pub(crate) fn to_be_deadly(&self, bind: &Bind) -> Option<usize> {
        let conditions = bind.conditions.iter().map(|&c| &self.pattern.conditions[c]);
        let mut deadly = conditions.filter_map(|condition| match condition {
            Condition::Deadly { digits, cells } if *cells == [bind.var] => Some(digits),
            _ => None,
        });
        let digits = deadly.next()?.iter().map(|&v| self.bindings.digits(v));
        Some(digits.fold(0, |mask, d| mask | d).count_ones() as usize)
    }

    /// Tries the deadly sets of the right size that hold what is required and otherwise cells of
    /// the domain.
    pub(crate) fn deadly_sets(
        &mut self,
        depth: usize,
        size: (u32, u32),
        required: &CellSet,
        domain: &CellSet,
        digits: usize,
    ) {
        let capacities = self.capacities(depth, &self.plan.steps[depth].growing);
        let bounds = Bounds {
            size,
            most: digits,
            capacities: &capacities,
        };
        let mut growth = Growth {
            set: CellSet::EMPTY,
            open: *domain | *required,
            labels: [0; MAX_GROWING],
        };
        if required.is_empty() {
            self.grow_by(depth, &growth, *domain, &bounds);
            return;
        }
        for cell in required.iter() {
            let Some(larger) = self.larger(depth, &growth, cell, &bounds) else {
                return;
            };
            growth = larger;
        }
        self.grow_deadly(depth, &growth, &bounds);
    }

    fn grow_deadly(&mut self, depth: usize, growth: &Growth, bounds: &Bounds<'_>) {
        let tables = self.bindings.tables;
        let size = growth.set.len();
        let houses = growth
            .set
            .iter()
            .flat_map(|cell| tables.houses_of(cell).iter());
        let lonely = { houses }.find(|&house| (*tables.house(house) & growth.set).len() == 1);
        if let Some(house) = lonely {
            self.grow_by(depth, growth, *tables.house(house), bounds);
            return;
        }
        if size >= bounds.size.0 as usize {
            self.try_value(depth, Value::Cells(growth.set));
        }
        let near = (growth.set.iter()).fold(CellSet::EMPTY, |sum, c| sum | *tables.peers(c));
        self.grow_by(depth, growth, near, bounds);
    }

    /// Grows by one of these cells, each time without those that were tried before.
    fn grow_by(&mut self, depth: usize, growth: &Growth, among: CellSet, bounds: &Bounds<'_>) {
        if growth.set.len() == bounds.size.1 as usize {
            return;
        }
        let mut rest = Growth { ..*growth };
        for cell in (growth.open & among).iter() {
            rest.open.remove(cell);
            if let Some(larger) = self.larger(depth, &rest, cell, bounds) {
                self.grow_deadly(depth, &larger, bounds);
            }
        }
    }

    /// The set with one cell more, if no house gets too full and all clauses have room.
    fn larger(
        &mut self,
        depth: usize,
        growth: &Growth,
        cell: Cell,
        bounds: &Bounds<'_>,
    ) -> Option<Growth> {
        let tables = self.bindings.tables;
        let mut set = growth.set;
        set.insert(cell);
        let full = |house| (*tables.house(house) & set).len() > bounds.most;
        if tables.houses_of(cell).iter().any(full) {
            return None;
        }
        let make =
            |members: &[usize]| Value::Cells(members.iter().map(|&c| Cell::new(c)).collect());
        let member = self.weigh(depth, cell.index(), make, bounds.capacities)?;
        let mut labels = growth.labels;
        join(&mut labels, &member.labels);
        let mut open = growth.open;
        open.remove(cell);
        self.fits(&labels, bounds.capacities, &[])
            .then_some(Growth { set, open, labels })
    }
}
