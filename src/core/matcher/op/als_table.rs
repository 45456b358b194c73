//! Binding an almost locked set: from the table of all of them, those that fit what is bound.
//!
//! What conditions say about the set is gathered into masks first, so that most sets are
//! passed over at the cost of a few operations. A set is passed over, too, if no target
//! would be left for it.

use std::rc::Rc;

use crate::grid::{Digit, House, bits};
use crate::lang::ir::{Alternative, Conclusion, Condition, LockedSet, Seen, Subject, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::exec::pair_join::PairJoin;
use crate::matcher::exec::search::Execution;
use crate::matcher::index::als::{AlmostLockedSet, AlmostLockedSets, LinkedSets};
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::index::value::Value;
use crate::matcher::plan::{Bind, Capacity, LinkedPartner};
use crate::matcher::query::delta::{has_not_changed, subjects};

/// What an almost locked set must be like.
struct AlsFilter<'a> {
    /// Its cells are among these.
    inside: u128,
    /// The least and the largest number of its cells.
    size: (u32, u32),
    /// It has all of these digits, and no others than those.
    digits: (u32, u32),
    /// Its cells with the digit are among these.
    seeing: Vec<(usize, u128)>,
    /// Its digits cover all but so many of these.
    covering: Vec<(u32, u32)>,
    /// The numbers of its cells and of its digits, each taken so often, add up to one of these.
    sums: Vec<(i64, i64, std::ops::RangeInclusive<i64>)>,
    /// It lies in this house.
    house: Option<House>,
    /// It is linked with this set by this digit.
    linked: Option<(usize, usize, usize)>,
    /// It has one of these cells: nothing else of the match has changed.
    changed: Option<u128>,
    /// Some of these is left to be eliminated.
    goals: Option<Vec<OpenPlaces>>,
    /// It goes with a set that is bound after it.
    ahead: Option<PairJoin<'a>>,
    /// It is linked with a set that is bound after it.
    partner: Option<(LinkedPartner, Rc<LinkedSets>)>,
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

    fn leaves_a_target(&self, sets: &AlmostLockedSets, index: usize) -> bool {
        let reaches = |goal: &OpenPlaces| {
            bits(goal.digits & sets.get(index).digits)
                .any(|d| goal.places[d] & sets.excluded(index, d) != 0)
        };
        self.goals
            .as_ref()
            .is_none_or(|all| all.iter().any(reaches))
    }
}

