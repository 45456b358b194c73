//! From a count to clauses that follow by unit propagation.
//!
//! Takes the truths of a count and its targets, gives derivations in order. Where assuming a
//! target and propagating through the truths ends in a contradiction, one clause does.
//! Otherwise the candidates of a truth are tried one by one; each refuted one leaves a lemma. The
//! lemmas of a target serve the others too, and what several targets of a count have in common is
//! derived first, once.

use std::collections::BTreeMap;

use crate::grid::{Board, Candidate, Group};
use crate::proof::replay::Replay;

/// So many lemmas for one count at most.
pub const MOST_LEMMAS: usize = 2_000;

/// A clause, and what it follows from, in the order of propagation.
pub struct Derivation {
    /// Its literals: a candidate, and whether it holds.
    pub clause: Vec<(Candidate, bool)>,
    /// What becomes a unit, one after the other; the last is violated.
    pub hints: Vec<Hint>,
    /// The target that it eliminates, if it is no lemma.
    pub target: Option<Candidate>,
}

/// Something that a clause follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The candidate is not live.
    Dead(Candidate),
    /// The group has one.
    Truth(Group),
    /// The first is true and excludes the second.
    Link(Candidate, Group, Candidate),
    /// The derivation with this number.
    Lemma(usize),
}

/// Why there are no clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// They are too many.
    TooMany,
    /// The count does not hold.
    NotProved,
}

/// Clauses that eliminate the targets one after the other.
pub fn derive(
    before: &Replay,
    truths: Vec<Group>,
    targets: &[Candidate],
) -> Result<Vec<Derivation>, Failure> {
    let board = before.board();
    let mut split = Split {
        before,
        board,
        truths,
        places: vec![None; board.candidate_count()],
        trail: Vec::new(),
        lemmas: Vec::new(),
    };
    for shared in split.shared(targets) {
        for candidate in shared {
            split.assign(candidate, false, Cause::Assumed);
        }
        split.refute(None)?;
        split.undo(0);
    }
    for &target in targets {
        split.assign(target, true, Cause::Assumed);
        split.refute(Some(target))?;
        split.undo(0);
    }
    Ok(split.lemmas)
}

struct Split<'a> {
    before: &'a Replay,
    board: &'a Board,
    truths: Vec<Group>,
    /// For each candidate its place on the trail.
    places: Vec<Option<usize>>,
    trail: Vec<Entry>,
    lemmas: Vec<Derivation>,
}

#[derive(Clone, Copy)]
struct Entry {
    candidate: Candidate,
    holds: bool,
    cause: Cause,
}

#[derive(Clone, Copy)]
enum Cause {
    Assumed,
    /// All others of the group are false.
    Truth(Group),
    /// This candidate is true and in a link with it.
    Link(Candidate, Group),
    /// All other literals of the lemma are false.
    Lemma(usize),
}

