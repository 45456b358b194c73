//! Candidates taken as true, one after the other, and what is left of the truths.
//!
//! Takes a state and literals, gives the truths that have at most one candidate left, and the reasons for
//! everything. All can be taken back to an earlier mark. Which truth is used next is up to the user.

use super::propagation::Propagation;
use crate::grid::{Board, Candidate, Group, State, bits};

/// No literal excludes the candidate, and it is none.
const NOBODY: u16 = u16::MAX;
/// The candidate is taken as true.
const HOLDS: u16 = u16::MAX - 1;

/// Why a literal is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is assumed.
    Assumed,
    /// It is all that is left of a truth.
    Truth(Group),
    /// Something that the user has numbered: a lemma, a step.
    Numbered(u32),
}

/// What stands on the record: a candidate that is true or false, or candidates of which one is true.
#[derive(Clone, Copy, Debug)]
pub struct Literal {
    /// The candidate; of a group, the first.
    pub candidate: Candidate,
    /// Whether it is true; `None` for a group.
    pub holds: Option<bool>,
    /// Why.
    pub reason: Reason,
    /// What was excluded, and ready, before it.
    excluded: u32,
    ready: u32,
}

/// A point to return to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrailMark(usize);

/// What follows from a truth that has at most one candidate left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fired {
    /// No candidate is left.
    Conflict,
    /// The last candidate has been taken as true, or was before.
    Taken,
}

/// The literals so far and their consequences.
#[derive(Default)]
pub struct Propagator {
    base: State,
    state: State,
    literals: Vec<Literal>,
    /// The candidates excluded, in order.
    excluded: Vec<Candidate>,
    /// For each candidate the position of the literal that excludes it, or that it holds itself.
    by: Vec<u16>,
    /// Groups that came down to one candidate or to none, in order; some of them twice.
    ready: Vec<Group>,
}

impl Propagator {
    /// Forgets everything and begins with a state.
    pub fn start(&mut self, board: &Board, state: &State) {
        self.base.copy_from(state);
        self.state.copy_from(state);
        self.by.clear();
        self.by.resize(board.candidate_count(), NOBODY);
        self.literals.clear();
        self.excluded.clear();
        self.ready.clear();
    }

    /// The state that it began with.
    pub fn base(&self) -> &State {
        &self.base
    }

    /// What is left.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What was taken as true or false, in order.
    pub fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// What the literal at a position excluded, in order.
    pub fn excluded_by(&self, position: usize) -> &[Candidate] {
        let end = self.literals.get(position + 1);
        let end = end.map_or(self.excluded.len(), |next| next.excluded as usize);
        &self.excluded[self.literals[position].excluded as usize..end]
    }

    /// The position of the literal that excluded a candidate, if one did.
    pub fn excluder(&self, candidate: Candidate) -> Option<usize> {
        let by = self.by[candidate.index()];
        (by < HOLDS).then_some(usize::from(by))
    }

    /// Whether a candidate is taken as true.
    #[inline]
    pub fn holds(&self, candidate: Candidate) -> bool {
        self.by[candidate.index()] == HOLDS
    }

    /// The groups that came down to one candidate or none.
    #[inline]
    pub fn ready(&self) -> &[Group] {
        &self.ready
    }

    /// Counts these groups among the ready ones: they have had one candidate from the beginning.
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

    /// Takes a candidate as true.
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

    /// Takes one of several candidates as true: what all of them exclude goes.
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

    /// Takes a candidate as false.
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

    /// Uses a truth that has at most one candidate left.
    #[inline]
    pub fn fire(&mut self, board: &Board, truth: Group) -> Fired {
        let Some(candidate) = self.state.single(board, truth) else {
            debug_assert!(self.is_empty(truth));
            return Fired::Conflict;
        };
        if !self.holds(candidate) {
            self.assume(board, candidate, Reason::Truth(truth));
        }
        Fired::Taken
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

    /// Whether a truth that has at most one candidate left would bring nothing new.
    #[inline]
    pub fn is_settled(&self, board: &Board, truth: Group) -> bool {
        let left = self.state.mask(truth);
        left != 0 && self.holds(board.members(truth)[left.trailing_zeros() as usize])
    }

    /// Follows what is forced through these truths only, the first that is ready first, until none is;
    /// gives one that is empty then.
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

    /// A point to return to.
    pub fn mark(&self) -> TrailMark {
        TrailMark(self.literals.len())
    }

    /// Takes back whatever was taken as true or false after the mark.
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

    /// Takes everything back, what is [expected](Propagator::expect) too.
    pub fn clear(&mut self, board: &Board) {
        self.back(board, TrailMark(0));
        self.ready.clear();
    }

    /// Marks the literals on which it rests that this truth is empty; gives their number, without
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

    /// The refutation that ends in this empty truth, of nothing but the literals it needs.
    pub fn needed(&self, board: &Board, empty: Group) -> Propagation {
        let mut needed = Vec::new();
        self.trace(board, empty, &mut needed);
        self.refutation(empty, |position| needed[position])
    }

    /// The refutation that ends in this empty truth, with all literals on the way.
    pub fn whole(&self, empty: Group) -> Propagation {
        self.refutation(empty, |_| true)
    }

    /// The literals that truths forced, with these truths, in order.
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
    /// Assumes the target and follows what that forces, through these truths only; `None` if none of them
    /// ends up empty.
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