impl<'a, F: FnMut(&Bindings<'a>)> Execution<'a, F> {
    /// Tries all almost locked sets that the variables can be.
    pub(crate) fn locked_sets(&mut self, depth: usize, locked: &LockedSet) {
        let plan = self.plan;
        let (tables, position) = (self.bindings.tables, self.bindings.position);
        let linked = self.must_be_linked(&plan.steps[depth], locked);
        // Most sets are linked with no other by a digit: nothing else need be asked then.
        if let ((least, most), Some((over, other, digit))) = (locked.spare, linked)
            && (least as usize, most as usize) == (over, over)
            && position
                .locked(tables, over)
                .linked(other, digit)
                .is_empty()
        {
            return;
        }
        // Sets with a partner, if it is known by which digits, need not be looked for among all.
        let partner = plan.linked_partners[depth].map(|partner| {
            let sets = position.locked(tables, locked.spare.0 as usize);
            (partner, self.linked_sets(depth, partner, sets))
        });
        let with_partner =
            { partner.as_ref() }.and_then(|(partner, linked)| self.with_partner(*partner, linked));
        if with_partner.is_some_and(<[u32]>::is_empty) {
            return;
        }
        let pair = plan.set_pairs[depth].as_ref();
        let ahead = pair.and_then(|pair| self.look_ahead(pair));
        if { ahead.as_ref() }.is_some_and(|ahead| !self.has_pair(ahead)) {
            return;
        }
        let mut filter = self.filter(&plan.steps[depth], locked);
        filter.linked = linked;
        filter.goals = self.goals(locked);
        filter.ahead = ahead;
        let is_listed = with_partner.is_some() && linked.is_none() && filter.house.is_none();
        filter.partner = partner.clone().filter(|_| !is_listed);
        for over in locked.spare.0 as usize..=locked.spare.1 as usize {
            let sets = position.locked(tables, over);
            let linked = filter.linked.filter(|&(other_over, ..)| other_over == over);
            match (linked, filter.house) {
                (Some((_, other, digit)), _) => {
                    let list = sets.linked(other, digit).iter();
                    self.try_sets(depth, locked, &filter, over, list.map(|&i| i as usize));
                }
                (None, Some(house)) => {
                    let list = sets.in_house(house).iter();
                    self.try_sets(depth, locked, &filter, over, list.map(|&i| i as usize));
                }
                (None, None) => match with_partner {
                    Some(list) => {
                        let list = list.iter().map(|&i| i as usize);
                        self.try_sets(depth, locked, &filter, over, list);
                    }
                    None => self.try_sets(depth, locked, &filter, over, 0..sets.len()),
                },
            }
        }
    }

    fn try_sets(
        &mut self,
        depth: usize,
        locked: &LockedSet,
        filter: &AlsFilter<'a>,
        over: usize,
        indices: impl Iterator<Item = usize>,
    ) {
        let sets = self.bindings.position.locked(self.bindings.tables, over);
        let at = |var: Var| usize::from(var.0);
        for index in indices {
            let set = sets.get(index);
            if !filter.allows(set, |d| sets.places(d)) || !filter.leaves_a_target(sets, index) {
                continue;
            }
            if { filter.ahead.as_ref() }.is_some_and(|ahead| !ahead.has_partner(set)) {
                continue;
            }
            if let Some((partner, linked)) = &filter.partner
                && !self.has_linked_partner(*partner, linked, (index, set.digits))
            {
                continue;
            }
            self.locked[at(locked.cells)] = Some((over, index));
            self.bindings.values[at(locked.house)] = Some(Value::Houses(HouseSet::only(set.house)));
            self.bindings.values[at(locked.digits)] = Some(Value::Digits(set.digits));
            self.try_value(depth, Value::Cells(CellSet::from_u128(set.cells)));
        }
        self.locked[at(locked.cells)] = None;
        self.bindings.values[at(locked.house)] = None;
        self.bindings.values[at(locked.digits)] = None;
    }

    /// What the conditions and the conclusions say about the set.
    fn filter(&self, bind: &Bind, locked: &LockedSet) -> AlsFilter<'a> {
        let bindings = &self.bindings;
        let mut filter = AlsFilter {
            inside: u128::MAX,
            size: locked.size,
            digits: (0, u32::MAX),
            seeing: Vec::new(),
            covering: self.covering(bind, locked),
            sums: (self.pattern.conditions.iter())
                .filter_map(|c| self.sum(c, locked))
                .collect(),
            house: None,
            linked: None,
            changed: self.must_have_changed(bind, locked),
            goals: None,
            ahead: None,
            partner: None,
        };
        for condition in bind.conditions.iter().map(|&c| &self.pattern.conditions[c]) {
            match condition {
                Condition::In(a, b) if *a == locked.cells && *b != locked.house => {
                    filter.inside &= bindings.cells(*b).as_u128();
                    let houses = bindings.houses(*b);
                    if houses.len() == 1 {
                        filter.house = houses.iter().next();
                    }
                }
                Condition::In(a, b) if *a == locked.digits => {
                    filter.digits.1 &= bindings.digits(*b)
                }
                Condition::In(a, b) if *b == locked.digits => {
                    filter.digits.0 |= bindings.digits(*a)
                }
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
                    self.must_see(*digit, other, &mut filter);
                }
                _ => {}
            }
        }
        filter.digits.1 &= !self.shared_by_none(locked);
        filter
    }

    /// Whether every set that passes the filter meets a condition: then it need not be asked again, of each of them.
    pub(crate) fn is_asked_of(&self, condition: &Condition, locked: &LockedSet) -> bool {
        match condition {
            Condition::In(a, b) => {
                *b == locked.digits && ![locked.cells, locked.digits, locked.house].contains(a)
            }
            // Of several digits each is asked by itself.
            Condition::AllSee { digit, one, other } => {
                (*one == locked.cells) != (*other == locked.cells)
                    && self.bindings.digits(*digit).is_power_of_two()
            }
            _ => false,
        }
    }

    /// The set, and the digit, with which this one must be linked.
    fn must_be_linked(&self, bind: &Bind, locked: &LockedSet) -> Option<(usize, usize, usize)> {
        let conditions = || bind.conditions.iter().map(|&c| &self.pattern.conditions[c]);
        let linked = conditions().find_map(|condition| {
            let Condition::AllSee { digit, one, other } = condition else {
                return None;
            };
            let other = if *one == locked.cells { *other } else { *one };
            let (over, index) = self.locked[usize::from(other.0)]?;
            let digit = bits(self.bindings.digits(*digit)).next()?;
            Some((over, index, digit))
        });
        // Sets that are linked have the digit; sets without it see each other too.
        linked.filter(|(_, _, digit)| {
            conditions().any(|condition| match condition {
                Condition::In(a, b) if *b == locked.digits && *a != locked.cells => {
                    self.bindings.digits(*a) & (1 << digit) != 0
                }
                _ => false,
            })
        })
    }

    /// The cells of which the set must have one, if all other truths of the match are bound and none of them has changed.
    fn must_have_changed(&self, bind: &Bind, locked: &LockedSet) -> Option<u128> {
        let changes = self.changes?;
        let last = self.plan.steps.get(self.plan.truths_bound_after?)?;
        if last.var != bind.var {
            return None;
        }
        let own = Subject::Cells(locked.cells);
        let vars = [locked.cells, locked.house, locked.digits];
        let speaks = |subject: &Subject| match subject {
            Subject::Cells(var) | Subject::Truth(var) => vars.contains(var),
            Subject::Digits(a, b) | Subject::Overlap(a, b) => vars.contains(a) || vars.contains(b),
        };
        if subjects(self.pattern).any(|subject| *subject != own && speaks(subject)) {
            return None;
        }
        has_not_changed(&self.bindings, self.pattern, &own, changes.since)
            .then(|| changes.cells.as_u128())
    }

    /// The digits that the set must not have: a clause says that no candidate is both among them and in another set that is bound.
    fn shared_by_none(&self, locked: &LockedSet) -> u32 {
        let board = self.bindings.position.board();
        let mut none = 0;
        for presence in &self.pattern.presence {
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
                let live = self.bindings.cells(*cells).iter();
                let live = live.fold(0, |sum, cell| {
                    sum | self.bindings.mask(board.cell_group(cell))
                });
                none |= live & self.bindings.digits(other);
            }
        }
        none
    }

    /// What clauses about other cells leave over for the digits of the set, and what others can
    /// cover of that.
    fn covering(&self, bind: &Bind, locked: &LockedSet) -> Vec<(u32, u32)> {
        let own = Alternative::Digit(locked.digits);
        let mut found = Vec::new();
        for partial in &bind.clauses {
            let every = &self.pattern.knowledge[partial.clause];
            let others = (partial.bound.iter())
                .map(|&i| &every.alternatives[i])
                .filter(|alternative| **alternative != own);
            let mut digits = others.map(|alternative| match alternative {
                Alternative::Digit(var) => Some(self.bindings.digits(*var)),
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
            let board = self.bindings.position.board();
            let cells = self.bindings.cells(*cells).iter();
            let live = cells.fold(0, |sum, cell| {
                sum | self.bindings.mask(board.cell_group(cell))
            });
            found.push((live & !covered, capacity));
        }
        found
    }

    /// What a condition about sizes says about the sizes of this set, whatever those will be
    /// that are not bound yet.
    fn sum(
        &self,
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
                let (low, high) = match self.bindings.get(var) {
                    Some(value) => (value.size() as i64, value.size() as i64),
                    None => {
                        let size = self.bindings.variables[usize::from(var.0)].size;
                        let (low, high) = size.unwrap_or((1, 1));
                        (i64::from(low), i64::from(high))
                    }
                };
                least += if sign > 0 { low } else { -high };
                most += if sign > 0 { high } else { -low };
            }
        }
        // What is said of this set alone is a matter of how many digits it has too many.
        let is_own = left.iter().chain(right).all(own);
        let (few, many) = (i64::from(locked.spare.0), i64::from(locked.spare.1));
        let allowed = -most..=i64::from(*more) - least;
        let always = |over: i64| allowed.contains(&(digits * over));
        if is_own && cells == -digits && (few..=many).all(always) {
            return None;
        }
        (cells != 0 || digits != 0).then_some((cells, digits, allowed))
    }

    fn must_see(&self, digit: Var, other: Var, filter: &mut AlsFilter<'a>) {
        let bindings = &self.bindings;
        for digit in bits(bindings.digits(digit)) {
            let carriers = bindings.cells(other) & *bindings.position.places(Digit::new(digit));
            let among = bindings.tables.common_peers(&carriers).as_u128();
            filter.seeing.push((digit, among));
        }
    }

    /// What could be eliminated as far as the other sets go, for each conclusion; `None` if that
    /// is not for this set to say.
    fn goals(&self, locked: &LockedSet) -> Option<Vec<OpenPlaces>> {
        let conclusions = &self.pattern.conclusions;
        let goal = |conclusion: &Conclusion| self.goal(conclusion, locked);
        // A case of a relation takes nothing away.
        let goals = (!conclusions.is_empty()).then(|| conclusions.iter().map(goal));
        goals?.collect()
    }

    fn goal(&self, conclusion: &Conclusion, locked: &LockedSet) -> Option<OpenPlaces> {
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
        // A digit that the set does not have could go anywhere, as far as the set goes.
        let has = Condition::In(*goes, locked.digits);
        let is_told = cells.seeing.contains(&own) && self.pattern.conditions.contains(&has);
        if !cells.within.is_empty() || !is_told {
            return None;
        }
        let digits = self.digits_left(*goes);
        let all = (0..self.bindings.position.board().size()).map(|d| match digits & (1 << d) {
            0 => 0,
            _ => self.cells_left(*goes, d, &cells.seeing),
        });
        let places = all.collect();
        Some(OpenPlaces { digits, places })
    }

    /// The digits that a variable can still be.
    fn digits_left(&self, var: Var) -> u32 {
        let bindings = &self.bindings;
        if bindings.get(var).is_some() {
            return bindings.digits(var);
        }
        let mut left = bindings.tables.all_digits();
        for condition in &self.pattern.conditions {
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

    /// The cells that can still lose a digit, as far as those go that are bound.
    fn cells_left(&self, goes: Var, digit: usize, seeing: &[Seen]) -> u128 {
        let bindings = &self.bindings;
        let places = *bindings.position.places(Digit::new(digit));
        let mut left = places.as_u128();
        for seen in seeing {
            let (Seen::All(var) | Seen::Every { cells: var, .. }) = seen;
            if bindings.get(*var).is_none() {
                continue;
            }
            left &= match (self.locked[usize::from(var.0)], seen) {
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
}
