//! Subsumption of families: whether a family is an instance of another.
//!
//! A family is an instance if every match of it is a match of the general one. The test maps the
//! clauses and slots of the general family onto those of the special one. Each general clause must
//! allow at least the candidates that the special clause allows.

use crate::pattern::generalise::{Clause, Excluder, Family};

/// Whether the general family finds all steps of the special family.
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

/// A partial map from the clauses and slots of the general family to those of the special family.
#[derive(Clone)]
struct Map<'f> {
    special: &'f Family,
    general: &'f Family,
    /// The clauses of the special family that are images of the first clauses of the general
    /// family.
    clauses: Vec<usize>,
    /// The image of each slot, or `None` if it has none yet.
    slots: Vec<Option<usize>>,
}

impl Map<'_> {
    /// Maps the next clause and all later clauses.
    fn extend(&self) -> bool {
        let Some(general) = self.general.clauses.get(self.clauses.len()) else {
            return self.keeps_links();
        };
        (self.special.clauses.iter().enumerate()).any(|(number, special)| {
            if self.clauses.contains(&number) || !allows_kind(special, general) {
                return false;
            }
            let mut next = self.clone();
            next.clauses.push(number);
            next.lay_slots(special, general, 0)
        })
    }

    /// Maps the named slots of the special clause from `from` on, then continues with the next
    /// clause.
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

    /// Whether the general clause allows the candidates of the special clause's stars.
    fn lets_stars_pass(&self, special: &Clause, general: &Clause) -> bool {
        let under = |star: &Excluder| match star {
            Excluder::Target => Some(Excluder::Target),
            Excluder::Slot(slot) => self.slots[*slot].map(Excluder::Slot),
        };
        let allowed: Vec<Excluder> = general.stars.iter().filter_map(under).collect();
        special.stars.iter().all(|star| allowed.contains(star))
    }

    /// Whether slots that must exclude each other have images that exclude each other.
    fn keeps_links(&self) -> bool {
        self.general.links.iter().all(|&(a, b)| {
            let (Some(a), Some(b)) = (self.slots[a], self.slots[b]) else {
                return false;
            };
            self.special.links.contains(&(a.min(b), a.max(b)))
        })
    }
}

/// Whether the general clause allows the kind of the special clause's truth.
fn allows_kind(special: &Clause, general: &Clause) -> bool {
    match (special.kind, general.kind) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(one), Some(all)) => one.and(all) == one,
    }
}
