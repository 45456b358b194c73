//! Values of a variable for digits: a single digit, or a set of them.
//!
//! The digits of a naked pair are read from its cells: the digits that the clause leaves over are
//! required, so there is one value.

use crate::grid::bits;
use crate::lang::ir::{Condition, Subject, Var};
use crate::matcher::exec::clause::leftover;
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::exec::subset;
use crate::matcher::index::value::Value;
use crate::matcher::query::constraint::Constraint;
use crate::matcher::query::cover::Capacity;

/// Tries all values of the variable.
pub fn rows<'a>(
    exec: &mut Execution<'a>,
    var: Var,
    narrow: &[Constraint],
    row: &mut OnRow<'_, 'a>,
) {
    let Some((domain, required)) = domain(exec, var, narrow) else {
        return;
    };
    match exec.bindings.variables[usize::from(var.0)].size {
        None if required == 0 => {
            for digit in bits(domain) {
                exec.try_value(var, Value::Digits(1 << digit), row);
            }
        }
        None if required.is_power_of_two() => exec.try_value(var, Value::Digits(required), row),
        None => {}
        Some(size) => {
            let mut chosen = bits(required).collect();
            let rest = bits(domain & !required);
            let sets = subset::Subsets::new(exec, var, narrow, size, |members| {
                Value::Digits(members.iter().fold(0, |mask, d| mask | 1 << d))
            });
            sets.rows(exec, &mut chosen, rest, row);
        }
    }
}

/// The possible digits of the variable, and the digits that it must contain. `None` if no value is
/// possible.
fn domain(exec: &Execution<'_>, var: Var, narrow: &[Constraint]) -> Option<(u32, u32)> {
    let bindings = &exec.bindings;
    let mut domain = bindings.tables.all_digits();
    let mut required = 0;
    if exec.removable == Some(var) {
        domain &= exec.first_digits(var, false).unwrap_or(u32::MAX);
    }
    for constraint in narrow {
        match constraint {
            Constraint::ChangedValue => {
                domain &= exec.changes().map_or(u32::MAX, |changes| changes.digits);
            }
            Constraint::Condition(at) => match &exec.pattern.conditions[*at] {
                Condition::In(a, b) if *a == var => domain &= bindings.digits(*b),
                Condition::In(a, b) if *b == var => required |= bindings.digits(*a),
                Condition::Present(a, cells) if *a == var => {
                    domain &= bindings.live_digits(&bindings.cells(*cells));
                }
                _ => {}
            },
            Constraint::Leftover(clause) => {
                let subject = &exec.pattern.knowledge[clause.partial.clause].subject;
                if !matches!(subject, Subject::Cells(_)) {
                    continue;
                }
                let left = leftover(exec, &clause.partial).digits;
                if clause.is_alone {
                    required |= left;
                } else if clause.partial.capacity == Capacity::Digits(left.count_ones()) {
                    domain &= left;
                }
            }
            _ => {}
        }
    }
    (required & !domain == 0).then_some((domain, required))
}
