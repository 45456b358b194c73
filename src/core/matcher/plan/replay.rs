//! Replays a match: binds its values in any order and tests every projection.
//!
//! The tests use it for the law of projections: a projection never fails on a partial binding of a
//! match.

use crate::lang::ir::{Pattern, Var};
use crate::matcher::exec::check::holds;
use crate::matcher::exec::search::each_value;
use crate::matcher::exec::state::Execution;
use crate::matcher::index::value::Value;
use crate::matcher::query::constraint::Constraint;
use crate::matcher::query::project::{Projection, checks_before, checks_before_search};
use crate::matcher::query::symmetry::orders;
use crate::matcher::relation::Relations;

/// The first projection that fails while the values of a match are bound in this order; `None` if
/// all hold. Variables without a value are left out.
pub fn failing_projection(
    exec: &mut Execution<'_>,
    relations: &Relations,
    values: &[Option<Value>],
    order: &[Var],
) -> Option<String> {
    let pattern: &Pattern = exec.pattern;
    let value_of = |var: Var| values[usize::from(var.0)];
    let steps = order.iter().filter(|&&var| value_of(var).is_some());
    let steps: Vec<Vec<Var>> = steps.map(|&var| vec![var]).collect();
    let orders = orders(pattern);
    let projection = Projection::new(pattern, &steps, &[], &orders, false);
    let mut before = checks_before(pattern, relations.source());
    before.extend(checks_before_search(pattern, None, false));
    if let Some(failing) = first_failing(exec, &before) {
        return Some(failing);
    }
    for (at, step) in steps.iter().enumerate() {
        let var = step[0];
        let checks = projection.checks_after(at);
        let narrow = projection.narrows(at, &checks);
        let value = value_of(var);
        // A large domain has too many subsets to list.
        if pattern.is_single(var) {
            let mut is_tried = false;
            each_value(exec, var, &narrow, &mut |exec| {
                is_tried |= exec.bindings.get(var) == value.as_ref();
            });
            if !is_tried {
                return Some(format!("{var:?} is narrowed too much by {narrow:?}"));
            }
        }
        exec.bindings.values[usize::from(var.0)] = value;
        if let Some(failing) = first_failing(exec, &checks) {
            return Some(failing);
        }
    }
    None
}

fn first_failing(exec: &Execution<'_>, checks: &[Constraint]) -> Option<String> {
    let failing = checks.iter().find(|check| !holds(check, exec));
    failing.map(|check| format!("{check:?}"))
}
