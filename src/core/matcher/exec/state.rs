//! The state of a search: the values bound so far, the position, and tables that the search reuses.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use crate::grid::{Digit, bits};
use crate::lang::ir::{Condition, Pattern, Sort, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::als::{LinkedSets, PartnersInHouse};
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::delta::Changes;
use crate::matcher::index::value::Value;
use crate::matcher::query::constraint::Constraint;

/// A search for a pattern in a position.
pub struct Execution<'a> {
    /// The values bound so far.
    pub bindings: Bindings<'a>,
    /// The pattern that is searched for.
    pub pattern: &'a Pattern,
    /// The age after which a truth must have changed, in a search for new matches.
    pub since: Option<Since<'a>>,
    /// The digit of a proved rule about one digit. Such a rule can remove only candidates that lie
    /// in no complete placement of the digit, so only these can be targets.
    pub removable: Option<Var>,
    /// By variable: the almost locked set that it is bound to, as its number of spare digits and
    /// its index in that table.
    pub als: Vec<Option<(usize, usize)>>,
    /// The sets that a variable can be in a house. The search needs the same house many times.
    pub partners: RefCell<Vec<PartnersInHouse>>,
    /// For each set in the table of the first set variable: the digits that the set eliminates
    /// together with a linked partner.
    pub linked_sets: RefCell<Vec<(Var, Rc<LinkedSets>)>>,
}

/// An age of the position, and the changes after it, computed on first use.
#[derive(Clone, Copy)]
pub struct Since<'a> {
    /// Number of steps taken before the changes.
    pub age: u32,
    /// The changes, shared by all patterns of a technique.
    pub changes: &'a OnceCell<Changes>,
}

/// Called with the state once for each row of a source.
pub type OnRow<'r, 'a> = dyn FnMut(&mut Execution<'a>) + 'r;

impl<'a> Execution<'a> {
    /// The state of a new search in which only the given bindings are bound.
    pub fn new(
        bindings: Bindings<'a>,
        pattern: &'a Pattern,
        since: Option<Since<'a>>,
        removable: Option<Var>,
    ) -> Execution<'a> {
        Execution {
            bindings,
            pattern,
            since,
            removable,
            als: Vec::new(),
            partners: RefCell::default(),
            linked_sets: RefCell::default(),
        }
    }

    /// The changes since the last search, in a search for new matches.
    pub fn changes(&self) -> Option<&'a Changes> {
        let position = self.bindings.position;
        self.since.map(|since| {
            let changes = || position.changes_since(since.age);
            since.changes.get_or_init(changes)
        })
    }

    /// Binds a variable, calls `row`, and unbinds it. Does nothing once the budget is spent.
    #[inline]
    pub fn try_value(&mut self, var: Var, value: Value, row: &mut OnRow<'_, 'a>) {
        if self.bindings.cache.budget.is_over() {
            return;
        }
        self.bindings.values[usize::from(var.0)] = Some(value);
        row(self);
        self.bindings.values[usize::from(var.0)] = None;
    }

    /// The conditions among some constraints.
    pub fn conditions(&self, narrow: &[Constraint]) -> impl Iterator<Item = &'a Condition> {
        let pattern = self.pattern;
        narrow
            .iter()
            .filter_map(move |constraint| match constraint {
                Constraint::Condition(at) => Some(&pattern.conditions[*at]),
                _ => None,
            })
    }

    /// The possible digits of the first variable of a plan. In a search for new matches, if the
    /// digit is part of every truth, it must have changed. It must also have a removable place.
    /// `None` if the variable is not a single digit.
    pub fn first_digits(&self, var: Var, must_change: bool) -> Option<u32> {
        let bindings = &self.bindings;
        let variable = &bindings.variables[usize::from(var.0)];
        if variable.sort != Sort::Digit || variable.size.is_some() {
            return None;
        }
        let mut digits = bindings.tables.all_digits();
        if let (Some(changes), true) = (self.changes(), must_change) {
            digits &= changes.digits;
        }
        if self.removable == Some(var) {
            let is_target = |d: &usize| !self.removable_places(Digit::new(*d)).is_empty();
            digits = { bits(digits).filter(is_target) }.fold(0, |all, d| all | 1 << d);
        }
        Some(digits)
    }

    /// The places of a digit that lie in no complete placement of it.
    pub fn removable_places(&self, digit: Digit) -> &'a CellSet {
        let (position, tables) = (self.bindings.position, self.bindings.tables);
        position.removable(tables, digit)
    }
}
