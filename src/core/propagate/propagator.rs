//! A trail of literals, with the remaining candidates of the truths.
//!
//! The user assumes candidates true or false one by one. The propagator reports the truths with at
//! most one candidate left, and the reasons for everything. All changes can be undone back to an
//! earlier mark. The user chooses the next truth.

use super::propagation::Propagation;
use crate::grid::{Board, Candidate, Group, State, bits};

/// Marks a candidate that is not a literal and that no literal excludes.
const NOBODY: u16 = u16::MAX;
/// The candidate is assumed true.
const HOLDS: u16 = u16::MAX - 1;

/// The reason of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The literal is assumed.
    Assumed,
    /// The literal is the last candidate of a truth.
    Truth(Group),
    /// A reason numbered by the user: a lemma or a step.
    Numbered(u32),
}

/// An entry of the trail: a candidate that is true or false, or a group of which one is true.
#[derive(Clone, Copy, Debug)]
pub struct Literal {
    /// The candidate. For a group, its first candidate.
    pub candidate: Candidate,
    /// Whether the candidate is true. `None` for a group.
    pub holds: Option<bool>,
    /// The reason for the literal.
    pub reason: Reason,
    /// The lengths of the lists of excluded candidates and ready groups before it.
    excluded: u32,
    ready: u32,
}

/// A point of the trail to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrailMark(usize);

/// The consequence of a truth with at most one candidate left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TruthConsequence {
    /// No candidate is left.
    Conflict,
    /// The last candidate is assumed true, now or before.
    Taken,
}

/// The trail and its consequences.
#[derive(Default)]
pub struct Propagator {
    base: State,
    state: State,
    literals: Vec<Literal>,
    /// The candidates excluded, in order.
    excluded: Vec<Candidate>,
    /// For each candidate, the index of the literal that excludes it, or `HOLDS`.
    by: Vec<u16>,
    /// Groups that were left with one candidate or none, in order. Some groups occur twice.
    ready: Vec<Group>,
}

impl Propagator {
    /// Starts over with a state.
    pub fn start(&mut self, board: &Board, state: &State) {
        self.base.copy_from(state);
        self.state.copy_from(state);
        self.by.clear();
        self.by.resize(board.candidate_count(), NOBODY);
        self.literals.clear();
        self.excluded.clear();
        self.ready.clear();
    }

    /// The initial state.
    pub fn base(&self) -> &State {
        &self.base
    }

    /// The current state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The literals, in order.
    pub fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// The candidates that the literal at an index excluded, in order.
    pub fn excluded_by(&self, position: usize) -> &[Candidate] {
        let end = self.literals.get(position + 1);
        let end = end.map_or(self.excluded.len(), |next| next.excluded as usize);
        &self.excluded[self.literals[position].excluded as usize..end]
    }

    /// The index of the literal that excluded a candidate. `None` if no literal did.
    pub fn excluder(&self, candidate: Candidate) -> Option<usize> {
        let by = self.by[candidate.index()];
        (by < HOLDS).then_some(usize::from(by))
    }

    /// Whether a candidate is assumed true.
    #[inline]
    pub fn holds(&self, candidate: Candidate) -> bool {
        self.by[candidate.index()] == HOLDS
    }

    /// The groups that were left with one candidate or none.
    #[inline]
    pub fn ready(&self) -> &[Group] {
        &self.ready
    }

    /// Adds groups with one candidate at the start to the ready groups.
    pub fn expect(&mut self, groups: &[Group]) {
        self.ready.extend(groups);
    }

    fn record(&mut self, candidate: Candidate, holds: Option<bool>, reason: Reason) -> u16 {
        let position = self.literals.len();
        assert!(position < usize::from(HOLDS), "literals have small numbers");
        self.literals.push(Literal {
            candidate,
            holds,
            reason,
            excluded: self.excluded.len() as u32,
            ready: self.ready.len() as u32,
        });
        position as u16
    }

    /// Assumes a candidate true.
    #[inline]
    pub fn assume(&mut self, board: &Board, candidate: Candidate, reason: Reason) {
        let position = self.record(candidate, Some(true), reason);
        self.by[candidate.index()] = HOLDS;
        for slot in board.slots(candidate) {
            let members = board.members(slot.group);
            for i in bits(self.state.mask(slot.group) & !slot.bit) {
                self.exclude(board, members[i], position);
            }
        }
    }

    /// Assumes that one of several candidates is true: candidates that all of them exclude are
    /// eliminated.
    pub fn assume_one_of(&mut self, board: &Board, group: &[Candidate], reason: Reason) {
        let [first, others @ ..] = group else {
            return;
        };
        let position = self.record(*first, None, reason);
        for slot in board.slots(*first) {
            let members = board.members(slot.group);
            for i in bits(self.state.mask(slot.group) & !slot.bit) {
                if others.iter().all(|&c| board.exclude(c, members[i])) {
                    self.exclude(board, members[i], position);
                }
            }
        }
    }

    /// Assumes a candidate false.
    pub fn deny(&mut self, board: &Board, candidate: Candidate, reason: Reason) {
        let position = self.record(candidate, Some(false), reason);
        self.exclude(board, candidate, position);
    }

    #[inline]
    fn exclude(&mut self, board: &Board, candidate: Candidate, position: u16) {
        self.by[candidate.index()] = position;
        self.excluded.push(candidate);
        let ready = &mut self.ready;
        (self.state).eliminate_noting(board, candidate, |group, mask| {
            if mask & mask.wrapping_sub(1) == 0 {
                ready.push(group);
            }
        });
    }

