//! The variables that the parts of a pattern speak of: listed, or replaced by others.
//!
//! Takes a part of the IR. What a part mentions is said once, by the functions that visit; the
//! others follow from these.

use super::ir::{Alternative, Conclusion, Condition, Every, Pattern, Presence, Seen, Subject, Var};

fn visit_subject(subject: &mut Subject, visit: &mut dyn FnMut(&mut Var)) {
    match subject {
        Subject::Cells(a) | Subject::Truth(a) => visit(a),
        Subject::Digits(a, b) | Subject::Overlap(a, b) => [a, b].into_iter().for_each(visit),
    }
}

fn visit_alternative(alternative: &mut Alternative, visit: &mut dyn FnMut(&mut Var)) {
    match alternative {
        Alternative::Digit(a)
        | Alternative::Cell(a)
        | Alternative::House(a)
        | Alternative::Candidate(a)
        | Alternative::Sees(a)
        | Alternative::Excludes(a)
        | Alternative::Relation(_, a) => visit(a),
        Alternative::All(parts) => {
            for part in parts {
                visit_alternative(part, visit);
            }
        }
    }
}

fn visit_condition(condition: &mut Condition, visit: &mut dyn FnMut(&mut Var)) {
    match condition {
        Condition::Sees(a, b)
        | Condition::Excludes(a, b)
        | Condition::In(a, b)
        | Condition::NotIn(a, b)
        | Condition::Disjoint(a, b)
        | Condition::Distinct(a, b)
        | Condition::Present(a, b)
        | Condition::OnlyOpen(a, b)
        | Condition::Relation(_, a, b) => [a, b].into_iter().for_each(visit),
        Condition::NotGiven(a) | Condition::Template(a, _) => visit(a),
        Condition::Sizes { left, right, .. } => left.iter_mut().chain(right).for_each(visit),
        Condition::AllSee {
            digit: a,
            one: b,
            other: c,
        }
        | Condition::AllExclude {
            digit: a,
            cells: b,
            other: c,
        }
        | Condition::Whole {
            node: a,
            digit: b,
            cells: c,
        } => [a, b, c].into_iter().for_each(visit),
        Condition::SomeOfKind(houses) => houses.iter_mut().for_each(|(a, _)| visit(a)),
        Condition::Deadly { digits, cells } | Condition::DeadlyBut { digits, cells } => {
            digits.iter_mut().chain(cells).for_each(visit);
        }
    }
}

/// Goes to all variables of a part.
type Visit<T> = fn(&mut T, &mut dyn FnMut(&mut Var));

/// What a visit to a copy of a part comes across.
fn visited<T: Clone>(part: &T, visit: Visit<T>) -> Vec<Var> {
    let mut vars = Vec::new();
    visit(&mut part.clone(), &mut |var| vars.push(*var));
    vars
}

/// The variables of a subject.
pub fn subject_vars(subject: &Subject) -> Vec<Var> {
    visited(subject, visit_subject)
}

/// The variables of an alternative.
pub fn alternative_vars(alternative: &Alternative) -> Vec<Var> {
    visited(alternative, visit_alternative)
}

/// The variables of a condition.
pub fn condition_vars(condition: &Condition) -> Vec<Var> {
    visited(condition, visit_condition)
}

fn clause_vars(subject: &Subject, alternatives: &[Alternative]) -> Vec<Var> {
    let alternatives = alternatives.iter().flat_map(alternative_vars);
    subject_vars(subject)
        .into_iter()
        .chain(alternatives)
        .collect()
}

/// The variables of a clause.
pub fn every_vars(every: &Every) -> Vec<Var> {
    clause_vars(&every.subject, &every.alternatives)
}

/// The variables of a clause about what is there.
pub fn presence_vars(presence: &Presence) -> Vec<Var> {
    clause_vars(&presence.subject, &presence.alternatives)
}

/// The variables of a conclusion.
pub fn conclusion_vars(conclusion: &Conclusion) -> Vec<Var> {
    match conclusion {
        Conclusion::Eliminate {
            digits,
            without,
            cells,
            ..
        } => {
            let seen = cells.seeing.iter().flat_map(|seen| match seen {
                Seen::All(var) => vec![*var],
                Seen::Every { digit, cells } => vec![*digit, *cells],
            });
            let lists = [digits, without, &cells.within, &cells.inside, &cells.except];
            seen.chain(lists.into_iter().flatten().copied()).collect()
        }
        Conclusion::EliminateCandidate(var) | Conclusion::PlaceCandidate(var) => vec![*var],
        Conclusion::EliminateExcluded(vars) => vars.clone(),
        Conclusion::EliminateLinks(_, a, b) | Conclusion::Place(a, b) => vec![*a, *b],
    }
}

/// Replaces the variables of all that a pattern demands; what it concludes stays as it is.
pub fn rename(pattern: &mut Pattern, name: impl Fn(Var) -> Var) {
    let visit = &mut |var: &mut Var| *var = name(*var);
    for condition in &mut pattern.conditions {
        visit_condition(condition, visit);
    }
    for every in &mut pattern.knowledge {
        visit_subject(&mut every.subject, visit);
        every
            .alternatives
            .iter_mut()
            .for_each(|a| visit_alternative(a, visit));
    }
    for presence in &mut pattern.presence {
        visit_subject(&mut presence.subject, visit);
        presence
            .alternatives
            .iter_mut()
            .for_each(|a| visit_alternative(a, visit));
    }
}
