//! Which variables of a pattern speak of an almost locked set.

use super::locked::MOST_OVER;
use super::plan::LockedSet;
use crate::lang::ir::{Alternative, Condition, Kinds, Pattern, Sort, Subject, Var};
use crate::lang::vars::mentions;

/// The almost locked sets that a pattern speaks of.
pub fn recognise(pattern: &Pattern) -> Vec<LockedSet> {
    let clauses = 0..pattern.knowledge.len();
    clauses.filter_map(|c| recognise_in(pattern, c)).collect()
}

fn recognise_in(pattern: &Pattern, clause: usize) -> Option<LockedSet> {
    let every = &pattern.knowledge[clause];
    let (Subject::Cells(cells), [Alternative::Digit(digits)]) =
        (&every.subject, every.alternatives.as_slice())
    else {
        return None;
    };
    let (cells, digits) = (*cells, *digits);
    let variable = |var: Var| &pattern.variables[usize::from(var.0)];
    let size = variable(cells).size?;
    let digits_size = variable(digits).size?;
    let is_plain = variable(cells).sort == Sort::Cell && !variable(cells).is_target;
    let is_exact = (pattern.conditions).contains(&Condition::Present(digits, cells));
    let over = pattern.conditions.iter().find_map(|c| match c {
        Condition::Sizes {
            left,
            right,
            plus,
            more,
        } if *left == [digits] && *right == [cells] => {
            let least = usize::try_from(*plus).ok()?;
            Some((least, least + *more as usize))
        }
        _ => None,
    })?;
    let house = pattern.conditions.iter().find_map(|c| match c {
        Condition::In(a, house) if *a == cells => {
            let is_free = mentions(pattern, *house) == 1
                && variable(*house).sort == Sort::House(Kinds::ALL)
                && variable(*house).size.is_none()
                && !variable(*house).is_target;
            is_free.then_some(*house)
        }
        _ => None,
    })?;
    let fits = digits_size.0 <= size.0 + over.0 as u32 && digits_size.1 >= size.1 + over.1 as u32;
    let locked = LockedSet {
        cells,
        house,
        digits,
        clause,
        size,
        over,
    };
    (is_plain && is_exact && fits && over.1 <= MOST_OVER).then_some(locked)
}
