//! Generalisation of a pattern to a family: some slots become "or is excluded by the target" or "or
//! is excluded by an earlier one".
//!
//! A family consists of clauses with named slots and stars. A star stands for any number of
//! candidates that its excluder excludes. Each generalisation must leave the target refuted. Every
//! match of the family is then sound.

use crate::pattern::canonical_form::canonical;
use crate::pattern::lift::{GroupKinds, LiftedCore};
use crate::pattern::order::{open_slots, orders};

/// The slot or target that excludes the candidates of a star.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Excluder {
    /// The target.
    Target,
    /// A named slot.
    Slot(usize),
}

/// A clause: every candidate of a truth is in a named slot or is excluded by one of the excluders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The kind of the truth, or `None` if the family allows any kind.
    pub kind: Option<GroupKinds>,
    /// The named slots.
    pub named: Vec<usize>,
    /// The excluders of the other candidates.
    pub stars: Vec<Excluder>,
    /// The truth of the lifted core that the clause comes from.
    pub origin: usize,
}

/// A family of patterns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// For each named slot, whether it is a group of candidates.
    pub grouped: Vec<bool>,
    /// The clauses. The named slots of earlier clauses have smaller numbers.
    pub clauses: Vec<Clause>,
    /// Pairs of named slots that exclude each other.
    pub links: Vec<(usize, usize)>,
    /// Whether the truths force slots one after the other, until a truth has no candidate left.
    pub propagates: bool,
    /// Whether all clauses about a digit in a house concern the same digit.
    pub one_digit: bool,
    /// For each named slot, the corresponding slot of the lifted core.
    pub origin: Vec<usize>,
}

/// The extent to which slots are generalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Breadth {
    /// Stars only for excluded candidates that occur in the core.
    Exact,
    /// Every clause may have candidates that the target or any earlier slot excludes.
    Full,
    /// As `Full`, and every slot may be a group.
    Grouped,
}

impl Family {
    /// Generalises a lifted core. `None` if the result would be unsound, which means that the core
    /// was invalid.
    pub fn new(lifted: &LiftedCore, breadth: Breadth) -> Option<Family> {
        let mut family =
            Family::propagating(lifted).unwrap_or_else(|| Family::non_propagating(lifted));
        if breadth >= Breadth::Full {
            family.widen();
        }
        if breadth == Breadth::Grouped {
            family.grouped.iter_mut().for_each(|g| *g = true);
        }
        family.is_sound().then_some(family)
    }

    /// The family in the order that reads best: with the fewest stars, each as near as possible to
    /// its excluder. Ties are broken by the smallest key, so that equal patterns read the same.
    fn propagating(lifted: &LiftedCore) -> Option<Family> {
        let families = orders(lifted);
        let families = families.iter().map(|order| Family::along(lifted, order));
        let mut families: Vec<(usize, Family)> = families.map(|f| (f.effort(), f)).collect();
        let least = families.iter().map(|(effort, _)| *effort).min()?;
        families.retain(|(effort, _)| *effort == least);
        let best = families.into_iter().min_by_key(|(_, family)| family.key());
        best.map(|(_, family)| family)
    }

    fn along(lifted: &LiftedCore, order: &[usize]) -> Family {
        let mut family = Family::empty();
        for &truth in order {
            let known = family.origin.clone();
            family.add(lifted, truth, &known);
        }
        family
    }

    /// The family of a core that does not propagate. No slot is known to hold, so every slot that
    /// the target does not exclude is named.
    fn non_propagating(lifted: &LiftedCore) -> Family {
        let mut family = Family::empty();
        family.propagates = false;
        for truth in 0..lifted.truths.len() {
            family.add(lifted, truth, &[]);
        }
        family.find_links(lifted);
        family.star_kernel();
        family
    }

    fn empty() -> Family {
        Family {
            grouped: Vec::new(),
            clauses: Vec::new(),
            links: Vec::new(),
            propagates: true,
            one_digit: false,
            origin: Vec::new(),
        }
    }

    /// Reading effort of the clauses in this order: the number of stars, and the distances of their
    /// references.
    fn effort(&self) -> usize {
        let mut effort = 0;
        let mut known = 0;
        for clause in &self.clauses {
            for star in &clause.stars {
                effort += 10;
                if let Excluder::Slot(slot) = star {
                    effort += known - 1 - slot;
                }
            }
            known += clause.named.len();
        }
        effort
    }

    /// Adds the clause of a truth. Candidates excluded by the target or by slots known to hold
    /// become stars, the others named slots.
    fn add(&mut self, lifted: &LiftedCore, truth: usize, known_slots: &[usize]) {
        let open = open_slots(lifted, known_slots, truth);
        let mut named = Vec::new();
        for &slot in &open {
            let known = self.origin.iter().position(|&o| o == slot);
            named.push(known.unwrap_or_else(|| {
                self.origin.push(slot);
                self.grouped.push(lifted.slots[slot].candidates.len() > 1);
                self.origin.len() - 1
            }));
        }
        let mut stars = Vec::new();
        for &slot in lifted.truths[truth].iter().filter(|s| !open.contains(s)) {
            let by_slot = || (known_slots.iter()).rposition(|&named| lifted.linked(named, slot));
            match lifted.slots[slot].target {
                Some(_) => stars.push(Excluder::Target),
                None => stars.extend(by_slot().map(Excluder::Slot)),
            }
        }
        stars.sort_unstable();
        stars.dedup();
        self.clauses.push(Clause {
            kind: None,
            named,
            stars,
            origin: truth,
        });
    }

