//! Whether a family is an instance of another: a separate check from whether they are the same.
//!
//! Takes two families, gives yes if every match of the first is one of the second: there is
//! a way to lay the clauses and slots of the general one onto those of the special one, so
//! that each of its clauses lets pass at least what the other does.

use super::generalise::{Clause, Excluder, Family};

/// Whether everything that the special family finds the general one finds as well.
pub fn is_instance(special: &Family, general: &Family) -> bool {
    if general.one_digit && !special.one_digit {
        return false;
    }
    let map = Map {
        special,
        general,
        clauses: Vec::new(),
        slots: vec![None; general.grouped.len()],
    };
    map.extend()
}

/// Where the clauses and slots of the general family lie in the special one.
#[derive(Clone)]
struct Map<'f> {
    special: &'f Family,
    general: &'f Family,
    /// For each clause so far.
    clauses: Vec<usize>,
    /// For each slot, if it lies anywhere yet.
    slots: Vec<Option<usize>>,
}

impl Map<'_> {
    /// Lays the next clause, and all after it.
    fn extend(&self) -> bool {
        let Some(general) = self.general.clauses.get(self.clauses.len()) else {
            return self.keeps_links();
        };
        (self.special.clauses.iter().enumerate()).any(|(number, special)| {
            if self.clauses.contains(&number) || !says_kind(special, general) {
                return false;
            }
            let mut next = self.clone();
            next.clauses.push(number);
            next.lay_slots(special, general, 0)
        })
    }

    /// Finds what each named slot of the special clause lies under, and goes on.
    fn lay_slots(&self, special: &Clause, general: &Clause, from: usize) -> bool {
        let Some(&slot) = special.named.get(from) else {
            return self.lets_stars_pass(special, general) && self.extend();
        };
        if general.stars.iter().any(|star| self.excludes(*star, slot)) {
            return self.lay_slots(special, general, from + 1);
        }
        general.named.iter().any(|&over| {
            let taken = self.slots.contains(&Some(slot));
            let fits = match self.slots[over] {
                Some(under) => under == slot,
                None => !taken && (self.general.grouped[over] || !self.special.grouped[slot]),
            };
            let mut next = self.clone();
            next.slots[over] = Some(slot);
            fits && next.lay_slots(special, general, from + 1)
        })
    }

    /// Whether a star of the general family excludes a slot of the special one.
    fn excludes(&self, star: Excluder, slot: usize) -> bool {
        let Excluder::Slot(by) = star else {
            return false;
        };
        let linked = |a: usize, b: usize| self.special.links.contains(&(a.min(b), a.max(b)));
        self.slots[by].is_some_and(|under| linked(under, slot))
    }

    /// Whether what the stars of the special clause stand for passes the general one.
    fn lets_stars_pass(&self, special: &Clause, general: &Clause) -> bool {
        let under = |star: &Excluder| match star {
            Excluder::Target => Some(Excluder::Target),
            Excluder::Slot(slot) => self.slots[*slot].map(Excluder::Slot),
        };
        let allowed: Vec<Excluder> = general.stars.iter().filter_map(under).collect();
        special.stars.iter().all(|star| allowed.contains(star))
    }

    /// Whether slots that must exclude each other lie on slots that do.
    fn keeps_links(&self) -> bool {
        self.general.links.iter().all(|&(a, b)| {
            let (Some(a), Some(b)) = (self.slots[a], self.slots[b]) else {
                return false;
            };
            self.special.links.contains(&(a.min(b), a.max(b)))
        })
    }
}

/// Whether the truth of the special clause is of a kind that the general one allows.
fn says_kind(special: &Clause, general: &Clause) -> bool {
    match (special.kind, general.kind) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(one), Some(all)) => one.and(all) == one,
    }
}
