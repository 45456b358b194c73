//! Properties of a clause that hold for any binding.
//!
//! Examples are the number of candidates that the clause leaves a truth, and the digits that it
//! names: `every candidate of S is in D` with two digits leaves each cell two candidates.

use crate::lang::ir::{Alternative, Conclusion, Every, Pattern, Seen, Sort, Subject, Var};

/// Largest number of candidates of each truth of a clause, if its alternatives bound it.
pub fn room(pattern: &Pattern, every: &Every) -> Option<u32> {
    let capacity = |a: &Alternative| match (&every.subject, a) {
        (_, Alternative::Candidate(v)) => match pattern.variables[usize::from(v.0)].sort {
            Sort::Group | Sort::Cluster => None,
            _ => Some(1),
        },
        (Subject::Cells(_), Alternative::Digit(v))
        | (Subject::Digits(..), Alternative::Cell(v)) => {
            let size = pattern.variables[usize::from(v.0)].size;
            Some(size.map_or(1, |(_, most)| most))
        }
        _ => None,
    };
    every.alternatives.iter().map(capacity).sum()
}

/// The digits of a clause, if all its alternatives are digits.
pub fn only_digits(every: &Every) -> Option<Vec<Var>> {
    let digit = |a: &Alternative| match a {
        Alternative::Digit(var) => Some(*var),
        _ => None,
    };
    every.alternatives.iter().map(digit).collect()
}

/// The eliminated digit, or set of digits, and the variables that its target cells see. `None` if
/// the pattern has other conclusions.
pub fn eliminated_digit(pattern: &Pattern) -> Option<(Var, &[Seen])> {
    match pattern.conclusions.as_slice() {
        [
            Conclusion::Eliminate {
                digits,
                all_but: false,
                cells,
                ..
            },
        ] => match digits.as_slice() {
            [target_digit] => Some((*target_digit, &cells.seeing)),
            _ => None,
        },
        _ => None,
    }
}
