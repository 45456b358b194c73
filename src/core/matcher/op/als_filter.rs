//! The masks that an almost locked set must pass, gathered from conditions, clauses and
//! conclusions before the table is searched.
//!
//! For the second set of an ALS-XZ: its cells with `x` see all `x` of the first set, and some `z`
//! is left that both exclude.

use std::rc::Rc;

use crate::grid::{Digit, House, bits};
use crate::lang::ir::{AlsPattern, Conclusion, Condition, Seen, Var};
use crate::matcher::exec::pair_join::PairJoin;
use crate::matcher::exec::state::Execution;
use crate::matcher::index::als::{AlmostLockedSet, AlmostLockedSets, LinkedSets};
use crate::matcher::query::constraint::Constraint;
use crate::matcher::query::linked_pair::LinkedPair;

/// The masks that a set must pass.
pub struct AlsFilter<'a> {
    /// A superset of the cells of the set.
    inside: u128,
    /// Least and largest number of cells.
    size: (u32, u32),
    /// Digits that the set must have, and digits that it may have.
    digits: (u32, u32),
    /// Pairs of a digit and cells: the set's cells with the digit are among these.
    seeing: Vec<(usize, u128)>,
    /// The house of the set, if it is bound.
    pub house: Option<House>,
    /// The bound set that this set must be linked with, and the digit of the link.
    pub linked: Option<(usize, usize, usize)>,
    /// The places that can be eliminated; the set must leave at least one.
    pub goals: Option<Vec<OpenPlaces>>,
    /// The join with a set that is bound later.
    pub ahead: Option<PairJoin<'a>>,
    /// The link with a set that is bound later.
    pub partner: Option<(LinkedPair, Rc<LinkedSets>)>,
    /// The link, if the source lists only sets that have a partner by this link.
    pub listed_by: Option<LinkedPair>,
}

/// For each digit, the cells from which it can still be eliminated.
pub struct OpenPlaces {
    digits: u32,
    places: Vec<u128>,
}

impl AlsFilter<'_> {
    pub fn allows(&self, set: &AlmostLockedSet, places: impl Fn(usize) -> u128) -> bool {
        let (must, may) = self.digits;
        // The digits are tested first, as they are one word.
        set.digits & must == must
            && set.digits & !may == 0
            && set.cells & !self.inside == 0
            && (self.size.0..=self.size.1).contains(&set.cells.count_ones())
            && (self.seeing.iter()).all(|&(d, among)| set.cells & places(d) & !among == 0)
    }

    pub fn has_target(&self, sets: &AlmostLockedSets, index: usize) -> bool {
        let reaches = |goal: &OpenPlaces| {
            bits(goal.digits & sets.get(index).digits)
                .any(|d| goal.places[d] & sets.excluded(index, d) != 0)
        };
        self.goals
            .as_ref()
            .is_none_or(|all| all.iter().any(reaches))
    }
}

/// The filter of a set, from conditions and clauses.
pub fn filter<'n>(
    exec: &Execution<'_>,
    narrow: &[Constraint],
    locked: &AlsPattern,
) -> AlsFilter<'n> {
    let bindings = &exec.bindings;
    let mut filter = AlsFilter {
        inside: u128::MAX,
        size: locked.size,
        digits: (0, u32::MAX),
        seeing: Vec::new(),
        house: None,
        linked: None,
        goals: None,
        ahead: None,
        partner: None,
        listed_by: None,
    };
    for condition in exec.conditions(narrow) {
        match condition {
            Condition::In(a, b) if *a == locked.cells && *b != locked.house => {
                filter.inside &= bindings.cells(*b).as_u128();
                let houses = bindings.houses(*b);
                if houses.len() == 1 {
                    filter.house = houses.iter().next();
                }
            }
            Condition::In(a, b) if *a == locked.digits => filter.digits.1 &= bindings.digits(*b),
            Condition::In(a, b) if *b == locked.digits => filter.digits.0 |= bindings.digits(*a),
            Condition::NotIn(a, b) | Condition::Disjoint(a, b) => {
                let (one, other) = match [locked.cells, locked.digits].contains(a) {
                    true => (*a, *b),
                    false => (*b, *a),
                };
                if one == locked.cells {
                    filter.inside &= !bindings.cells(other).as_u128();
                } else if one == locked.digits {
                    filter.digits.1 &= !bindings.digits(other);
                }
            }
            Condition::Sees(a, b) => {
                let other = if *a == locked.cells { *b } else { *a };
                filter.inside &= bindings
                    .tables
                    .common_peers(&bindings.cells(other))
                    .as_u128();
            }
            Condition::AllSee { digit, one, other } => {
                let other = if *one == locked.cells { *other } else { *one };
                must_see(exec, *digit, other, &mut filter);
            }
            _ => {}
        }
    }
    filter
}

