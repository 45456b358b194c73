//! Almost locked sets from a table: a row is a set of cells of a house with a number of spare
//! digits.
//!
//! *Binds* the cells, the house and the digits of the set. *Discharges* the clause that the cells
//! have no other digits, and conditions that the masks guarantee. *Order*: by house, then cells.
//! *Cost*: a few operations on masks for each set of the table. *Falls back to* binding one
//! variable after the other on boards of more than 128 cells.

use std::rc::Rc;
use std::sync::Arc;

use crate::grid::{Board, Digit, House, bits};
use crate::lang::ir::{
    Alternative, Conclusion, Condition, LockedSet, Pattern, Seen, Sort, Subject, Var,
};
use crate::lang::vars::condition_vars;
use crate::matcher::exec::linked_pairs;
use crate::matcher::exec::pair_join::PairJoin;
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::index::als::{
    AlmostLockedSet, AlmostLockedSets, LinkedSets, MAX_SPARE, MAX_U128_CELLS,
};
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::index::value::Value;
use crate::matcher::op::source::{Operator, RowSource, Rows};
use crate::matcher::query::constraint::Constraint;
use crate::matcher::query::cover::Capacity;
use crate::matcher::query::delta::{has_not_changed, subjects};
use crate::matcher::query::linked_pair::LinkedPair;
use crate::matcher::query::var_set::VarSet;

/// Recognises almost locked sets of every size, in any house, with all their digits.
#[derive(Debug)]
pub struct AlsTableOperator;

impl Operator for AlsTableOperator {
    fn name(&self) -> &'static str {
        "almost locked sets"
    }

    fn recognise(&self, pattern: &Pattern) -> Vec<Arc<dyn RowSource>> {
        let is_in_table = |set: &&LockedSet| {
            let cells = &pattern.variables[usize::from(set.cells.0)];
            let (size, many, spare) = (set.size, set.many, set.spare);
            let fits = many.0 <= size.0 + spare.0 && many.1 >= size.1 + spare.1;
            let is_plain = cells.sort == Sort::Cell && !cells.is_target;
            fits && is_plain && set.exact && set.house_is_free && spare.1 as usize <= MAX_SPARE
        };
        let sets = pattern.shapes.locked.iter().filter(is_in_table);
        sets.map(|set| Arc::new(AlsTable { set: *set }) as Arc<dyn RowSource>)
            .collect()
    }
}

/// The rows of the table for one set of a pattern.
#[derive(Debug)]
struct AlsTable {
    set: LockedSet,
}

