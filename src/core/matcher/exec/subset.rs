//! Binding a set: the one search behind subsets and fish.
//!
//! Each possible member of a set brings truths, and what these leave over is labels: digits for
//! cells, places for digits, crossing lines for lines. A set of members fits if its labels together
//! fit into the room of the alternatives that are not bound yet. Members are weighed once; the
//! search itself only joins masks.
//!
//! The other way round, a set that must *cover* what a clause leaves over is found by covering the
//! first label in every way there is.

use crate::grid::{Cell, Digit, GroupKind, bits};
use crate::lang::ir::{Alternative, Condition, Kinds, Subject};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::exec::search::Execution;
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::index::value::Value;
use crate::matcher::plan::{Capacity, Partial};

/// A possible member of a set, by its index among the board's digits, cells or houses, and
/// the labels it brings to each of the growing clauses.
pub struct Member {
    pub index: usize,
    pub(crate) labels: [u128; MAX_GROWING],
}

/// How much a growing clause has room for.
#[derive(Clone, Copy)]
pub(crate) enum Limit {
    /// So many labels.
    Labels(u32),
    /// What so many houses of these kinds can cover.
    Houses(Kinds, u32),
    /// Anything.
    None,
}

/// What a growing clause demands.
#[derive(Clone, Copy)]
pub(crate) struct Demand {
    capacity: Limit,
    /// No label may come twice.
    apart: bool,
    /// What covers is none of the houses that are covered.
    others: bool,
}

/// So many clauses are looked at while a set grows; further ones wait until it is complete.
pub(crate) const MAX_GROWING: usize = 2;

