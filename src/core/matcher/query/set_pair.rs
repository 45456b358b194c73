//! Two almost locked sets that a plan binds one after the other: what is said of both together.
//!
//! Takes a pattern such as Sue de Coq, `every candidate of I is in W or in X or in Y, |I| + |A| + |B| = |W| + |X| + |Y|`, with
//! the sets A and B and their digits X and Y; gives for the step that binds A which clauses, sizes and conditions speak of A and
//! B and of nothing else that is not bound by then, so that the search need not go through them for each I.

use crate::lang::ir::{
    Alternative, Condition, Every, LockedSet, Pattern, Presence, Sort, Subject, Var,
};
use crate::matcher::plan::{Bind, ClauseOfBoth, SetPair, SizesOfBoth};
use crate::matcher::query::clause::only_digits;

/// So many clauses, and so many conditions about sizes, are looked at.
pub const MAX_PAIR_CLAUSES: usize = 4;

/// For each step that binds an almost locked set before another: what is said of both.
pub fn set_pairs(pattern: &Pattern, steps: &[Bind]) -> Vec<Option<SetPair>> {
    let at_step = |at: usize| {
        let sets = [steps[at].locked?, steps.get(at + 1)?.locked?];
        let is_bound = |var: Var| steps[..at].iter().any(|bind| bind.vars().any(|v| v == var));
        set_pair(pattern, sets, &is_bound)
    };
    (0..steps.len()).map(at_step).collect()
}

fn set_pair(
    pattern: &Pattern,
    sets: [LockedSet; 2],
    is_bound: &dyn Fn(Var) -> bool,
) -> Option<SetPair> {
    let conditions = &pattern.conditions;
    let is_house = |var: Var| {
        let variable = &pattern.variables[usize::from(var.0)];
        matches!(variable.sort, Sort::House(_)) && variable.size.is_none()
    };
    let house_of = |set: LockedSet| {
        conditions.iter().find_map(|c| match c {
            Condition::In(a, b) if *a == set.cells && is_bound(*b) && is_house(*b) => Some(*b),
            _ => None,
        })
    };
    let disjoint_from = |set: LockedSet| {
        let others = conditions.iter().filter_map(move |c| match c {
            Condition::Disjoint(a, b) if *a == set.cells => Some(*b),
            Condition::Disjoint(a, b) if *b == set.cells => Some(*a),
            _ => None,
        });
        others.collect::<Vec<Var>>()
    };
    let away_from = sets.map(|set| {
        let others = disjoint_from(set).into_iter();
        others.filter(|&var| is_bound(var)).collect()
    });
    let sizes = conditions
        .iter()
        .filter_map(|c| sizes_of_both(c, sets, is_bound));
    let pair = SetPair {
        sets,
        houses: sets.map(house_of),
        away_from,
        apart: disjoint_from(sets[0]).contains(&sets[1].cells),
        clauses: { pattern.knowledge.iter() }
            .filter_map(|every| clause_of_both(every, sets, is_bound))
            .take(MAX_PAIR_CLAUSES)
            .collect(),
        none_in_both: { pattern.presence.iter() }
            .filter_map(|presence| none_in_both(presence, sets))
            .filter(|&cells| is_bound(cells))
            .collect(),
        sizes: sizes.take(MAX_PAIR_CLAUSES).collect(),
        counted: None,
    };
    let says_nothing = pair.clauses.is_empty() && pair.none_in_both.is_empty();
    (!says_nothing && pair.houses[1].is_some()).then(|| SetPair {
        counted: counted(&pair),
        ..pair
    })
}

/// A clause about cells that are bound that names the digits of both sets.
fn clause_of_both(
    every: &Every,
    sets: [LockedSet; 2],
    is_bound: &dyn Fn(Var) -> bool,
) -> Option<ClauseOfBoth> {
    let Subject::Cells(cells) = every.subject else {
        return None;
    };
    let named = only_digits(every)?;
    let names_both = sets.iter().all(|set| named.contains(&set.digits));
    let (bound, free) = { named.into_iter() }
        .filter(|var| sets.iter().all(|set| set.digits != *var))
        .partition(|&var| is_bound(var));
    (names_both && is_bound(cells)).then_some(ClauseOfBoth { cells, bound, free })
}

/// The cells of which a clause says that no candidate of them is in both sets.
fn none_in_both(presence: &Presence, sets: [LockedSet; 2]) -> Option<Var> {
    let (Subject::Cells(cells), [Alternative::All(parts)]) =
        (&presence.subject, presence.alternatives.as_slice())
    else {
        return None;
    };
    let forbids = presence.negated && !presence.others && !presence.each;
    let is_any = (presence.least, presence.most) == (1, u32::MAX);
    let has = |set: &LockedSet| parts.contains(&Alternative::Digit(set.digits));
    (forbids && is_any && parts.len() == 2 && sets.iter().all(has)).then_some(*cells)
}

/// What a condition says of the sizes of both sets; `None` if it speaks of more than one other variable that is not bound.
fn sizes_of_both(
    condition: &Condition,
    sets: [LockedSet; 2],
    is_bound: &dyn Fn(Var) -> bool,
) -> Option<SizesOfBoth> {
    let Condition::Sizes {
        left,
        right,
        plus,
        more,
    } = condition
    else {
        return None;
    };
    let mut sizes = SizesOfBoth {
        plus: i64::from(*plus),
        more: i64::from(*more),
        ..SizesOfBoth::default()
    };
    let signed = (left.iter().map(|v| (1, *v))).chain(right.iter().map(|v| (-1, *v)));
    for (sign, var) in signed {
        if let Some(set) = sets.iter().position(|set| set.cells == var) {
            sizes.cells[set] += sign;
        } else if let Some(set) = sets.iter().position(|set| set.digits == var) {
            sizes.digits[set] += sign;
        } else if is_bound(var) {
            sizes.bound.push((var, sign));
        } else if sizes.free.replace((var, sign)).is_some() {
            return None;
        }
    }
    let speaks = |set: usize| sizes.cells[set] != 0 || sizes.digits[set] != 0;
    (speaks(0) && speaks(1)).then_some(sizes)
}

/// A clause whose only free variable is the one of a condition about sizes: what both sets leave over of its digits is no more than the
/// condition leaves room for.
fn counted(pair: &SetPair) -> Option<(usize, usize)> {
    let clauses = pair.clauses.iter().enumerate();
    clauses.into_iter().find_map(|(at, clause)| {
        let [free] = clause.free.as_slice() else {
            return None;
        };
        let about = |sizes: &SizesOfBoth| sizes.free.is_some_and(|(var, _)| var == *free);
        Some((at, pair.sizes.iter().position(about)?))
    })
}