impl RowSource for AlsTable {
    fn name(&self) -> &'static str {
        "almost locked sets"
    }

    fn binds(&self) -> Vec<Var> {
        vec![self.set.cells, self.set.house, self.set.digits]
    }

    fn estimate(&self, pattern: &Pattern, bound: &VarSet) -> u32 {
        let own = [self.set.cells, self.set.digits];
        let is_bound = |c: &&Condition| {
            let vars = condition_vars(c);
            let others: Vec<Var> = vars.iter().copied().filter(|v| !own.contains(v)).collect();
            others.len() < vars.len() && !others.is_empty() && bound.has_all(&others)
        };
        let complete = || pattern.conditions.iter().filter(is_bound);
        if complete().any(|c| matches!(c, Condition::AllSee { .. })) {
            return 5;
        }
        match complete().any(|c| matches!(c, Condition::In(a, _) if *a == self.set.cells)) {
            true => 24,
            false => 400,
        }
    }

    fn discharges(&self, constraint: &Constraint, pattern: &Pattern) -> bool {
        let set = &self.set;
        match constraint {
            Constraint::Clause(partial) => partial.clause == set.clause,
            Constraint::Condition(at) => match &pattern.conditions[*at] {
                Condition::In(a, b) => {
                    *b == set.digits && ![set.cells, set.digits, set.house].contains(a)
                }
                // Of several digits each is a mask of its own.
                Condition::AllSee { digit, one, other } => {
                    let is_one = pattern.variables[usize::from(digit.0)].size.is_none();
                    (*one == set.cells) != (*other == set.cells) && is_one
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn serves(&self, board: &Board) -> bool {
        board.cell_count() <= MAX_U128_CELLS
    }

    fn almost_locked_set(&self) -> Option<LockedSet> {
        Some(self.set)
    }

    fn rows<'a>(
        &self,
        exec: &mut Execution<'a>,
        narrow: &[Constraint],
        row: &mut OnRow<'_, 'a>,
    ) -> Rows {
        exec.als.resize(exec.pattern.variables.len(), None);
        if let Some(search) = TableSearch::new(exec, narrow, &self.set) {
            search.rows(exec, row);
        }
        Rows::All
    }
}

/// A pass through the table, with all masks computed.
struct TableSearch<'n> {
    set: &'n LockedSet,
    filter: AlsFilter<'n>,
    /// The sets with a linked partner, if the digits of the link are bound.
    with_partner: Option<Rc<LinkedSets>>,
}

impl<'n> TableSearch<'n> {
    /// `None` if it is known beforehand that there is no row.
    fn new(
        exec: &Execution<'_>,
        narrow: &'n [Constraint],
        set: &'n LockedSet,
    ) -> Option<TableSearch<'n>> {
        let (tables, position) = (exec.bindings.tables, exec.bindings.position);
        let linked = must_be_linked(exec, narrow, set);
        // Most sets are linked with no other by a digit.
        if let ((least, most), Some((over, other, digit))) = (set.spare, linked)
            && (least as usize, most as usize) == (over, over)
            && { position.locked(tables, over).linked(other, digit) }.is_empty()
        {
            return None;
        }
        let partner = narrow.iter().find_map(|constraint| match constraint {
            Constraint::Linked(pair) => Some(*pair),
            _ => None,
        });
        let partner = partner.map(|pair| {
            let sets = position.locked(tables, set.spare.0 as usize);
            (pair, linked_pairs::linked_sets(exec, set.cells, pair, sets))
        });
        let has_list = { partner.as_ref() }
            .and_then(|(pair, linked)| linked_pairs::with_partner(exec, *pair, linked));
        if has_list.is_some_and(<[u32]>::is_empty) {
            return None;
        }
        let pair = narrow.iter().find_map(|constraint| match constraint {
            Constraint::Pair(pair) => Some(pair),
            _ => None,
        });
        let ahead = pair.and_then(|pair| PairJoin::new(exec, pair));
        if { ahead.as_ref() }.is_some_and(|ahead| !ahead.has_pair(exec)) {
            return None;
        }
        let mut filter = filter(exec, narrow, set);
        filter.linked = linked;
        filter.goals = goals(exec, set);
        filter.ahead = ahead;
        let is_listed = has_list.is_some() && linked.is_none() && filter.house.is_none();
        let with_partner = { partner.as_ref() }
            .filter(|_| has_list.is_some())
            .map(|(_, linked)| Rc::clone(linked));
        filter.partner = partner.clone().filter(|_| !is_listed);
        if let (Some((pair, _)), true) = (partner, is_listed) {
            filter.listed_by = Some(pair);
        }
        Some(TableSearch {
            set,
            filter,
            with_partner,
        })
    }

    fn rows<'a>(&self, exec: &mut Execution<'a>, row: &mut OnRow<'_, 'a>) {
        let (tables, position) = (exec.bindings.tables, exec.bindings.position);
        for over in self.set.spare.0 as usize..=self.set.spare.1 as usize {
            let sets = position.locked(tables, over);
            let linked = self
                .filter
                .linked
                .filter(|&(other_over, ..)| other_over == over);
            let listed = { self.filter.listed_by.zip(self.with_partner.as_deref()) }
                .and_then(|(pair, linked)| linked_pairs::with_partner(exec, pair, linked));
            let list: Option<&[u32]> = match (linked, self.filter.house) {
                (Some((_, other, digit)), _) => Some(sets.linked(other, digit)),
                (None, Some(house)) => Some(sets.in_house(house)),
                (None, None) => listed,
            };
            match list {
                Some(list) => {
                    let list = list.iter().map(|&i| i as usize);
                    self.try_sets(exec, (over, sets), list, row);
                }
                None => self.try_sets(exec, (over, sets), 0..sets.len(), row),
            }
        }
    }

    fn try_sets<'a>(
        &self,
        exec: &mut Execution<'a>,
        (over, sets): (usize, &AlmostLockedSets),
        indices: impl Iterator<Item = usize>,
        row: &mut OnRow<'_, 'a>,
    ) {
        let at = |var: Var| usize::from(var.0);
        let (locked, filter) = (self.set, &self.filter);
        for index in indices {
            let set = sets.get(index);
            if !filter.allows(set, |d| sets.places(d)) || !filter.has_target(sets, index) {
                continue;
            }
            if { filter.ahead.as_ref() }.is_some_and(|ahead| !ahead.has_partner(set)) {
                continue;
            }
            if let Some((pair, linked)) = &filter.partner
                && !linked_pairs::has_partner(exec, *pair, linked, (index, set.digits))
            {
                continue;
            }
            exec.als[at(locked.cells)] = Some((over, index));
            exec.bindings.values[at(locked.house)] = Some(Value::Houses(HouseSet::only(set.house)));
            exec.bindings.values[at(locked.digits)] = Some(Value::Digits(set.digits));
            exec.try_value(
                locked.cells,
                Value::Cells(CellSet::from_u128(set.cells)),
                row,
            );
        }
        exec.als[at(locked.cells)] = None;
        exec.bindings.values[at(locked.house)] = None;
        exec.bindings.values[at(locked.digits)] = None;
    }
}

