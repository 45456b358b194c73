//! Binding an almost locked set: from the table of all of them, those that fit what is bound.
//!
//! What conditions say about the set is gathered into masks first, so that most sets are
//! passed over at the cost of a few operations. A set is passed over, too, if no target
//! would be left for it.

use super::almost::{Almost, AlmostSet, AlmostSets, bits128};
use super::cells::HouseSet;
use super::env::{Env, Value};
use super::plan::{Bind, Room};
use super::run::Run;
use crate::grid::{Cell, Digit, House, bits};
use crate::lang::ir::{Alternative, Conclusion, Condition, Seen, Subject, Var};

/// What an almost locked set must be like.
struct Filter {
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
    /// Some of these is left to be eliminated.
    goals: Option<Vec<Goal>>,
}

/// For each digit, the cells from which it can still be eliminated.
struct Goal {
    digits: u32,
    places: Vec<u128>,
}

impl Filter {
    fn allows(&self, set: &AlmostSet, places: impl Fn(usize) -> u128) -> bool {
        let (must, may) = self.digits;
        set.cells & !self.inside == 0
            && set.digits & must == must
            && set.digits & !may == 0
            && (self.size.0..=self.size.1).contains(&set.cells.count_ones())
            && (self.covering.iter()).all(|(these, but)| (these & !set.digits).count_ones() <= *but)
            && (self.sums.iter()).all(|(cells, digits, allowed)| {
                let cells = cells * i64::from(set.cells.count_ones());
                allowed.contains(&(cells + digits * i64::from(set.digits.count_ones())))
            })
            && (self.seeing.iter()).all(|&(d, among)| set.cells & places(d) & !among == 0)
    }

    fn leaves_a_target(&self, sets: &AlmostSets, index: usize) -> bool {
        let reaches = |goal: &Goal| {
            bits(goal.digits & sets.get(index).digits)
                .any(|d| goal.places[d] & sets.excluded(index, d) != 0)
        };
        self.goals
            .as_ref()
            .is_none_or(|all| all.iter().any(reaches))
    }
}

