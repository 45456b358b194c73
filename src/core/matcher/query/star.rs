//! Clauses that name the digits of single cells: wings and twins.
//!
//! In an XYZ-wing every candidate of p is x, y or z, of a x or z, and of b y or z. So p sees two
//! cells with two candidates each that share z, which can be tested before any of them is bound.

use crate::lang::ir::{Condition, Pattern, Sort, Subject, Var};
use crate::matcher::query::cover::only_digits;

/// Cells with two digits each that see one middle cell and have one digit in common: the wings of
/// an XYZ-wing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Star {
    /// Number of wings. Their digits differ, apart from the common digit.
    pub wings: u32,
    /// True if the middle cell has only digits of the wings.
    pub covered: bool,
    /// Number of digits in the clause of the middle cell, if it names the common digit.
    pub room: Option<u32>,
}

/// The cells of a clause and the digits that it names.
pub type NamedDigits = (Var, Vec<Var>);

/// The clauses about one cell whose alternatives are single digits.
pub fn named_digits(pattern: &Pattern) -> Vec<NamedDigits> {
    let is_one = |var: &Var| pattern.is_single(*var);
    let named = pattern.knowledge.iter().filter_map(|every| {
        let Subject::Cells(cell) = every.subject else {
            return None;
        };
        let digits = only_digits(every).filter(|digits| digits.iter().all(is_one))?;
        pattern.is_one(cell, Sort::Cell).then_some((cell, digits))
    });
    named.collect()
}

/// True if two clauses name the same two digits for two cells, as in a W-wing, and no relation
/// leaves fewer choices. There are few such pairs of cells.
pub fn has_twin(pattern: &Pattern, var: Var) -> bool {
    let named = named_digits(pattern);
    let of_pairs = || named.iter().filter(|(_, digits)| digits.len() == 2);
    let same = |a: &[Var], b: &[Var]| a.iter().all(|digit| b.contains(digit));
    let is_relation = |c: &Condition| matches!(c, Condition::Relation(..));
    !pattern.conditions.iter().any(is_relation)
        && of_pairs().any(|(cell, digits)| {
            *cell == var && of_pairs().any(|(other, also)| other != cell && same(digits, also))
        })
}

/// The wings around the cell that a step binds, if two or more of them are bound later.
pub fn star(pattern: &Pattern, steps: &[Vec<Var>], at: usize) -> Option<Star> {
    let named = named_digits(pattern);
    let differ = |a: Var, b: Var| {
        pattern.says(Condition::Distinct, a, b) || pattern.says(Condition::Sees, a, b)
    };
    let middle = *steps[at].first()?;
    let is_before = |var: Var| steps[..at].concat().contains(&var);
    let wings: Vec<&NamedDigits> = { named.iter() }
        .filter(|(cell, digits)| digits.len() == 2 && pattern.says(Condition::Sees, *cell, middle))
        .filter(|(cell, _)| !is_before(*cell))
        .collect();
    let common = wings
        .first()?
        .1
        .iter()
        .find(|digit| wings.iter().all(|w| w.1.contains(digit)))?;
    let others: Vec<Var> = { wings.iter() }
        .flat_map(|(_, digits)| digits.iter().copied().filter(|digit| digit != common))
        .collect();
    let all_differ = (0..wings.len())
        .all(|a| (0..a).all(|b| differ(wings[a].0, wings[b].0) && differ(others[a], others[b])));
    let is_named = |digit: &Var| digit == common || others.contains(digit);
    let covered = |(cell, digits): &NamedDigits| *cell == middle && digits.iter().all(is_named);
    (wings.len() > 1 && others.len() == wings.len() && all_differ).then(|| Star {
        wings: wings.len() as u32,
        covered: named.iter().any(covered),
        room: { named.iter() }
            .find(|(cell, digits)| *cell == middle && digits.contains(common))
            .map(|(_, digits)| digits.len() as u32),
    })
}
