//! Whether a match meets the demands of an entry.

use super::entry::EntryDemand;
use crate::grid::{Candidate, Cell, GroupKind, HouseKind};
use crate::lang::ir::Technique;
use crate::matcher::{Match, Position, Value};

/// Whether a match meets a demand.
pub(super) fn meets(
    position: &Position,
    technique: &Technique,
    found: &Match,
    demand: &EntryDemand,
) -> bool {
    let value = |name: &str| bound(technique, found, name);
    match demand {
        EntryDemand::Kind(name, kinds) => value(name).is_some_and(|value| {
            let kinds_of = kinds_of(position, value);
            !kinds_of.is_empty() && kinds_of.iter().all(|kind| kinds.contains(kind))
        }),
        EntryDemand::Size {
            name,
            size,
            or_more,
        } => value(name).is_some_and(|value| match or_more {
            true => value.size() >= *size,
            false => value.size() == *size,
        }),
        EntryDemand::Has(name, digits) | EntryDemand::HasOnly { name, digits, .. } => {
            let mask = |names: &[String]| {
                (names.iter()).fold(0, |all, name| match value(name) {
                    Some(Value::Digits(mask)) => all | mask,
                    _ => all,
                })
            };
            let (all, also) = (mask(digits), mask(demand.perhaps()));
            let (board, state) = (position.board(), position.state());
            let Some(Value::Cells(cells)) = value(name) else {
                return false;
            };
            let digits = |cell| state.digits(board, cell);
            match demand {
                EntryDemand::HasOnly { count, .. } => {
                    let alike = |cell: &Cell| digits(*cell) == all || digits(*cell) == all | also;
                    cells.iter().filter(alike).count() >= *count
                }
                _ => cells.iter().all(|cell| digits(cell) & all == all),
            }
        }
    }
}

/// The kinds of houses that a variable is bound to.
fn kinds_of(position: &Position, value: &Value) -> Vec<HouseKind> {
    let board = position.board();
    match value {
        Value::Houses(houses) => houses.iter().map(|h| board.house(h).kind).collect(),
        _ => Vec::new(),
    }
}

/// The digit that has a single place left after a match, in a house of the required kind.
pub(super) fn direct(
    position: &Position,
    technique: &Technique,
    found: &Match,
    variable: &str,
) -> Option<Candidate> {
    let (board, state) = (position.board(), position.state());
    let kinds = kinds_of(position, bound(technique, found, variable)?);
    for &gone in &found.eliminations {
        for slot in board.slots(gone) {
            let GroupKind::House(house, _) = board.group_kind(slot.group) else {
                continue;
            };
            if !kinds.contains(&board.house(house).kind) || !board.is_truth(slot.group) {
                continue;
            }
            let mut left = (state.domain(board, slot.group))
                .filter(|candidate| !found.eliminations.contains(candidate));
            if let (Some(only), None) = (left.next(), left.next()) {
                return Some(only);
            }
        }
    }
    None
}

/// The value of a variable in a match.
fn bound<'m>(technique: &Technique, found: &'m Match, name: &str) -> Option<&'m Value> {
    let variables = &technique.patterns.get(found.pattern)?.variables;
    let at = variables.iter().position(|v| v.name == name)?;
    found.bindings.get(at)?.as_ref()
}