impl<'a, F: FnMut(&Env<'a>)> Run<'a, F> {
    /// Tries all almost locked sets that the variables can be.
    pub(super) fn almost_sets(&mut self, depth: usize, almost: &Almost) {
        let plan = self.plan;
        let filter = self.filter(&plan.steps[depth], almost);
        let (tables, position) = (self.env.tables, self.env.position);
        for over in almost.over.0..=almost.over.1 {
            let sets = position.almost(tables, over);
            let linked = filter.linked.filter(|&(other_over, ..)| other_over == over);
            match (linked, filter.house) {
                (Some((_, other, digit)), _) => {
                    let list = sets.linked(other, digit).iter();
                    self.try_sets(depth, almost, &filter, over, list.map(|&i| i as usize));
                }
                (None, Some(house)) => {
                    let list = sets.in_house(house).iter();
                    self.try_sets(depth, almost, &filter, over, list.map(|&i| i as usize));
                }
                (None, None) => self.try_sets(depth, almost, &filter, over, 0..sets.len()),
            }
        }
    }

    fn try_sets(
        &mut self,
        depth: usize,
        almost: &Almost,
        filter: &Filter,
        over: usize,
        indices: impl Iterator<Item = usize>,
    ) {
        let sets = self.env.position.almost(self.env.tables, over);
        let at = |var: Var| usize::from(var.0);
        for index in indices {
            let set = sets.get(index);
            if !filter.allows(set, |d| sets.places(d)) || !filter.leaves_a_target(sets, index) {
                continue;
            }
            self.almost[at(almost.cells)] = Some((over, index));
            self.env.values[at(almost.house)] = Some(Value::Houses(HouseSet::only(set.house)));
            self.env.values[at(almost.digits)] = Some(Value::Digits(set.digits));
            self.try_value(
                depth,
                Value::Cells(bits128(set.cells).map(Cell::new).collect()),
            );
        }
        self.almost[at(almost.cells)] = None;
        self.env.values[at(almost.house)] = None;
        self.env.values[at(almost.digits)] = None;
    }

    /// What the conditions and the conclusions say about the set.
    fn filter(&self, bind: &Bind, almost: &Almost) -> Filter {
        let env = &self.env;
        let mut filter = Filter {
            inside: u128::MAX,
            size: almost.size,
            digits: (0, u32::MAX),
            seeing: Vec::new(),
            covering: self.covering(bind, almost),
            sums: (self.pattern.conditions.iter())
                .filter_map(|c| self.sum(c, almost))
                .collect(),
            house: None,
            linked: None,
            goals: self.goals(almost),
        };
        for condition in bind.conditions.iter().map(|&c| &self.pattern.conditions[c]) {
            match condition {
                Condition::In(a, b) if *a == almost.cells && *b != almost.house => {
                    filter.inside &= env.cells(*b).low_bits();
                    let houses = env.houses(*b);
                    if houses.len() == 1 {
                        filter.house = houses.iter().next();
                    }
                }
                Condition::In(a, b) if *a == almost.digits => filter.digits.1 &= env.digits(*b),
                Condition::In(a, b) if *b == almost.digits => filter.digits.0 |= env.digits(*a),
                Condition::NotIn(a, b) | Condition::Disjoint(a, b) => {
                    let (one, other) = match [almost.cells, almost.digits].contains(a) {
                        true => (*a, *b),
                        false => (*b, *a),
                    };
                    if one == almost.cells {
                        filter.inside &= !env.cells(other).low_bits();
                    } else if one == almost.digits {
                        filter.digits.1 &= !env.digits(other);
                    }
                }
                Condition::Sees(a, b) => {
                    let other = if *a == almost.cells { *b } else { *a };
                    filter.inside &= env.tables.common_peers(&env.cells(other)).low_bits();
                }
                Condition::AllSee { digit, one, other } => {
                    let other = if *one == almost.cells { *other } else { *one };
                    self.must_see(*digit, other, &mut filter);
                }
                _ => {}
            }
        }
        // Sets that are linked have the digit; sets without it see each other too.
        let (must, _) = filter.digits;
        filter.linked = (filter.linked).filter(|(_, _, digit)| must & (1 << digit) != 0);
        filter
    }

    /// What clauses about other cells leave over for the digits of the set, and what others can
    /// cover of that.
    fn covering(&self, bind: &Bind, almost: &Almost) -> Vec<(u32, u32)> {
        let own = Alternative::Digit(almost.digits);
        let mut found = Vec::new();
        for partial in &bind.clauses {
            let every = &self.pattern.knowledge[partial.clause];
            let others = (partial.bound.iter())
                .map(|&i| &every.alternatives[i])
                .filter(|alternative| **alternative != own);
            let mut digits = others.map(|alternative| match alternative {
                Alternative::Digit(var) => Some(self.env.digits(*var)),
                _ => None,
            });
            let digits = digits.try_fold(0, |sum, mask| Some(sum | mask?));
            let (Subject::Cells(cells), Room::Digits(room)) = (&every.subject, partial.room) else {
                continue;
            };
            let (Some(covered), true) = (digits, every.alternatives.contains(&own)) else {
                continue;
            };
            let board = self.env.position.board();
            let cells = self.env.cells(*cells).iter();
            let live = cells.fold(0, |sum, cell| sum | self.env.mask(board.cell_group(cell)));
            found.push((live & !covered, room));
        }
        found
    }

    /// What a condition about sizes says about the sizes of this set, whatever those will be
    /// that are not bound yet.
    fn sum(
        &self,
        condition: &Condition,
        almost: &Almost,
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
        let (mut cells, mut digits) = (0, 0);
        let (mut least, mut most) = (-i64::from(*plus), -i64::from(*plus));
        let signed = (left.iter().map(|v| (1, *v))).chain(right.iter().map(|v| (-1, *v)));
        for (sign, var) in signed {
            if var == almost.cells {
                cells += sign;
            } else if var == almost.digits {
                digits += sign;
            } else {
                let (low, high) = match self.env.get(var) {
                    Some(value) => (value.size() as i64, value.size() as i64),
                    None => {
                        let size = self.env.variables[usize::from(var.0)].size;
                        let (low, high) = size.unwrap_or((1, 1));
                        (i64::from(low), i64::from(high))
                    }
                };
                least += if sign > 0 { low } else { -high };
                most += if sign > 0 { high } else { -low };
            }
        }
        (cells != 0 || digits != 0).then(|| (cells, digits, -most..=i64::from(*more) - least))
    }

    fn must_see(&self, digit: Var, other: Var, filter: &mut Filter) {
        let env = &self.env;
        for digit in bits(env.digits(digit)) {
            if let Some((over, index)) = self.almost[usize::from(other.0)]
                && filter.linked.is_none()
            {
                filter.linked = Some((over, index, digit));
            }
            let carriers = env.cells(other) & *env.position.places(Digit::new(digit));
            let among = env.tables.common_peers(&carriers).low_bits();
            filter.seeing.push((digit, among));
        }
    }

    /// What could be eliminated as far as the other sets go, for each conclusion; `None` if that
    /// is not for this set to say.
    fn goals(&self, almost: &Almost) -> Option<Vec<Goal>> {
        let conclusions = &self.pattern.conclusions;
        let goal = |conclusion: &Conclusion| self.goal(conclusion, almost);
        // A case of a relation takes nothing away.
        let goals = (!conclusions.is_empty()).then(|| conclusions.iter().map(goal));
        goals?.collect()
    }

    fn goal(&self, conclusion: &Conclusion, almost: &Almost) -> Option<Goal> {
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
            cells: almost.cells,
        };
        // A digit that the set does not have could go anywhere, as far as the set goes.
        let has = Condition::In(*goes, almost.digits);
        let is_told = cells.seeing.contains(&own) && self.pattern.conditions.contains(&has);
        if !cells.within.is_empty() || !is_told {
            return None;
        }
        let digits = self.digits_left(*goes);
        let all = (0..self.env.position.board().size()).map(|d| match digits & (1 << d) {
            0 => 0,
            _ => self.cells_left(*goes, d, &cells.seeing),
        });
        let places = all.collect();
        Some(Goal { digits, places })
    }

    /// The digits that a variable can still be.
    fn digits_left(&self, var: Var) -> u32 {
        let env = &self.env;
        if env.get(var).is_some() {
            return env.digits(var);
        }
        let mut left = env.tables.all_digits();
        for condition in &self.pattern.conditions {
            match condition {
                Condition::In(a, b) if *a == var && env.get(*b).is_some() => {
                    left &= env.digits(*b);
                }
                Condition::NotIn(a, b) | Condition::Distinct(a, b) if *a == var || *b == var => {
                    let other = if *a == var { *b } else { *a };
                    let one = env.digits(other);
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
        let env = &self.env;
        let places = *env.position.places(Digit::new(digit));
        let mut left = places.low_bits();
        for seen in seeing {
            let (Seen::All(var) | Seen::Every { cells: var, .. }) = seen;
            if env.get(*var).is_none() {
                continue;
            }
            left &= match (self.almost[usize::from(var.0)], seen) {
                (Some((over, index)), Seen::Every { digit: d, .. }) if *d == goes => {
                    let sets = env.position.almost(env.tables, over);
                    match sets.get(index).digits & (1 << digit) {
                        0 => u128::MAX,
                        _ => sets.excluded(index, digit),
                    }
                }
                (_, Seen::Every { digit: d, .. }) if *d == goes => env
                    .tables
                    .common_peers(&(env.cells(*var) & places))
                    .low_bits(),
                (_, Seen::Every { .. }) => u128::MAX,
                (_, Seen::All(_)) => env.tables.common_peers(&env.cells(*var)).low_bits(),
            };
        }
        left
    }
}