/// The masks that a set must pass.
struct AlsFilter<'a> {
    /// Its cells are among these.
    inside: u128,
    /// The least and the largest number of its cells.
    size: (u32, u32),
    /// It has all of these digits, and no others than those.
    digits: (u32, u32),
    /// Its cells with the digit are among these.
    seeing: Vec<(usize, u128)>,
    /// Pairs of digits and a number: the set lacks at most that number of them.
    covering: Vec<(u32, u32)>,
    /// Factors for its number of cells and of digits, and the range of the sum.
    sums: Vec<(i64, i64, std::ops::RangeInclusive<i64>)>,
    /// It lies in this house.
    house: Option<House>,
    /// It is linked with this set by this digit.
    linked: Option<(usize, usize, usize)>,
    /// It has one of these cells, as nothing else of the match has changed.
    changed: Option<u128>,
    /// One of these places is left to be eliminated.
    goals: Option<Vec<OpenPlaces>>,
    /// It goes with a set that is bound after it.
    ahead: Option<PairJoin<'a>>,
    /// It is linked with a set that is bound after it.
    partner: Option<(LinkedPair, Rc<LinkedSets>)>,
    /// If only sets with such a partner are listed: the link.
    listed_by: Option<LinkedPair>,
}

/// For each digit, the cells from which it can still be eliminated.
struct OpenPlaces {
    digits: u32,
    places: Vec<u128>,
}

impl AlsFilter<'_> {
    fn allows(&self, set: &AlmostLockedSet, places: impl Fn(usize) -> u128) -> bool {
        let (must, may) = self.digits;
        // The digits first: they are one word.
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

    fn has_target(&self, sets: &AlmostLockedSets, index: usize) -> bool {
        let reaches = |goal: &OpenPlaces| {
            bits(goal.digits & sets.get(index).digits)
                .any(|d| goal.places[d] & sets.excluded(index, d) != 0)
        };
        self.goals
            .as_ref()
            .is_none_or(|all| all.iter().any(reaches))
    }
}

/// The masks that the conditions and clauses give for the set.
fn filter<'n>(exec: &Execution<'_>, narrow: &[Constraint], locked: &LockedSet) -> AlsFilter<'n> {
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

/// The bound set with which this one must be linked, and the digit, as spare digits, index and
/// digit.
fn must_be_linked(
    exec: &Execution<'_>,
    narrow: &[Constraint],
    locked: &LockedSet,
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
    // A set without the digit sees the other one too, but is not linked with it.
    linked.filter(|(_, _, digit)| {
        conditions().any(|condition| match condition {
            Condition::In(a, b) if *b == locked.digits && *a != locked.cells => {
                exec.bindings.digits(*a) & (1 << digit) != 0
            }
            _ => false,
        })
    })
}

/// The cells of which the set must have one: all other truths of the match are bound, and none of
/// them has changed.
fn must_have_changed(
    exec: &Execution<'_>,
    narrow: &[Constraint],
    locked: &LockedSet,
) -> Option<u128> {
    let changes = exec.changes()?;
    if !narrow.contains(&Constraint::ChangedTruth) {
        return None;
    }
    let own = Subject::Cells(locked.cells);
    let vars = [locked.cells, locked.house, locked.digits];
    let speaks = |subject: &Subject| match subject {
        Subject::Cells(var) | Subject::Truth(var) => vars.contains(var),
        Subject::Digits(a, b) | Subject::Overlap(a, b) => vars.contains(a) || vars.contains(b),
    };
    if subjects(exec.pattern).any(|subject| *subject != own && speaks(subject)) {
        return None;
    }
    has_not_changed(&exec.bindings, exec.pattern, &own, changes.since)
        .then(|| changes.cells.as_u128())
}