    /// Collects the exclusions between named slots that the clauses do not imply.
    fn find_links(&mut self, lifted: &LiftedCore) {
        for b in 0..self.origin.len() {
            for a in 0..b {
                if lifted.linked(self.origin[a], self.origin[b]) {
                    self.links.push((a, b));
                }
            }
        }
    }

    /// Turns named slots of a non-propagating core into stars of a slot that excludes them, while
    /// the target stays refuted.
    fn star_kernel(&mut self) {
        let mut slot = self.origin.len();
        while slot > 0 {
            slot -= 1;
            let holders = self.clauses.iter().filter(|c| c.named.contains(&slot));
            let excluders: Vec<usize> = (self.links.iter())
                .filter(|(a, b)| *a == slot || *b == slot)
                .map(|&(a, b)| a + b - slot)
                .collect();
            if holders.count() != 1 {
                continue;
            }
            let starred = excluders.iter().find_map(|&by| {
                let family = self.with_star(slot, by);
                family.is_sound().then_some(family)
            });
            if let Some(family) = starred {
                *self = family;
            }
        }
    }

    /// This family with a slot turned into a star of another slot.
    fn with_star(&self, slot: usize, by: usize) -> Family {
        let mut family = self.clone();
        for clause in &mut family.clauses {
            if let Some(position) = clause.named.iter().position(|&s| s == slot) {
                clause.named.remove(position);
                clause.stars.push(Excluder::Slot(by));
            }
        }
        family.links.retain(|&(a, b)| a != slot && b != slot);
        family.origin.remove(slot);
        family.grouped.remove(slot);
        let renumbered = |s: usize| if s > slot { s - 1 } else { s };
        for clause in &mut family.clauses {
            clause.named.iter_mut().for_each(|s| *s = renumbered(*s));
            for star in &mut clause.stars {
                if let Excluder::Slot(s) = star {
                    *s = renumbered(*s);
                }
            }
            clause.stars.sort_unstable();
            clause.stars.dedup();
        }
        for (a, b) in &mut family.links {
            (*a, *b) = (renumbered(*a), renumbered(*b));
        }
        family
    }

    /// Adds stars for the target and the slots of earlier clauses to every clause, where the target
    /// stays refuted.
    fn widen(&mut self) {
        for clause in 0..self.clauses.len() {
            let earlier = self.clauses[..clause].iter().flat_map(|c| c.named.iter());
            let mut excluders: Vec<Excluder> = earlier.map(|&s| Excluder::Slot(s)).collect();
            excluders.push(Excluder::Target);
            for excluder in excluders {
                if self.clauses[clause].stars.contains(&excluder) {
                    continue;
                }
                let mut wider = self.clone();
                wider.clauses[clause].stars.push(excluder);
                wider.clauses[clause].stars.sort_unstable();
                if wider.is_sound() {
                    *self = wider;
                }
            }
        }
    }

    /// Whether the clauses refute the target: no choice of one candidate per clause is consistent
    /// with the exclusions.
    pub fn is_sound(&self) -> bool {
        !self.can_meet(0, &mut Vec::new(), &mut Vec::new())
    }

    fn can_meet(&self, clause: usize, held: &mut Vec<usize>, gone: &mut Vec<usize>) -> bool {
        let Some(Clause { named, stars, .. }) = self.clauses.get(clause) else {
            return true;
        };
        let linked = |a: usize, b: usize| self.links.contains(&(a.min(b), a.max(b)));
        for &slot in named {
            if gone.contains(&slot) || held.iter().any(|&h| linked(h, slot)) {
                continue;
            }
            held.push(slot);
            let met = self.can_meet(clause + 1, held, gone);
            held.pop();
            if met {
                return true;
            }
        }
        for star in stars {
            // The target holds, so the candidates that the target excludes are false.
            let Excluder::Slot(slot) = *star else {
                continue;
            };
            if held.contains(&slot) {
                continue;
            }
            gone.push(slot);
            let met = self.can_meet(clause + 1, held, gone);
            gone.pop();
            if met {
                return true;
            }
        }
        false
    }

    /// A canonical key of the family, independent of the numbering of slots and clauses.
    pub fn key(&self) -> Vec<u32> {
        let slots = self.grouped.len();
        let mut colours = vec![0];
        colours.extend(self.grouped.iter().map(|&g| 1 + u32::from(g)));
        let kind = |c: &Clause| 8 + c.kind.map_or(0, |k| 1 + u32::from(k.0));
        colours.extend(self.clauses.iter().map(kind));
        let label = |a: usize, b: usize| {
            let (a, b) = (a.min(b), a.max(b));
            let star = match a {
                0 => Excluder::Target,
                _ => Excluder::Slot(a - 1),
            };
            match b.checked_sub(slots + 1) {
                Some(_) if a > slots => 0,
                Some(c) => {
                    let clause = &self.clauses[c];
                    let named = a > 0 && clause.named.contains(&(a - 1));
                    u32::from(named) + 2 * u32::from(clause.stars.contains(&star))
                }
                None => 4 * u32::from(a > 0 && self.links.contains(&(a - 1, b - 1))),
            }
        };
        canonical(&colours, label)
    }
}
