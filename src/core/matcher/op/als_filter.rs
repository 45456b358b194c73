//! The masks that an almost locked set must pass, gathered from conditions, clauses and
//! conclusions before the table is searched.
//!
//! For the second set of an ALS-XZ: its cells with `x` see all `x` of the first set, and some `z`
//! is left that both exclude.

use std::rc::Rc;

use crate::grid::{Digit, House, bits};
use crate::lang::ir::{AlsPattern, Alternative, Conclusion, Condition, Seen, Subject, Var};
use crate::matcher::exec::pair_join::PairJoin;
use crate::matcher::exec::state::Execution;
use crate::matcher::index::als::{AlmostLockedSet, AlmostLockedSets, LinkedSets};
use crate::matcher::query::constraint::Constraint;
use crate::matcher::query::cover::Capacity;
use crate::matcher::query::delta::{has_not_changed, subjects};
use crate::matcher::query::linked_pair::LinkedPair;
use crate::matcher::query::set_pair::shared_by_no_cell;

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
    /// Pairs of digits and a number: the set lacks at most that number of these digits.
    covering: Vec<(u32, u32)>,
    /// Factors for the number of cells and of digits, and the range of the weighted sum.
    sums: Vec<(i64, i64, std::ops::RangeInclusive<i64>)>,
    /// The house of the set, if it is bound.
    pub house: Option<House>,
    /// The bound set that this set must be linked with, and the digit of the link.
    pub linked: Option<(usize, usize, usize)>,
    /// The set must have one of these cells, because the rest of the match has not changed.
    changed: Option<u128>,
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
            && (self.covering.iter()).all(|(these, but)| (these & !set.digits).count_ones() <= *but)
            && set.cells & !self.inside == 0
            && self.changed.is_none_or(|changed| set.cells & changed != 0)
            && (self.size.0..=self.size.1).contains(&set.cells.count_ones())
            && (self.sums.iter()).all(|(cells, digits, allowed)| {
                let cells = cells * i64::from(set.cells.count_ones());
                allowed.contains(&(cells + digits * i64::from(set.digits.count_ones())))
            })
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
        covering: covering(exec, narrow, locked),
        sums: (exec.pattern.conditions.iter())
            .filter_map(|c| sum(exec, c, locked))
            .collect(),
        house: None,
        linked: None,
        changed: must_have_changed(exec, narrow, locked),
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
    filter.digits.1 &= !shared_by_none(exec, locked);
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

/// The cells of which the set must have one, because all other truths of the match are bound and
/// none of them has changed.
fn must_have_changed(
    exec: &Execution<'_>,
    narrow: &[Constraint],
    locked: &AlsPattern,
) -> Option<u128> {
    let changes = exec.changes()?;
    if !narrow.contains(&Constraint::ChangedTruth) {
        return None;
    }
    let own = Subject::Cells(locked.cells);
    let vars = [locked.cells, locked.house, locked.digits];
    let mentions = |subject: &Subject| match subject {
        Subject::Cells(var) | Subject::Truth(var) => vars.contains(var),
        Subject::Digits(a, b) | Subject::Overlap(a, b) => vars.contains(a) || vars.contains(b),
    };
    if subjects(exec.pattern).any(|subject| *subject != own && mentions(subject)) {
        return None;
    }
    has_not_changed(&exec.bindings, exec.pattern, &own, changes.since)
        .then(|| changes.cells.as_u128())
}

/// The digits that the set must not have, because it would share a candidate with a bound set.
fn shared_by_none(exec: &Execution<'_>, locked: &AlsPattern) -> u32 {
    let bindings = &exec.bindings;
    let demands = exec.pattern.presence.iter().filter_map(shared_by_no_cell);
    let digits = demands.map(|(cells, [a, b])| {
        let other = match (a == locked.digits, b == locked.digits) {
            (true, _) => b,
            (_, true) => a,
            _ => return 0,
        };
        bindings.live_digits(&bindings.cells(cells)) & bindings.digits(other)
    });
    digits.fold(0, |none, digits| none | digits)
}

/// For each clause about other cells: the digits that it leaves over for the set, and the number of
/// these digits that other variables can cover.
fn covering(exec: &Execution<'_>, narrow: &[Constraint], locked: &AlsPattern) -> Vec<(u32, u32)> {
    let own = Alternative::Digit(locked.digits);
    let mut found = Vec::new();
    for constraint in narrow {
        let Constraint::Clause(partial) = constraint else {
            continue;
        };
        let every = &exec.pattern.knowledge[partial.clause];
        let others = (partial.bound.iter())
            .map(|&i| &every.alternatives[i])
            .filter(|alternative| **alternative != own);
        let mut digits = others.map(|alternative| match alternative {
            Alternative::Digit(var) => Some(exec.bindings.digits(*var)),
            _ => None,
        });
        let digits = digits.try_fold(0, |sum, mask| Some(sum | mask?));
        let (Subject::Cells(cells), Capacity::Digits(capacity)) =
            (&every.subject, partial.capacity)
        else {
            continue;
        };
        let (Some(covered), true) = (digits, every.alternatives.contains(&own)) else {
            continue;
        };
        let live = exec.bindings.live_digits(&exec.bindings.cells(*cells));
        found.push((live & !covered, capacity));
    }
    found
}

/// The bounds of a size condition for this set, for any sizes of the unbound variables.
fn sum(
    exec: &Execution<'_>,
    condition: &Condition,
    locked: &AlsPattern,
) -> Option<(i64, i64, std::ops::RangeInclusive<i64>)> {
    let Condition::Sizes {
        left,
        right,
        plus,
        more,
    } = condition
    else {
        return None;
    };
    let own = |var: &Var| *var == locked.cells || *var == locked.digits;
    if !left.iter().chain(right).any(own) {
        return None;
    }
    let (mut cells, mut digits) = (0, 0);
    let (mut least, mut most) = (-i64::from(*plus), -i64::from(*plus));
    let signed = (left.iter().map(|v| (1, *v))).chain(right.iter().map(|v| (-1, *v)));
    for (sign, var) in signed {
        if var == locked.cells {
            cells += sign;
        } else if var == locked.digits {
            digits += sign;
        } else {
            let (low, high) = match exec.bindings.get(var) {
                Some(value) => (value.size() as i64, value.size() as i64),
                None => {
                    let size = exec.bindings.variables[usize::from(var.0)].size;
                    let (low, high) = size.unwrap_or((1, 1));
                    (i64::from(low), i64::from(high))
                }
            };
            least += if sign > 0 { low } else { -high };
            most += if sign > 0 { high } else { -low };
        }
    }
    // A condition about this set alone is decided by its number of spare digits.
    let is_own = left.iter().chain(right).all(own);
    let (few, many) = (i64::from(locked.spare.0), i64::from(locked.spare.1));
    let allowed = -most..=i64::from(*more) - least;
    let always = |over: i64| allowed.contains(&(digits * over));
    if is_own && cells == -digits && (few..=many).all(always) {
        return None;
    }
    (cells != 0 || digits != 0).then_some((cells, digits, allowed))
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
