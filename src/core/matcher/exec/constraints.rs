//! Rows of constraints, and the candidates that their fillings exclude.
//!
//! *Binds* a constraint of the puzzle. *Narrowed by* the delta: of constraints without a changed
//! cell, the matches are known. *Order*: that of the puzzle. *Cost*: one search of the fillings for
//! each choice of constraints, kept for the position.

use std::rc::Rc;

use crate::constraint::Filled;
use crate::grid::Digit;
use crate::lang::ir::{Sort, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::fillings::FilledConstraints;
use crate::matcher::index::value::Value;

/// Tries all constraints that a variable can be bound to.
pub fn rows<'a>(exec: &mut Execution<'a>, var: Var, row: &mut OnRow<'_, 'a>) {
    let Sort::Constraint(kinds) = exec.bindings.sort(var) else {
        return;
    };
    let position = exec.bindings.position;
    let Some(constraints) = position.constraints() else {
        return;
    };
    let bound = exec.bindings.constraints();
    let is_last = bound.len() + 1 == exec.bindings.variables.len();
    let changes = exec.changes().filter(|_| is_last);
    let has_changed = |at: usize| {
        let mut cells = constraints.items[at].cells.iter();
        changes.is_none_or(|it| cells.any(|&cell| it.cells.contains(cell)))
    };
    let is_changed = bound.iter().any(|&at| has_changed(at));
    for (at, item) in constraints.items.iter().enumerate() {
        if kinds.contains(item.kind) && (is_changed || has_changed(at)) {
            exec.try_value(var, Value::Constraint(at as u32), row);
        }
    }
}

impl Bindings<'_> {
    /// The constraints that variables are bound to, by index.
    pub fn constraints(&self) -> Vec<usize> {
        let of = |value: &Option<Value>| match value {
            Some(Value::Constraint(at)) => Some(*at as usize),
            _ => None,
        };
        self.values.iter().filter_map(of).collect()
    }

    fn chosen(&self, vars: &[Var]) -> Vec<usize> {
        let of = |var: &Var| match self.get(*var) {
            Some(Value::Constraint(at)) => Some(*at as usize),
            _ => None,
        };
        vars.iter().filter_map(of).collect()
    }

    /// The candidates that every filling of these constraints excludes.
    fn filled(&self, vars: &[Var]) -> Option<Rc<Filled>> {
        let mut cache = self.cache.fillings.borrow_mut();
        cache.filled(self.position, &self.chosen(vars))
    }

    /// These constraints in words.
    pub fn described(&self, vars: &[Var]) -> FilledConstraints {
        let mut cache = self.cache.fillings.borrow_mut();
        cache.described(self.position, &self.chosen(vars))
    }
}

/// Calls `visit` with each digit and the cells in which every filling excludes it, until it returns
/// `false`. Returns `false` in that case.
pub fn unfilled(
    bindings: &Bindings<'_>,
    vars: &[Var],
    visit: &mut dyn FnMut(Digit, CellSet) -> bool,
) -> bool {
    let Some(filled) = bindings.filled(vars) else {
        return true;
    };
    let board = bindings.position.board();
    let mut cells = vec![CellSet::EMPTY; board.size()];
    for candidate in filled.gone.iter() {
        cells[board.digit_of(candidate).index()].insert(board.cell_of(candidate));
    }
    let mut digits = board.digits().zip(cells);
    digits.all(|(digit, cells)| visit(digit, cells & *bindings.position.places(digit)))
}