/// The digits that the set must not have: no candidate of some cells may be both among them and in
/// a bound set.
fn shared_by_none(exec: &Execution<'_>, locked: &LockedSet) -> u32 {
    let board = exec.bindings.position.board();
    let mut none = 0;
    for presence in &exec.pattern.presence {
        let (Subject::Cells(cells), [Alternative::All(parts)]) =
            (&presence.subject, presence.alternatives.as_slice())
        else {
            continue;
        };
        let forbids = presence.negated && !presence.others && !presence.each;
        let is_any = (presence.least, presence.most) == (1, u32::MAX);
        let [Alternative::Digit(a), Alternative::Digit(b)] = parts.as_slice() else {
            continue;
        };
        let other = match [*a, *b].iter().position(|v| *v == locked.digits) {
            Some(at) => [*b, *a][at],
            None => continue,
        };
        if forbids && is_any {
            let live = exec.bindings.cells(*cells).iter();
            let live = live.fold(0, |sum, cell| {
                sum | exec.bindings.mask(board.cell_group(cell))
            });
            none |= live & exec.bindings.digits(other);
        }
    }
    none
}

/// The digits that clauses about other cells leave over for the set, and how many of them other
/// variables can cover.
fn covering(exec: &Execution<'_>, narrow: &[Constraint], locked: &LockedSet) -> Vec<(u32, u32)> {
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
        let board = exec.bindings.position.board();
        let cells = exec.bindings.cells(*cells).iter();
        let live = cells.fold(0, |sum, cell| {
            sum | exec.bindings.mask(board.cell_group(cell))
        });
        found.push((live & !covered, capacity));
    }
    found
}

/// The bounds that a size condition gives for this set, whatever the sizes of unbound variables
/// will be.
fn sum(
    exec: &Execution<'_>,
    condition: &Condition,
    locked: &LockedSet,
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
fn goals(exec: &Execution<'_>, locked: &LockedSet) -> Option<Vec<OpenPlaces>> {
    let conclusions = &exec.pattern.conclusions;
    let goal = |conclusion: &Conclusion| goal(exec, conclusion, locked);
    // A case of a relation eliminates nothing.
    let goals = (!conclusions.is_empty()).then(|| conclusions.iter().map(goal));
    goals?.collect()
}

fn goal(exec: &Execution<'_>, conclusion: &Conclusion, locked: &LockedSet) -> Option<OpenPlaces> {
    let Conclusion::Eliminate {
        digits,
        all_but: false,
        cells,
        ..
    } = conclusion
    else {
        return None;
    };
    let [goes] = digits.as_slice() else {
        return None;
    };
    let own = Seen::Every {
        digit: *goes,
        cells: locked.cells,
    };
    // A digit that the set does not have is not restricted by it.
    let has = Condition::In(*goes, locked.digits);
    let is_restricted = cells.seeing.contains(&own) && exec.pattern.conditions.contains(&has);
    if !cells.within.is_empty() || !is_restricted {
        return None;
    }
    let digits = digits_left(exec, *goes);
    let all = (0..exec.bindings.position.board().size()).map(|d| match digits & (1 << d) {
        0 => 0,
        _ => cells_left(exec, *goes, d, &cells.seeing),
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
fn cells_left(exec: &Execution<'_>, goes: Var, digit: usize, seeing: &[Seen]) -> u128 {
    let bindings = &exec.bindings;
    let places = *bindings.position.places(Digit::new(digit));
    let mut left = places.as_u128();
    for seen in seeing {
        let (Seen::All(var) | Seen::Every { cells: var, .. }) = seen;
        if bindings.get(*var).is_none() {
            continue;
        }
        left &= match (exec.als[usize::from(var.0)], seen) {
            (Some((over, index)), Seen::Every { digit: d, .. }) if *d == goes => {
                let sets = bindings.position.locked(bindings.tables, over);
                match sets.get(index).digits & (1 << digit) {
                    0 => u128::MAX,
                    _ => sets.excluded(index, digit),
                }
            }
            (_, Seen::Every { digit: d, .. }) if *d == goes => bindings
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
