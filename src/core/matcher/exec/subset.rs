//! Values of a set: subsets of a domain whose labels fit.
//!
//! Each possible member of a set brings labels: digits for cells, places for digits, crossing lines
//! for lines. A set fits if its labels fit into the capacity of the free alternatives. The labels
//! of members are computed once, so the search only joins masks. Subsets and fish are found by the
//! same code.
//!
//! A set that must *cover* the candidates left over by a clause is found by covering the first
//! label in every way.

use std::collections::BTreeSet;

use crate::grid::Cell;
use crate::lang::ir::{Kinds, Var};
use crate::matcher::exec::clause::labels;
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::index::board::Tables;
use crate::matcher::index::value::Value;
use crate::matcher::query::constraint::Constraint;
use crate::matcher::query::cover::{Capacity, PartialClause};

/// Largest number of clauses tested while a set grows. Other clauses are tested when the set is
/// complete.
pub const MAX_GROWING: usize = 2;

/// For each growing clause, the labels of the set.
pub type Labels = [u128; MAX_GROWING];

/// A possible member of a set, by its index among the board's digits, cells or houses.
pub struct Member {
    index: usize,
    /// The labels that this member brings.
    pub labels: Labels,
}

/// Capacity of a growing clause.
#[derive(Clone, Copy)]
enum Limit {
    /// At most this number of labels.
    Labels(u32),
    /// The cells must fit into at most this number of houses of the given kinds.
    Houses(Kinds, u32),
    /// No limit.
    None,
}

/// A clause that is tested while a set grows.
#[derive(Clone, Copy)]
struct Growing<'c> {
    clause: &'c PartialClause,
    limit: Limit,
}

/// A search for the sets that a variable can be.
pub struct Subsets<'c> {
    var: Var,
    /// The smallest and the largest size.
    pub size: (u32, u32),
    growing: Vec<Growing<'c>>,
    make: fn(&[usize]) -> Value,
}

/// The value of a set of cells, by their indices.
pub fn cells(members: &[usize]) -> Value {
    Value::Cells(members.iter().map(|&c| Cell::new(c)).collect())
}

impl<'c> Subsets<'c> {
    /// A search for sets of this size, whose members `make` turns into a value.
    pub fn new(
        exec: &Execution<'_>,
        var: Var,
        narrow: &'c [Constraint],
        size: (u32, u32),
        make: fn(&[usize]) -> Value,
    ) -> Subsets<'c> {
        let fits_u128 = exec.bindings.position.board().cell_count() <= 128;
        let growing = narrow.iter().filter_map(|constraint| match constraint {
            Constraint::Clause(clause) if clause.is_growing => Some(clause),
            _ => None,
        });
        let growing = growing.take(MAX_GROWING).map(|clause| Growing {
            clause,
            limit: match clause.capacity {
                Capacity::Digits(k) | Capacity::Houses(_, k) => Limit::Labels(k),
                Capacity::Cells(k) if fits_u128 => Limit::Labels(k),
                Capacity::Cover(kinds, k) if fits_u128 => Limit::Houses(kinds, k),
                _ => Limit::None,
            },
        });
        Subsets {
            var,
            size,
            growing: growing.collect(),
            make,
        }
    }

    /// The variable.
    pub fn var(&self) -> Var {
        self.var
    }

    /// Tries all sets that contain the chosen members. Further members come from `rest`, in
    /// ascending order.
    pub fn rows<'a>(
        &self,
        exec: &mut Execution<'a>,
        chosen: &mut Vec<usize>,
        rest: impl Iterator<Item = usize>,
        row: &mut OnRow<'_, 'a>,
    ) {
        let mut labels = [0; MAX_GROWING];
        for &index in chosen.iter() {
            let Some(member) = self.member(exec, index) else {
                return;
            };
            join(&mut labels, &member.labels);
        }
        let members: Vec<Member> = rest.filter_map(|index| self.member(exec, index)).collect();
        exec.bindings.values[usize::from(self.var.0)] = None;
        if self.fits(exec.bindings.tables, &labels) {
            self.grow(exec, chosen, &members, labels, row);
        }
    }

    fn grow<'a>(
        &self,
        exec: &mut Execution<'a>,
        chosen: &mut Vec<usize>,
        members: &[Member],
        labels: Labels,
        row: &mut OnRow<'_, 'a>,
    ) {
        let (size, count) = (self.size, chosen.len() as u32);
        if (size.0..=size.1).contains(&count) {
            exec.try_value(self.var, (self.make)(chosen), row);
        }
        if count >= size.1 || members.len() + chosen.len() < size.0 as usize {
            return;
        }
        // With one clause, counting labels is the cheapest test.
        let most = match self.growing.as_slice() {
            [growing] => match growing.limit {
                Limit::Labels(most) => most,
                _ => u32::MAX,
            },
            _ => u32::MAX,
        };
        let needed = (size.0 as usize).saturating_sub(chosen.len());
        for (i, member) in members.iter().enumerate() {
            if members.len() - i < needed {
                break;
            }
            if (labels[0] | member.labels[0]).count_ones() > most {
                continue;
            }
            let mut joined = labels;
            join(&mut joined, &member.labels);
            chosen.push(member.index);
            if self.fits(exec.bindings.tables, &joined) {
                self.grow(exec, chosen, &members[i + 1..], joined, row);
            }
            chosen.pop();
        }
    }

    /// True if the labels of each growing clause fit.
    pub fn fits(&self, tables: &Tables, labels: &Labels) -> bool {
        let mut all = self.growing.iter().zip(labels);
        all.all(|(growing, &labels)| match growing.limit {
            Limit::Labels(most) => labels.count_ones() <= most,
            Limit::Houses(kinds, most) => tables.coverable(kinds, labels, most),
            Limit::None => true,
        })
    }

    /// A member with its labels; `None` if it alone does not fit.
    pub fn member(&self, exec: &mut Execution<'_>, index: usize) -> Option<Member> {
        let mut labels_of = [0; MAX_GROWING];
        exec.bindings.values[usize::from(self.var.0)] = Some((self.make)(&[index]));
        for (own, growing) in labels_of.iter_mut().zip(&self.growing) {
            *own = labels(exec, growing.clause)?;
        }
        let labels = labels_of;
        self.fits(exec.bindings.tables, &labels)
            .then_some(Member { index, labels })
    }
}

