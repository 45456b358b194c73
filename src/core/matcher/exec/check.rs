//! Tests of constraints whose variables are all bound.

use crate::grid::Digit;
use crate::matcher::exec::clause::leftover_fits;
use crate::matcher::exec::state::Execution;
use crate::matcher::query::constraint::Constraint;
use crate::matcher::query::delta::has_changed_truth;
use crate::matcher::query::goal::{OpenGoal, eliminates};
use crate::matcher::relation;

/// True if the constraint holds. All variables that it mentions must be bound. A constraint that
/// only narrows always holds.
pub fn holds(constraint: &Constraint, exec: &Execution<'_>) -> bool {
    let (bindings, pattern) = (&exec.bindings, exec.pattern);
    match constraint {
        Constraint::Condition(at) => bindings.holds(&pattern.conditions[*at]),
        Constraint::Order(a, b) => bindings.get(*a) <= bindings.get(*b),
        Constraint::Clause(partial) => leftover_fits(exec, partial),
        Constraint::Presence(at) => bindings.present(&pattern.presence[*at]),
        Constraint::Guardians(clauses) => {
            let most = pattern.guardians.unwrap_or(u32::MAX);
            bindings.guardians(pattern, clauses, most).is_some()
        }
        Constraint::Goal(goal) => has_target(goal, exec),
        Constraint::Eliminates => pattern.conclusions.iter().any(|c| eliminates(c, bindings)),
        Constraint::ChangedTruth => {
            let is_new = |since| has_changed_truth(bindings, pattern, since);
            exec.since.is_none_or(|since| is_new(since.age))
        }
        Constraint::ChangedHouses(vars) => exec.changes().is_none_or(|changes| {
            let houses = vars.iter().map(|&v| bindings.houses(v).0);
            houses.fold(0, |all, these| all | these) & changes.houses.0 != 0
        }),
        Constraint::SmallDelta(delta) => {
            let is_new = |since| delta.have_changed(bindings.position, since);
            exec.since.is_none_or(|since| is_new(since.age))
        }
        Constraint::AnyDigit(var, must_change) => exec.first_digits(*var, *must_change) != Some(0),
        Constraint::Exists(relation) => relation::can_hold(bindings, *relation),
        Constraint::Leftover(_)
        | Constraint::SmallCells(_)
        | Constraint::Star(_)
        | Constraint::Pair(_)
        | Constraint::Carries(_)
        | Constraint::Linked(_)
        | Constraint::ChangedValue => true,
    }
}

/// True if the eliminated digit is live in a cell that can still be a target. Always true on boards
/// of more than 128 cells.
fn has_target(goal: &OpenGoal, exec: &Execution<'_>) -> bool {
    let (bindings, tables) = (&exec.bindings, exec.bindings.tables);
    let digits = bindings.digits(goal.digit);
    if !tables.fits_u128() || !digits.is_power_of_two() {
        return true;
    }
    let digit = Digit::new(digits.trailing_zeros() as usize);
    let mut left = bindings.position.places(digit).as_u128();
    if exec.removable == Some(goal.digit) {
        left &= exec.removable_places(digit).as_u128();
    }
    for &var in &goal.seeing {
        if let Some(cells) = bindings.cells_u128(var) {
            left &= tables.common_peers_u128(cells);
        }
    }
    for &var in &goal.inside {
        left &= bindings.cells_u128(var).unwrap_or(u128::MAX);
    }
    left != 0
}
