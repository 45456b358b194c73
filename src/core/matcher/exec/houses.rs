//! Values of a variable for houses: a single house, or a set of houses.
//!
//! In a W-wing, `every x in H sees a or sees b`. So a cell with x that sees neither a nor b removes
//! its houses from the domain of H, and usually no house remains.

use crate::grid::{Digit, House};
use crate::lang::ir::{Alternative, Condition, Sort, Subject, Var};
use crate::matcher::exec::clause::leftover;
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::exec::subset::{Subsets, covers};
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::index::value::Value;
use crate::matcher::query::constraint::Constraint;
use crate::matcher::query::cover::{PartialClause, SmallCells};

/// Tries all values of the variable.
pub fn rows<'a>(
    exec: &mut Execution<'a>,
    var: Var,
    narrow: &[Constraint],
    row: &mut OnRow<'_, 'a>,
) {
    let size = exec.bindings.variables[usize::from(var.0)].size;
    let Some((domain, cover)) = domain(exec, var, narrow) else {
        return;
    };
    match (size, cover) {
        (None, _) => {
            for house in domain.iter() {
                exec.try_value(var, Value::Houses(HouseSet::only(house)), row);
            }
        }
        (Some(size), Some(cells)) => covers(exec, var, size, (&cells, domain.0), row),
        (Some(size), None) => {
            let sets = Subsets::new(exec, var, narrow, size, |members| {
                Value::Houses(members.iter().map(|&h| House::new(h)).collect())
            });
            let rest = domain.iter().map(House::index);
            sets.rows(exec, &mut Vec::new(), rest, row);
        }
    }
}

/// The possible houses of the variable. For a set also the cells that it must cover, if a clause or
/// condition requires that.
fn domain(
    exec: &Execution<'_>,
    var: Var,
    narrow: &[Constraint],
) -> Option<(HouseSet, Option<CellSet>)> {
    let Sort::House(kinds) = exec.bindings.sort(var) else {
        return None;
    };
    let is_single = exec.bindings.variables[usize::from(var.0)].size.is_none();
    let mut domain = exec.bindings.tables.houses_of_kinds(kinds).0;
    let mut cover: Option<CellSet> = None;
    let mut keep_around = |cells: CellSet, domain: &mut u128| {
        if is_single {
            for cell in cells.iter() {
                *domain &= exec.bindings.tables.houses_of(cell).0;
            }
        } else {
            *cover.get_or_insert_default() |= cells;
        }
    };
    for constraint in narrow {
        match constraint {
            Constraint::ChangedValue => {
                domain &= exec.changes().map_or(u128::MAX, |changes| changes.houses.0);
            }
            Constraint::Condition(at) => match &exec.pattern.conditions[*at] {
                Condition::Disjoint(a, b) if *a == var => domain &= !exec.bindings.houses(*b).0,
                Condition::Disjoint(a, b) if *b == var => domain &= !exec.bindings.houses(*a).0,
                Condition::In(a, b) if *b == var => {
                    keep_around(exec.bindings.cells(*a), &mut domain);
                }
                _ => {}
            },
            Constraint::Clause(partial) => keep_covered(exec, partial, var, &mut domain),
            Constraint::SmallCells(small) => keep_with_small_cells(exec, small, &mut domain),
            Constraint::Leftover(clause) if clause.is_alone => {
                let every = &exec.pattern.knowledge[clause.partial.clause];
                if matches!(
                    every.alternatives[clause.alternative],
                    Alternative::House(_)
                ) {
                    keep_around(leftover(exec, &clause.partial).cells, &mut domain);
                }
            }
            _ => {}
        }
    }
    Some((HouseSet(domain), cover))
}

/// Keeps the houses with enough small cells for a set that is bound later.
fn keep_with_small_cells(exec: &Execution<'_>, small: &SmallCells, domain: &mut u128) {
    let bindings = &exec.bindings;
    let cells = bindings.position.small(small.most as usize);
    let mut cells = cells.unwrap_or_else(|| bindings.open_cells());
    for house in &small.inside {
        cells &= bindings.cells(*house);
    }
    let has_enough = |h: &House| (cells & *bindings.tables.house(*h)).len() >= small.size as usize;
    let kept: HouseSet = HouseSet(*domain).iter().filter(has_enough).collect();
    *domain = kept.0;
}

/// Keeps the houses in which the bound alternatives cover each place of the digit. Applies only if
/// all alternatives of the clause are bound.
fn keep_covered(exec: &Execution<'_>, partial: &PartialClause, var: Var, domain: &mut u128) {
    let every = &exec.pattern.knowledge[partial.clause];
    let Subject::Digits(digit, house) = every.subject else {
        return;
    };
    let digits = exec.bindings.digits(digit);
    let is_bound = house == var && partial.bound.len() == every.alternatives.len();
    if !is_bound || !digits.is_power_of_two() {
        return;
    }
    let digit = Digit::new(digits.trailing_zeros() as usize);
    if let Some(left) = not_covered(exec, &every.alternatives, digit) {
        let houses = left
            .iter()
            .map(|cell| exec.bindings.tables.houses_of(cell).0);
        *domain &= !houses.fold(0, |all, houses| all | houses);
    }
}

/// The places of a digit that no alternative covers; `None` if the coverage depends on more than
/// the cell.
fn not_covered(
    exec: &Execution<'_>,
    alternatives: &[Alternative],
    digit: Digit,
) -> Option<CellSet> {
    let (bindings, position) = (&exec.bindings, exec.bindings.position);
    let mut left = position.places(digit).without(position.solved());
    for alternative in alternatives {
        let covered = match alternative {
            Alternative::Sees(var) => bindings.tables.common_peers(&bindings.cells(*var)),
            Alternative::Cell(var) | Alternative::House(var) => bindings.cells(*var),
            _ => return None,
        };
        left = left.without(&covered);
    }
    Some(left)
}
