//! Binding a set: the one search behind subsets and fish.
//!
//! Each possible member of a set brings truths, and what these leave over is labels: digits for
//! cells, places for digits, crossing lines for lines. A set of members fits if its labels together
//! fit into the room of the alternatives that are not bound yet. Members are weighed once; the
//! search itself only joins masks.
//!
//! The other way round, a set that must *cover* what a clause leaves over is found by covering the
//! first label in every way there is.

use super::env::{Env, Value};
use super::plan::{Partial, Room};
use super::run::Run;
use crate::grid::{Cell, GroupKind, House, bits};
use crate::lang::ir::Subject;

/// A possible member of a set, by its index among the board's digits, cells or houses, and
/// the labels it brings to each of the growing clauses.
pub struct Member {
    pub index: usize,
    pub(super) labels: [u128; MAX_GROWING],
}

/// How much a growing clause has room for.
#[derive(Clone, Copy)]
pub(super) enum Limit {
    /// So many labels.
    Labels(u32),
    /// What so many of these houses can cover.
    Houses(u128, u32),
    /// Anything.
    None,
}

/// So many clauses are looked at while a set grows; further ones wait until it is complete.
pub(super) const MAX_GROWING: usize = 2;

impl<'a, F: FnMut(&Env<'a>)> Run<'a, F> {
    /// Tries all sets of the right size that hold what is chosen already and otherwise members
    /// of `rest`, in ascending order.
    pub(super) fn sets(
        &mut self,
        depth: usize,
        size: (u32, u32),
        chosen: &mut Vec<usize>,
        rest: impl Iterator<Item = usize>,
        make: fn(&[usize]) -> Value,
    ) {
        let growing = &self.plan.steps[depth].growing;
        let rooms = self.rooms(growing);
        let mut members = Vec::new();
        let mut labels = [0; MAX_GROWING];
        for &index in chosen.iter() {
            let Some(member) = self.weigh(depth, index, make, &rooms) else {
                return;
            };
            join(&mut labels, &member.labels);
        }
        members.extend(rest.filter_map(|index| self.weigh(depth, index, make, &rooms)));
        if self.fits(&labels, &rooms) {
            self.grow(depth, size, chosen, &members, labels, &rooms, make);
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
        rooms: &[Limit],
        make: fn(&[usize]) -> Value,
    ) {
        let count = chosen.len() as u32;
        if (size.0..=size.1).contains(&count) {
            self.try_value(depth, make(chosen));
        }
        if count >= size.1 {
            return;
        }
        for (i, member) in members.iter().enumerate() {
            let mut joined = labels;
            join(&mut joined, &member.labels);
            if self.fits(&joined, rooms) {
                chosen.push(member.index);
                self.grow(depth, size, chosen, &members[i + 1..], joined, rooms, make);
                chosen.pop();
            }
        }
    }

    /// What each growing clause has room for.
    pub(super) fn rooms(&self, growing: &[Partial]) -> Vec<Limit> {
        let few_cells = self.env.position.board().cell_count() <= 128;
        let room = |partial: &Partial| match partial.room {
            Room::Digits(k) | Room::Houses(_, k) => Limit::Labels(k),
            Room::Cells(k) if few_cells => Limit::Labels(k),
            Room::Cover(kinds, k) if few_cells => {
                Limit::Houses(self.env.tables.houses_of_kinds(kinds).0, k)
            }
            Room::Cells(_) | Room::Cover(..) | Room::Any => Limit::None,
        };
        growing.iter().take(MAX_GROWING).map(room).collect()
    }

    /// Whether the labels of each clause fit into its room.
    pub(super) fn fits(&self, labels: &[u128; MAX_GROWING], rooms: &[Limit]) -> bool {
        labels.iter().zip(rooms).all(|(&mask, room)| match *room {
            Limit::Labels(most) => mask.count_ones() <= most,
            Limit::Houses(domain, most) => self.coverable(mask, domain, most),
            Limit::None => true,
        })
    }

    /// Whether so many houses of the domain can cover the cells.
    pub(super) fn coverable(&self, cells: u128, domain: u128, most: u32) -> bool {
        if cells == 0 {
            return true;
        }
        if most == 0 {
            return false;
        }
        let first = Cell::new(cells.trailing_zeros() as usize);
        let mut choices = self.env.tables.houses_of(first).0 & domain;
        while choices != 0 {
            let house = House::new(choices.trailing_zeros() as usize);
            choices &= choices - 1;
            let rest = cells & !self.env.tables.house(house).low_bits();
            if self.coverable(rest, domain, most - 1) {
                return true;
            }
        }
        false
    }

    /// What a member brings; `None` if it alone is too much.
    pub(super) fn weigh(
        &mut self,
        depth: usize,
        index: usize,
        make: fn(&[usize]) -> Value,
        rooms: &[Limit],
    ) -> Option<Member> {
        let bind = &self.plan.steps[depth];
        self.env.values[usize::from(bind.var.0)] = Some(make(&[index]));
        let mut labels = [0; MAX_GROWING];
        for (i, partial) in bind.growing.iter().take(MAX_GROWING).enumerate() {
            labels[i] = self.labels(partial)?;
        }
        self.fits(&labels, rooms)
            .then_some(Member { index, labels })
    }

    /// The labels that the truths of a clause leave over; `None` if one of them is solved.
    pub(super) fn labels(&self, partial: &Partial) -> Option<u128> {
        let every = &self.pattern.knowledge[partial.clause];
        let small = self.env.position.board().cell_count() <= 128;
        let mut labels = 0;
        let open = self.env.truths(&every.subject, &mut |truth| {
            if !self.env.may_speak(&every.subject, truth) {
                return false;
            }
            let left = self.left(partial, truth);
            match (partial.room, self.env.tables.kind(truth)) {
                (Room::Digits(_), GroupKind::Cell(_)) => labels |= u128::from(left),
                (Room::Cells(_) | Room::Cover(..), GroupKind::House(..)) if small => {
                    for bit in bits(left) {
                        labels |= 1 << self.env.cell_at(truth, bit).index();
                    }
                }
                (Room::Houses(kind, _), GroupKind::House(..)) => {
                    let of_kind = self.env.tables.of_kind(kind).0;
                    for bit in bits(left) {
                        let cell = self.env.cell_at(truth, bit);
                        labels |= self.env.tables.houses_of(cell).0 & of_kind;
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
    pub(super) fn covers(&mut self, depth: usize, size: (u32, u32), cells: &[Cell], domain: u128) {
        let mut seen = Vec::new();
        self.cover_first(size.1, 0, cells, domain, &mut seen);
        seen.sort_unstable();
        seen.dedup();
        let mut tried = std::collections::BTreeSet::new();
        for cover in seen {
            self.fill(depth, size, cover, domain & !cover, &mut tried);
        }
    }

    fn cover_first(
        &self,
        most: u32,
        chosen: u128,
        cells: &[Cell],
        domain: u128,
        seen: &mut Vec<u128>,
    ) {
        let open = |cell: &&Cell| self.env.tables.houses_of(**cell).0 & chosen == 0;
        let Some(first) = cells.iter().find(open) else {
            seen.push(chosen);
            return;
        };
        if chosen.count_ones() == most {
            return;
        }
        let mut choices = self.env.tables.houses_of(*first).0 & domain;
        while choices != 0 {
            let house = choices & choices.wrapping_neg();
            choices &= choices - 1;
            self.cover_first(most, chosen | house, cells, domain, seen);
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
            self.try_value(depth, Value::Houses(super::HouseSet(chosen)));
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
    pub(super) fn speaks_of_cells(&self, clause: usize) -> bool {
        matches!(self.pattern.knowledge[clause].subject, Subject::Cells(_))
    }
}

pub(super) fn join(labels: &mut [u128; MAX_GROWING], more: &[u128; MAX_GROWING]) {
    for (a, b) in labels.iter_mut().zip(more) {
        *a |= b;
    }
}