/// Adds the labels of a member.
pub fn join(labels: &mut Labels, more: &Labels) {
    for i in 0..MAX_GROWING {
        labels[i] |= more[i];
    }
}

/// Tries all sets of houses of the domain that cover the cells. A smaller cover is filled up from
/// the domain to the right size.
pub fn covers<'a>(
    exec: &mut Execution<'a>,
    var: Var,
    size: (u32, u32),
    (cells, domain): (&CellSet, u128),
    row: &mut OnRow<'_, 'a>,
) {
    let mut found = Vec::new();
    cover_first(exec.bindings.tables, size.1, 0, (cells, domain), &mut found);
    found.sort_unstable();
    found.dedup();
    if found.iter().all(|cover| cover.count_ones() == size.1) {
        for cover in found {
            exec.try_value(var, Value::Houses(HouseSet(cover)), row);
        }
        return;
    }
    let mut filled = BTreeSet::new();
    for cover in found {
        fill(size, cover, domain & !cover, &mut filled, &mut |cover| {
            exec.try_value(var, Value::Houses(HouseSet(cover)), row);
        });
    }
}

/// Covers the first uncovered cell in every way, and recurses.
fn cover_first(
    tables: &Tables,
    most: u32,
    chosen: u128,
    (cells, domain): (&CellSet, u128),
    found: &mut Vec<u128>,
) {
    let Some(first) = cells.first() else {
        found.push(chosen);
        return;
    };
    if chosen.count_ones() == most {
        return;
    }
    for house in HouseSet(tables.houses_of(first).0 & domain).iter() {
        let rest = cells.without(tables.house(house));
        let chosen = chosen | HouseSet::only(house).0;
        cover_first(tables, most, chosen, (&rest, domain), found);
    }
}

/// Adds houses to a cover up to the largest size, and visits each set once.
fn fill(
    size: (u32, u32),
    chosen: u128,
    mut rest: u128,
    filled: &mut BTreeSet<u128>,
    visit: &mut dyn FnMut(u128),
) {
    if chosen.count_ones() >= size.0 && filled.insert(chosen) {
        visit(chosen);
    }
    if chosen.count_ones() < size.1 {
        while rest != 0 {
            let house = rest & rest.wrapping_neg();
            rest &= rest - 1;
            fill(size, chosen | house, rest, filled, visit);
        }
    }
}