/// The bound set that this set must be linked with, as its number of spare digits and its index,
/// and the digit of the link.
pub fn must_be_linked(
    exec: &Execution<'_>,
    narrow: &[Constraint],
    locked: &AlsPattern,
) -> Option<(usize, usize, usize)> {
    let conditions = || exec.conditions(narrow);
    let linked = conditions().find_map(|condition| {
        let Condition::AllSee { digit, one, other } = condition else {
            return None;
        };
        let other = if *one == locked.cells { *other } else { *one };
        let (over, index) = exec.als[usize::from(other.0)]?;
        let digit = bits(exec.bindings.digits(*digit)).next()?;
        Some((over, index, digit))
    });
    // A set without the digit is not linked, though its cells see the other set.
    linked.filter(|(_, _, digit)| {
        conditions().any(|condition| match condition {
            Condition::In(a, b) if *b == locked.digits && *a != locked.cells => {
                exec.bindings.digits(*a) & (1 << digit) != 0
            }
            _ => false,
        })
    })
}

fn must_see(exec: &Execution<'_>, digit: Var, other: Var, filter: &mut AlsFilter<'_>) {
    let bindings = &exec.bindings;
    for digit in bits(bindings.digits(digit)) {
        let carriers = bindings.cells(other) & *bindings.position.places(Digit::new(digit));
        let among = bindings.tables.common_peers(&carriers).as_u128();
        filter.seeing.push((digit, among));
    }
}

/// The places that each conclusion can still eliminate; `None` if they do not depend on this set.
pub fn goals(exec: &Execution<'_>, locked: &AlsPattern) -> Option<Vec<OpenPlaces>> {
    let conclusions = &exec.pattern.conclusions;
    let goal = |conclusion: &Conclusion| goal(exec, conclusion, locked);
    // A case of a relation eliminates nothing.
    let goals = (!conclusions.is_empty()).then(|| conclusions.iter().map(goal));
    goals?.collect()
}

fn goal(exec: &Execution<'_>, conclusion: &Conclusion, locked: &AlsPattern) -> Option<OpenPlaces> {
    let Conclusion::Eliminate {
        digits,
        all_but: false,
        cells,
        ..
    } = conclusion
    else {
        return None;
    };
    let [target_digit] = digits.as_slice() else {
        return None;
    };
    let own = Seen::Every {
        digit: *target_digit,
        cells: locked.cells,
    };
    // A digit that the set does not have does not restrict the set.
    let has = Condition::In(*target_digit, locked.digits);
    let is_restricted = cells.seeing.contains(&own) && exec.pattern.conditions.contains(&has);
    if !cells.within.is_empty() || !is_restricted {
        return None;
    }
    let digits = digits_left(exec, *target_digit);
    let all = (0..exec.bindings.position.board().size()).map(|d| match digits & (1 << d) {
        0 => 0,
        _ => cells_left(exec, *target_digit, d, &cells.seeing),
    });
    let places = all.collect();
    Some(OpenPlaces { digits, places })
}

/// The digits that a variable can still take.
fn digits_left(exec: &Execution<'_>, var: Var) -> u32 {
    let bindings = &exec.bindings;
    if bindings.get(var).is_some() {
        return bindings.digits(var);
    }
    let mut left = bindings.tables.all_digits();
    for condition in &exec.pattern.conditions {
        match condition {
            Condition::In(a, b) if *a == var && bindings.get(*b).is_some() => {
                left &= bindings.digits(*b);
            }
            Condition::NotIn(a, b) | Condition::Distinct(a, b) if *a == var || *b == var => {
                let other = if *a == var { *b } else { *a };
                let one = bindings.digits(other);
                if matches!(condition, Condition::NotIn(..)) || one.is_power_of_two() {
                    left &= !one;
                }
            }
            _ => {}
        }
    }
    left
}

/// The cells from which a digit can still be eliminated, by the bound variables.
fn cells_left(exec: &Execution<'_>, target_digit: Var, digit: usize, seeing: &[Seen]) -> u128 {
    let bindings = &exec.bindings;
    let places = *bindings.position.places(Digit::new(digit));
    let mut left = places.as_u128();
    for seen in seeing {
        let (Seen::All(var) | Seen::Every { cells: var, .. }) = seen;
        if bindings.get(*var).is_none() {
            continue;
        }
        left &= match (exec.als[usize::from(var.0)], seen) {
            (Some((over, index)), Seen::Every { digit: d, .. }) if *d == target_digit => {
                let sets = bindings.position.locked(bindings.tables, over);
                match sets.get(index).digits & (1 << digit) {
                    0 => u128::MAX,
                    _ => sets.excluded(index, digit),
                }
            }
            (_, Seen::Every { digit: d, .. }) if *d == target_digit => bindings
                .tables
                .common_peers(&(bindings.cells(*var) & places))
                .as_u128(),
            (_, Seen::Every { .. }) => u128::MAX,
            (_, Seen::All(_)) => bindings
                .tables
                .common_peers(&bindings.cells(*var))
                .as_u128(),
        };
    }
    left
}