    /// Uses a truth with at most one candidate left.
    #[inline]
    pub fn fire(&mut self, board: &Board, truth: Group) -> TruthConsequence {
        let Some(candidate) = self.state.single(board, truth) else {
            debug_assert!(self.is_empty(truth));
            return TruthConsequence::Conflict;
        };
        if !self.holds(candidate) {
            self.assume(board, candidate, Reason::Truth(truth));
        }
        TruthConsequence::Taken
    }

    /// Whether a truth has no candidate left.
    #[inline]
    pub fn is_empty(&self, truth: Group) -> bool {
        self.state.mask(truth) == 0
    }

    /// Whether a truth has at most one candidate left.
    #[inline]
    pub fn is_ready(&self, truth: Group) -> bool {
        let left = self.state.mask(truth);
        left & left.wrapping_sub(1) == 0
    }

    /// Whether a truth with at most one candidate left gives nothing new.
    #[inline]
    pub fn is_settled(&self, board: &Board, truth: Group) -> bool {
        let left = self.state.mask(truth);
        left != 0 && self.holds(board.members(truth)[left.trailing_zeros() as usize])
    }

    /// Propagates through the given truths only, the first ready one first, until no truth is
    /// ready. Returns an empty truth, if there is one.
    pub fn follow(&mut self, board: &Board, truths: &[Group]) -> Option<Group> {
        loop {
            let empty = truths.iter().find(|&&truth| self.is_empty(truth));
            if empty.is_some() {
                return empty.copied();
            }
            let ready = |truth: &&Group| self.is_ready(**truth) && !self.is_settled(board, **truth);
            let &next = truths.iter().find(ready)?;
            self.fire(board, next);
        }
    }

    /// The current point of the trail.
    pub fn mark(&self) -> TrailMark {
        TrailMark(self.literals.len())
    }

    /// Undoes all literals after the mark.
    #[inline]
    pub fn back(&mut self, board: &Board, mark: TrailMark) {
        let Some(&Literal {
            excluded, ready, ..
        }) = self.literals.get(mark.0)
        else {
            return;
        };
        for literal in self.literals.drain(mark.0..) {
            if literal.holds == Some(true) {
                self.by[literal.candidate.index()] = NOBODY;
            }
        }
        for candidate in self.excluded.drain(excluded as usize..) {
            self.by[candidate.index()] = NOBODY;
            self.state.revive(board, candidate);
        }
        self.ready.truncate(ready as usize);
    }

    /// Undoes everything, including [expected](Propagator::expect) groups.
    pub fn clear(&mut self, board: &Board) {
        self.back(board, TrailMark(0));
        self.ready.clear();
    }

    /// Marks the literals that the emptiness of this truth depends on. Returns their number without
    /// the target.
    pub fn trace(&self, board: &Board, empty: Group, needed: &mut Vec<bool>) -> usize {
        needed.clear();
        needed.resize(self.literals.len(), false);
        let mut count = 0;
        let mut need = |needed: &mut [bool], before: usize, candidate: Candidate| {
            let by = usize::from(self.by[candidate.index()]);
            if by < before && by > 0 && !std::mem::replace(&mut needed[by], true) {
                count += 1;
            }
        };
        for &candidate in board.members(empty) {
            need(needed, self.literals.len(), candidate);
        }
        for position in (1..self.literals.len()).rev() {
            let literal = &self.literals[position];
            if let (true, Reason::Truth(truth)) = (needed[position], literal.reason) {
                for &candidate in board.members(truth) {
                    if candidate != literal.candidate {
                        need(needed, position, candidate);
                    }
                }
            }
        }
        count
    }

    /// The refutation that ends in the empty truth, with the necessary literals only.
    pub fn needed(&self, board: &Board, empty: Group) -> Propagation {
        let mut needed = Vec::new();
        self.trace(board, empty, &mut needed);
        self.refutation(empty, |position| needed[position])
    }

    /// The refutation that ends in the empty truth, with all literals.
    pub fn whole(&self, empty: Group) -> Propagation {
        self.refutation(empty, |_| true)
    }

    /// The literals that truths forced, in order. Each has the truth that forced it.
    pub fn forced(&self) -> Vec<(Candidate, Group)> {
        self.forced_at(|_| true)
    }

    fn refutation(&self, empty: Group, keep: impl Fn(usize) -> bool) -> Propagation {
        Propagation {
            target: self.literals[0].candidate,
            forced: self.forced_at(keep),
            empty,
        }
    }

    fn forced_at(&self, keep: impl Fn(usize) -> bool) -> Vec<(Candidate, Group)> {
        let literals = self.literals.iter().enumerate();
        let forced = literals.filter_map(|(position, literal)| match literal.reason {
            Reason::Truth(truth) if keep(position) => Some((literal.candidate, truth)),
            _ => None,
        });
        forced.collect()
    }
}

impl Propagation {
    /// Assumes the target and propagates through the given truths only. `None` if no truth becomes
    /// empty.
    pub fn through(
        board: &Board,
        state: &State,
        truths: &[Group],
        target: Candidate,
    ) -> Option<Propagation> {
        let mut propagator = Propagator::default();
        propagator.start(board, state);
        propagator.assume(board, target, Reason::Assumed);
        let empty = propagator.follow(board, truths)?;
        Some(propagator.whole(empty))
    }
}