impl<'a, F: FnMut(&Bindings<'a>)> Execution<'a, F> {
    /// Tries all sets of the right size that hold what is chosen already and otherwise members
    /// of `rest`, in ascending order.
    pub(crate) fn sets(
        &mut self,
        depth: usize,
        size: (u32, u32),
        chosen: &mut Vec<usize>,
        rest: impl Iterator<Item = usize>,
        make: fn(&[usize]) -> Value,
    ) {
        let growing = &self.plan.steps[depth].growing;
        let capacities = self.capacities(depth, growing);
        let mut members = Vec::new();
        let mut labels = [0; MAX_GROWING];
        for &index in chosen.iter() {
            let Some(member) = self.weigh(depth, index, make, &capacities) else {
                return;
            };
            join(&mut labels, &member.labels);
        }
        members.extend(rest.filter_map(|index| self.weigh(depth, index, make, &capacities)));
        if self.fits(&labels, &capacities, chosen) {
            self.grow(depth, size, chosen, &members, labels, &capacities, make);
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "one recursive search with its state"
    )]
    fn grow(
        &mut self,
        depth: usize,
        size: (u32, u32),
        chosen: &mut Vec<usize>,
        members: &[Member],
        labels: [u128; MAX_GROWING],
        capacities: &[Demand],
        make: fn(&[usize]) -> Value,
    ) {
        let count = chosen.len() as u32;
        if (size.0..=size.1).contains(&count) {
            self.try_value(depth, make(chosen));
        }
        if count >= size.1 || members.len() + chosen.len() < size.0 as usize {
            return;
        }
        // Of one clause, labels are counted before anything else is done.
        let most = match capacities {
            [demand] => match demand.capacity {
                Limit::Labels(most) => most,
                _ => u32::MAX,
            },
            _ => u32::MAX,
        };
        // So many must be left to choose from.
        let needed = (size.0 as usize).saturating_sub(chosen.len());
        for (i, member) in members.iter().enumerate() {
            if members.len() - i < needed {
                break;
            }
            if (labels[0] | member.labels[0]).count_ones() > most {
                continue;
            }
            let mut joined = labels;
            let clash =
                |(i, demand): (usize, &Demand)| demand.apart && labels[i] & member.labels[i] != 0;
            if capacities.iter().enumerate().any(clash) {
                continue;
            }
            join(&mut joined, &member.labels);
            chosen.push(member.index);
            if self.fits(&joined, capacities, chosen) {
                self.grow(
                    depth,
                    size,
                    chosen,
                    &members[i + 1..],
                    joined,
                    capacities,
                    make,
                );
            }
            chosen.pop();
        }
    }

    /// What each growing clause has room for.
    pub(crate) fn capacities(&self, depth: usize, growing: &[Partial]) -> Vec<Demand> {
        let few_cells = self.bindings.position.board().cell_count() <= 128;
        let capacity = |partial: &Partial| match partial.capacity {
            Capacity::Digits(k) | Capacity::Houses(_, k) => Limit::Labels(k),
            Capacity::Cells(k) if few_cells => Limit::Labels(k),
            Capacity::Cover(kinds, k) if few_cells => Limit::Houses(kinds, k),
            Capacity::Cells(_) | Capacity::Cover(..) | Capacity::Candidates(_) | Capacity::Any => {
                Limit::None
            }
        };
        let demand = |partial: &Partial| Demand {
            capacity: capacity(partial),
            apart: partial.apart && few_cells,
            others: self.covered_by_others(depth, partial),
        };
        growing.iter().take(MAX_GROWING).map(demand).collect()
    }

    /// Whether whatever covers the clause must be disjoint from the set that is bound.
    fn covered_by_others(&self, depth: usize, partial: &Partial) -> bool {
        let var = self.plan.steps[depth].var;
        let alternatives = self.pattern.knowledge[partial.clause].alternatives.iter();
        let free = alternatives
            .enumerate()
            .filter(|(i, _)| !partial.bound.contains(i));
        let conditions = &self.pattern.conditions;
        { free }.all(|(_, alternative)| match alternative {
            Alternative::House(other) => {
                conditions.contains(&Condition::Disjoint(var, *other))
                    || conditions.contains(&Condition::Disjoint(*other, var))
            }
            _ => false,
        })
    }

    /// Whether the labels of each clause fit into its room, if these are the members.
    pub(crate) fn fits(
        &self,
        labels: &[u128; MAX_GROWING],
        capacities: &[Demand],
        members: &[usize],
    ) -> bool {
        capacities
            .iter()
            .enumerate()
            .all(|(i, demand)| match demand.capacity {
                Limit::Labels(most) => labels[i].count_ones() <= most,
                Limit::Houses(kinds, most) => {
                    let not = match demand.others {
                        true => members.iter().fold(0, |not, member| not | 1 << member),
                        false => 0,
                    };
                    let not = HouseSet(not);
                    self.bindings.tables.coverable(kinds, labels[i], most, not)
                }
                Limit::None => true,
            })
    }

    /// What a member brings; `None` if it alone is too much.
    pub(crate) fn weigh(
        &mut self,
        depth: usize,
        index: usize,
        make: fn(&[usize]) -> Value,
        capacities: &[Demand],
    ) -> Option<Member> {
        let bind = &self.plan.steps[depth];
        let mut labels = [0; MAX_GROWING];
        if let ([partial], Some((left, most))) = (&*bind.growing, self.lone_label(depth, index)) {
            debug_assert!(partial.bound.is_empty());
            labels[0] = u128::from(left);
            return (left.count_ones() <= most).then_some(Member { index, labels });
        }
        self.bindings.values[usize::from(bind.var.0)] = Some(make(&[index]));
        for (i, partial) in bind.growing.iter().take(MAX_GROWING).enumerate() {
            labels[i] = self.labels(partial)?;
        }
        self.fits(&labels, capacities, &[index])
            .then_some(Member { index, labels })
    }

    /// The labels of a member that is one truth, of which nothing is covered yet, and how many there may be: the digits of a cell of a naked
    /// pair, the places of a digit of a hidden pair. `None` if there is more to it.
    fn lone_label(&self, depth: usize, index: usize) -> Option<(u32, u32)> {
        let bind = &self.plan.steps[depth];
        let partial = bind.growing.first()?;
        let board = self.bindings.position.board();
        let var = bind.var;
        let (truth, most) = match (
            &self.pattern.knowledge[partial.clause].subject,
            partial.capacity,
        ) {
            (Subject::Cells(cells), Capacity::Digits(most)) if *cells == var => {
                (board.cell_group(Cell::new(index)), most)
            }
            (Subject::Digits(digits, house), Capacity::Cells(most)) if *digits == var => {
                let houses = self.bindings.houses(*house);
                let only = houses.iter().next().filter(|_| houses.len() == 1)?;
                (board.house_group(only, Digit::new(index)), most)
            }
            _ => return None,
        };
        let is_plain = partial.bound.is_empty()
            && !partial.apart
            && !self.bindings.position.is_solved_group(truth);
        is_plain.then(|| (self.bindings.mask(truth), most))
    }

    /// The labels that the truths of a clause leave over; `None` if one of them is solved, or
    /// leaves over too much by itself.
    pub(crate) fn labels(&self, partial: &Partial) -> Option<u128> {
        let every = &self.pattern.knowledge[partial.clause];
        let small = self.bindings.position.board().cell_count() <= 128;
        let mut labels = 0;
        let open = self.bindings.truths(&every.subject, &mut |truth| {
            if !self.bindings.may_speak(&every.subject, truth) {
                return false;
            }
            if partial.capacity == Capacity::Any {
                return true;
            }
            let left = self.left(partial, truth);
            let kind = self.bindings.tables.kind(truth);
            if let (Capacity::Digits(most), _) | (Capacity::Cells(most), GroupKind::House(..)) =
                (partial.capacity, kind)
                && left.count_ones() > most
            {
                return false;
            }
            match (partial.capacity, kind) {
                (Capacity::Digits(_), GroupKind::Cell(_)) => labels |= u128::from(left),
                (Capacity::Cells(_), GroupKind::Cell(cell)) if small => {
                    labels |= u128::from(left != 0) << cell.index();
                }
                (Capacity::Cells(_) | Capacity::Cover(..), GroupKind::House(house, _)) if small => {
                    for bit in bits(left) {
                        labels |= 1 << self.bindings.tables.member(house, bit).index();
                    }
                }
                (Capacity::Houses(kind, _), GroupKind::House(house, _)) => {
                    let of_kind = self.bindings.tables.of_kind(kind).0;
                    for bit in bits(left) {
                        let cell = self.bindings.tables.member(house, bit);
                        labels |= self.bindings.tables.houses_of(cell).0 & of_kind;
                    }
                }
                _ => {}
            }
            true
        });
        open.then_some(labels)
    }

    /// Tries all sets of houses that cover these cells, each with one of its houses in the
    /// domain, and are filled up from the domain to the right size.
    pub(crate) fn covers(&mut self, depth: usize, size: (u32, u32), cells: &CellSet, domain: u128) {
        let mut seen = Vec::new();
        self.cover_first(size.1, 0, cells, domain, &mut seen);
        seen.sort_unstable();
        seen.dedup();
        if seen.iter().all(|cover| cover.count_ones() == size.1) {
            for cover in seen {
                self.try_value(depth, Value::Houses(HouseSet(cover)));
            }
            return;
        }
        let mut tried = std::collections::BTreeSet::new();
        for cover in seen {
            self.fill(depth, size, cover, domain & !cover, &mut tried);
        }
    }

    /// Covers the first cell in every way there is, then the next that is still open.
    fn cover_first(
        &self,
        most: u32,
        chosen: u128,
        cells: &CellSet,
        domain: u128,
        seen: &mut Vec<u128>,
    ) {
        let Some(first) = cells.first() else {
            seen.push(chosen);
            return;
        };
        if chosen.count_ones() == most {
            return;
        }
        let tables = self.bindings.tables;
        for house in HouseSet(tables.houses_of(first).0 & domain).iter() {
            let rest = cells.without(tables.house(house));
            let chosen = chosen | HouseSet::only(house).0;
            self.cover_first(most, chosen, &rest, domain, seen);
        }
    }

    fn fill(
        &mut self,
        depth: usize,
        size: (u32, u32),
        chosen: u128,
        mut rest: u128,
        tried: &mut std::collections::BTreeSet<u128>,
    ) {
        if chosen.count_ones() >= size.0 && tried.insert(chosen) {
            self.try_value(depth, Value::Houses(HouseSet(chosen)));
        }
        if chosen.count_ones() < size.1 {
            while rest != 0 {
                let house = rest & rest.wrapping_neg();
                rest &= rest - 1;
                self.fill(depth, size, chosen | house, rest, tried);
            }
        }
    }

    /// Whether a clause speaks of cells.
    pub(crate) fn speaks_of_cells(&self, clause: usize) -> bool {
        matches!(self.pattern.knowledge[clause].subject, Subject::Cells(_))
    }
}

pub(crate) fn join(labels: &mut [u128; MAX_GROWING], more: &[u128; MAX_GROWING]) {
    for i in 0..MAX_GROWING {
        labels[i] |= more[i];
    }
}
