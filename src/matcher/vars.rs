//! The variables that the parts of a pattern speak of.

use crate::lang::ir::{Alternative, Conclusion, Condition, Every, Presence, Seen, Subject, Var};

/// The variables of a subject.
pub fn subject_vars(subject: &Subject) -> Vec<Var> {
    match *subject {
        Subject::Cells(var) | Subject::Truth(var) => vec![var],
        Subject::Digits(digits, houses) | Subject::Overlap(digits, houses) => vec![digits, houses],
    }
}

/// The variables of an alternative.
pub fn alternative_vars(alternative: &Alternative) -> Vec<Var> {
    match alternative {
        Alternative::Digit(var)
        | Alternative::Cell(var)
        | Alternative::House(var)
        | Alternative::Candidate(var)
        | Alternative::Sees(var)
        | Alternative::Excludes(var)
        | Alternative::Relation(_, var) => vec![*var],
        Alternative::All(parts) => parts.iter().flat_map(alternative_vars).collect(),
    }
}

/// The variables of a clause.
pub fn every_vars(every: &Every) -> Vec<Var> {
    let alternatives = every.alternatives.iter().flat_map(alternative_vars);
    subject_vars(&every.subject)
        .into_iter()
        .chain(alternatives)
        .collect()
}

/// The variables of a condition.
pub fn condition_vars(condition: &Condition) -> Vec<Var> {
    match condition {
        Condition::Sees(a, b)
        | Condition::Excludes(a, b)
        | Condition::In(a, b)
        | Condition::NotIn(a, b)
        | Condition::Disjoint(a, b)
        | Condition::Distinct(a, b)
        | Condition::Present(a, b)
        | Condition::Relation(_, a, b) => vec![*a, *b],
        Condition::NotGiven(a) | Condition::Template(a, _) => vec![*a],
        Condition::Sizes { left, right, .. } => left.iter().chain(right).copied().collect(),
        Condition::AllSee { digit, one, other } => vec![*digit, *one, *other],
        Condition::AllExclude {
            digit,
            cells,
            other,
        } => vec![*digit, *cells, *other],
        Condition::Whole { node, digit, cells } => vec![*node, *digit, *cells],
        Condition::OnlyOpen(cell, house) => vec![*cell, *house],
        Condition::SomeOfKind(houses) => houses.iter().map(|(var, _)| *var).collect(),
        Condition::Deadly { digits, cells } | Condition::DeadlyBut { digits, cells } => {
            digits.iter().chain(cells).copied().collect()
        }
    }
}

/// The variables of a clause about what is there.
pub fn presence_vars(presence: &Presence) -> Vec<Var> {
    let alternatives = presence.alternatives.iter().flat_map(alternative_vars);
    subject_vars(&presence.subject)
        .into_iter()
        .chain(alternatives)
        .collect()
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