impl Split<'_> {
    /// What the targets have in common: for each set of candidates that several of them exclude
    /// from the truths, that set. One of it is true, and that refutes them all.
    fn shared(&self, targets: &[Candidate]) -> Vec<Vec<Candidate>> {
        let mut members: Vec<Candidate> = (self.truths.iter())
            .flat_map(|&truth| self.before.state().domain(self.board, truth))
            .collect();
        members.sort_unstable();
        members.dedup();
        let mut sets: BTreeMap<Vec<Candidate>, usize> = BTreeMap::new();
        for &target in targets {
            if !members.contains(&target) {
                let excluded = |c: &&Candidate| self.board.exclude(target, **c);
                let set = members.iter().filter(excluded).copied().collect();
                *sets.entry(set).or_default() += 1;
            }
        }
        let several = sets.into_iter().filter(|&(_, count)| count > 1);
        several.map(|(set, _)| set).collect()
    }

    fn value(&self, candidate: Candidate) -> Option<bool> {
        self.places[candidate.index()].map(|place| self.trail[place].holds)
    }

    fn assign(&mut self, candidate: Candidate, holds: bool, cause: Cause) {
        if self.places[candidate.index()].is_some() {
            return;
        }
        self.places[candidate.index()] = Some(self.trail.len());
        self.trail.push(Entry {
            candidate,
            holds,
            cause,
        });
        if holds {
            let board = self.board;
            for slot in board.slots(candidate) {
                for &other in board.members(slot.group) {
                    if other != candidate && self.before.is_live(other) {
                        self.assign(other, false, Cause::Link(candidate, slot.group));
                    }
                }
            }
        }
    }

    fn undo(&mut self, length: usize) {
        for entry in self.trail.drain(length..) {
            self.places[entry.candidate.index()] = None;
        }
    }

    /// Refutes what is assumed; what it takes is then among the lemmas.
    fn refute(&mut self, target: Option<Candidate>) -> Result<(), Failure> {
        loop {
            if let Some(conflict) = self.propagate() {
                self.learn(conflict, target);
                return match self.lemmas.len() > MOST_LEMMAS {
                    true => Err(Failure::TooMany),
                    false => Ok(()),
                };
            }
            let choice = self.choice().ok_or(Failure::NotProved)?;
            let before = self.trail.len();
            self.assign(choice, true, Cause::Assumed);
            self.refute(None)?;
            self.undo(before);
        }
    }

    /// A candidate of the truth that has fewest left.
    fn choice(&self) -> Option<Candidate> {
        let satisfied = |truth: &&Group| {
            let mut domain = self.before.state().domain(self.board, **truth);
            domain.any(|c| self.value(c) == Some(true))
        };
        let left = |truth: &Group| {
            let domain = self.before.state().domain(self.board, *truth);
            domain
                .filter(|&c| self.value(c).is_none())
                .collect::<Vec<_>>()
        };
        let unsatisfied = self.truths.iter().filter(|truth| !satisfied(truth));
        let smallest = unsatisfied.map(left).min_by_key(Vec::len)?;
        smallest.first().copied()
    }

    /// Propagates until nothing follows, or until something is violated.
    fn propagate(&mut self) -> Option<Hint> {
        loop {
            let before = self.trail.len();
            for i in 0..self.lemmas.len() {
                let clause = &self.lemmas[i].clause;
                let mut open = clause
                    .iter()
                    .filter(|&&(c, holds)| self.value(c) != Some(!holds));
                match (open.next().copied(), open.next()) {
                    (None, _) => return Some(Hint::Lemma(i)),
                    (Some((c, holds)), None) => self.assign(c, holds, Cause::Lemma(i)),
                    _ => {}
                }
            }
            for i in 0..self.truths.len() {
                let truth = self.truths[i];
                let mut open = (self.before.state().domain(self.board, truth))
                    .filter(|&c| self.value(c) != Some(false));
                match (open.next(), open.next()) {
                    (None, _) => return Some(Hint::Truth(truth)),
                    (Some(c), None) => self.assign(c, true, Cause::Truth(truth)),
                    _ => {}
                }
            }
            if self.trail.len() == before {
                return None;
            }
        }
    }

    /// Makes a lemma of a conflict: of what was assumed, the part that it took.
    fn learn(&mut self, conflict: Hint, target: Option<Candidate>) {
        let mut needed = vec![false; self.trail.len()];
        let (mut dead, mut steps) = (Vec::new(), vec![conflict]);
        self.need(conflict, None, &mut needed, &mut dead);
        let mut clause: Vec<(Candidate, bool)> = target.map(|t| (t, false)).into_iter().collect();
        for place in (0..self.trail.len()).rev() {
            let entry = self.trail[place];
            if !needed[place] {
                continue;
            }
            let hint = match entry.cause {
                Cause::Assumed => {
                    if target != Some(entry.candidate) {
                        clause.push((entry.candidate, !entry.holds));
                    }
                    continue;
                }
                Cause::Truth(group) => Hint::Truth(group),
                Cause::Link(by, link) => Hint::Link(by, link, entry.candidate),
                Cause::Lemma(number) => Hint::Lemma(number),
            };
            self.need(hint, Some(entry.candidate), &mut needed, &mut dead);
            steps.push(hint);
        }
        dead.sort_unstable();
        dead.dedup();
        let hints = dead
            .into_iter()
            .map(Hint::Dead)
            .chain(steps.into_iter().rev());
        self.lemmas.push(Derivation {
            clause,
            hints: hints.collect(),
            target,
        });
    }

    /// Marks what makes all literals of a clause false, but the one of a candidate.
    fn need(
        &self,
        hint: Hint,
        but: Option<Candidate>,
        needed: &mut [bool],
        dead: &mut Vec<Candidate>,
    ) {
        let mut mark = |candidate: Candidate| match self.places[candidate.index()] {
            _ if Some(candidate) == but => {}
            Some(place) => needed[place] = true,
            None => dead.push(candidate),
        };
        match hint {
            Hint::Dead(_) => {}
            Hint::Truth(group) => self.board.members(group).iter().copied().for_each(mark),
            Hint::Link(by, _, _) => mark(by),
            Hint::Lemma(number) => {
                let clause = self.lemmas[number].clause.iter();
                clause.for_each(|&(candidate, _)| mark(candidate));
            }
        }
    }
}
