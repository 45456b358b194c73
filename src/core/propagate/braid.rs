//! The search for the shortest braid against a candidate.
//!
//! A braid of length n is a refutation by unit propagation through n truths, the empty one
//! included. The search finds a braid of at most a given length, if there is one.
//!
//! A *cut* is a set of truths of which every refutation uses at least one. To find a cut, truths
//! are admitted to the propagation one by one unless they refute the target. The remaining truths
//! are a cut. k disjoint cuts prove that no braid is shorter than k. If that does not decide, every
//! braid uses some truth of a cut: each is tried in turn, and banned afterwards.

use std::ops::Range;

use super::active_truths::ActiveTruths;
use super::layers::Layers;
use super::propagator::{Propagator, Reason, TruthConsequence};
use super::stop::Stop;
use crate::grid::{Candidate, Group};

/// The status of a truth in the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TruthUse {
    /// The truth may be used, at a cost of one.
    Open,
    /// The truth may be used at no cost: it has been chosen, or is already in a cut.
    Free,
    /// The truth is in the cut under construction.
    Cut,
    /// The truth may not be used.
    Banned,
}

/// The search for braids, with its working memory.
#[derive(Default)]
pub struct BraidSearch {
    pub layers: Layers,
    /// The assumptions. After a success, the braid.
    pub propagator: Propagator,
    uses: Vec<TruthUse>,
    /// The cuts of all open nodes of the search, concatenated.
    cuts: Vec<Group>,
    /// For each open node, the end of its cuts in the list.
    ends: Vec<usize>,
    needed: Vec<bool>,
    /// The candidates that open truths force, each with a truth that forces it.
    forced: Vec<(Candidate, Group)>,
    /// The truths of all open nodes that are banned because another one forces the same candidate.
    twins: Vec<Group>,
    /// Maximum number of literals of a braid besides its target.
    most: usize,
    stop: Stop,
    stopped: bool,
}

impl BraidSearch {
    /// Prepares the search for a state.
    pub fn reset(&mut self, active: ActiveTruths<'_>) {
        self.propagator.start(active.board, active.state);
        self.uses.clear();
        self.uses
            .resize(active.board.group_count(), TruthUse::Banned);
    }

    /// Sets the stop signal.
    pub fn stop_when(&mut self, stop: Stop) {
        self.stop = stop;
        self.stopped = false;
    }

    /// Whether the search is stopped. From then on it finds nothing.
    pub fn is_stopped(&mut self) -> bool {
        self.stopped = self.stopped || self.stop.now();
        self.stopped
    }

    /// Finds a braid of at most the given length against the target. Returns the truth that is
    /// empty in the end.
    pub fn find(
        &mut self,
        active: ActiveTruths<'_>,
        target: Candidate,
        length: usize,
    ) -> Option<Group> {
        let waves = u16::try_from(length).unwrap_or(u16::MAX);
        self.layers.measure(active, target, waves);
        if !self.layers.any_empties() {
            return None;
        }
        // Most targets have no braid. Deciding this is cheaper than finding the first braid.
        self.begin(active, target, length);
        if !self.can_end_within(active, length) {
            return None;
        }
        self.begin(active, target, length);
        self.search(active, length)
    }

    /// Assumes the target, and opens the truths that a refutation of this length may use.
    pub fn begin(&mut self, active: ActiveTruths<'_>, target: Candidate, length: usize) {
        let waves = u16::try_from(length).unwrap_or(u16::MAX);
        for &truth in active.truths {
            let near = self.layers.of(truth);
            let within = near < waves || (near == waves && self.layers.empties(truth));
            self.uses[truth.index()] = match within {
                true => TruthUse::Open,
                false => TruthUse::Banned,
            };
        }
        self.most = length - 1;
        self.cuts.clear();
        self.ends.clear();
        self.twins.clear();
        self.propagator.clear(active.board);
        (self.propagator).assume(active.board, target, Reason::Assumed);
        self.propagator.expect(active.singles);
    }

    /// Whether a refutation of the current length may use a truth.
    pub fn may_use(&self, truth: Group) -> bool {
        self.uses[truth.index()] != TruthUse::Banned
    }

    /// Whether the cuts allow a refutation with `budget` more truths.
    pub fn may_end_within(&mut self, active: ActiveTruths<'_>, budget: usize) -> bool {
        let base = self.propagator.mark();
        let (first_cut, first_end) = (self.cuts.len(), self.ends.len());
        let conflict = self.bound(active, budget);
        self.propagator.back(active.board, base);
        for &truth in &self.cuts[first_cut..] {
            self.uses[truth.index()] = TruthUse::Open;
        }
        self.cuts.truncate(first_cut);
        self.ends.truncate(first_end);
        conflict.is_some()
    }

    /// Whether there is a refutation with at most `budget` truths besides the free ones, or another
    /// one of the current length.
    fn can_end_within(&mut self, active: ActiveTruths<'_>, budget: usize) -> bool {
        if self.is_stopped() {
            return false;
        }
        let first_twin = self.twins.len();
        self.ban_twins(active);
        let found = match budget {
            1 => self.can_end_with_one(active),
            _ => self.can_end_by_cuts(active, budget),
        };
        for truth in self.twins.drain(first_twin..) {
            self.uses[truth.index()] = TruthUse::Open;
        }
        found
    }

    /// Bans all but one of the truths that force the same candidate.
    fn ban_twins(&mut self, active: ActiveTruths<'_>) {
        self.forced.clear();
        for &truth in self.propagator.ready() {
            if self.uses[truth.index()] == TruthUse::Open
                && let Some(candidate) = self.propagator.state().single(active.board, truth)
            {
                match self.forced.iter().find(|(known, _)| *known == candidate) {
                    None => self.forced.push((candidate, truth)),
                    Some((_, by)) if *by == truth => {}
                    Some(_) => {
                        self.uses[truth.index()] = TruthUse::Banned;
                        self.twins.push(truth);
                    }
                }
            }
        }
    }

    /// Like [`BraidSearch::can_end_within`], for a budget above one.
    fn can_end_by_cuts(&mut self, active: ActiveTruths<'_>, budget: usize) -> bool {
        let base = self.propagator.mark();
        let (first_cut, first_end) = (self.cuts.len(), self.ends.len());
        let conflict = self.bound(active, budget);
        let is_short = conflict.is_some_and(|empty| {
            let literals = (self.propagator).trace(active.board, empty, &mut self.needed);
            literals <= self.most
        });
        self.propagator.back(active.board, base);
        for &truth in &self.cuts[first_cut..] {
            self.uses[truth.index()] = TruthUse::Open;
        }
        let found = is_short
            || (conflict.is_some() && self.can_branch_end(active, budget, first_cut, first_end));
        self.cuts.truncate(first_cut);
        self.ends.truncate(first_end);
        found
    }

    /// Whether there is a refutation with one truth besides the free ones.
    fn can_end_with_one(&mut self, active: ActiveTruths<'_>) -> bool {
        let base = self.propagator.mark();
        for next in 0..self.propagator.ready().len() {
            let truth = self.propagator.ready()[next];
            if self.uses[truth.index()] != TruthUse::Open
                || self.propagator.is_settled(active.board, truth)
            {
                continue;
            }
            let from = self.propagator.ready().len();
            let refuted = match self.propagator.fire(active.board, truth) {
                TruthConsequence::Conflict => true,
                TruthConsequence::Taken => self.use_free(active, from).is_some(),
            };
            self.propagator.back(active.board, base);
            if refuted {
                return true;
            }
        }
        false
    }

    /// Whether a refutation with `budget` truths uses a truth of the smallest of these cuts. The
    /// refutation also uses a truth of each other cut. If the chosen truth and all truths of the
    /// other cuts together refute nothing, one more truth is needed. This prunes most branches.
    fn can_branch_end(
        &mut self,
        active: ActiveTruths<'_>,
        budget: usize,
        first_cut: usize,
        first_end: usize,
    ) -> bool {
        let cut = self.smallest_cut(first_cut, first_end);
        let spare = budget - (self.ends.len() - first_end);
        let base = self.propagator.mark();
        let others = (first_cut..self.cuts.len()).filter(|at| !cut.contains(at));
        let others: Vec<Group> = others.map(|at| self.cuts[at]).collect();
        let mut branches: Vec<Group> = self.cuts[cut.clone()].to_vec();
        let all = branches.clone();
        for truth in &others {
            self.uses[truth.index()] = TruthUse::Free;
        }
        if self.use_free(active, 0).is_none() {
            branches.retain(|truth| {
                self.uses[truth.index()] = TruthUse::Free;
                let may_end = self.may_end_after(active, spare);
                self.uses[truth.index()] = TruthUse::Banned;
                may_end
            });
        }
        self.propagator.back(active.board, base);
        for truth in others.iter().chain(&all) {
            self.uses[truth.index()] = TruthUse::Open;
        }
        let mut open = branches.into_iter().peekable();
        let found = all.iter().any(|&truth| {
            let found = open.next_if_eq(&truth).is_some() && {
                self.uses[truth.index()] = TruthUse::Free;
                let ends = self.use_free(active, 0).is_some()
                    || match spare {
                        0 => self.can_end_by_rest(active, budget - 1, (first_cut, first_end), &cut),
                        _ => self.can_end_within(active, budget - 1),
                    };
                self.propagator.back(active.board, base);
                ends
            };
            self.uses[truth.index()] = TruthUse::Banned;
            found
        });
        for truth in &all {
            self.uses[truth.index()] = TruthUse::Open;
        }
        found
    }

    /// Whether there is a refutation with `budget` truths, one of each cut except the cut `but`.
    /// There are as many cuts as remaining truths, so the cuts are reused.
    fn can_end_by_rest(
        &mut self,
        active: ActiveTruths<'_>,
        budget: usize,
        (first_cut, first_end): (usize, usize),
        but: &Range<usize>,
    ) -> bool {
        if budget == 1 || self.is_stopped() {
            return self.can_end_within(active, budget);
        }
        let (next_cut, next_end) = (self.cuts.len(), self.ends.len());
        let mut start = first_cut;
        for at in first_end..next_end {
            let end = self.ends[at];
            if start != but.start {
                self.cuts.extend_from_within(start..end);
                self.ends.push(self.cuts.len());
            }
            start = end;
        }
        let found = self.can_branch_end(active, budget, next_cut, next_end);
        self.cuts.truncate(next_cut);
        self.ends.truncate(next_end);
        found
    }

    /// Whether the cuts allow a refutation with all free truths and `spare` more.
    fn may_end_after(&mut self, active: ActiveTruths<'_>, spare: usize) -> bool {
        let base = self.propagator.mark();
        let ends = self.use_free(active, 0).is_some();
        let ends = ends || self.may_end_within(active, spare);
        self.propagator.back(active.board, base);
        ends
    }

    /// Searches for a refutation with at most `budget` truths besides the free ones.
    fn search(&mut self, active: ActiveTruths<'_>, budget: usize) -> Option<Group> {
        if self.is_stopped() {
            return None;
        }
        let base = self.propagator.mark();
        let (first_cut, first_end) = (self.cuts.len(), self.ends.len());
        let conflict = self.bound(active, budget);
        if let Some(empty) = conflict {
            let literals = self.propagator.trace(active.board, empty, &mut self.needed);
            if literals <= self.most {
                return conflict;
            }
        }
        self.propagator.back(active.board, base);
        for &truth in &self.cuts[first_cut..] {
            self.uses[truth.index()] = TruthUse::Open;
        }
        let mut found = None;
        if conflict.is_some() {
            let cut = self.smallest_cut(first_cut, first_end);
            let mut tried = cut.start;
            while tried < cut.end && found.is_none() {
                found = self.branch(active, self.cuts[tried], budget);
                tried += 1;
            }
            for &truth in &self.cuts[cut.start..tried] {
                self.uses[truth.index()] = TruthUse::Open;
            }
        }
        self.cuts.truncate(first_cut);
        self.ends.truncate(first_end);
        found
    }

    /// Chooses a truth and continues with a budget of one less. Bans the truth if that fails.
    fn branch(&mut self, active: ActiveTruths<'_>, truth: Group, budget: usize) -> Option<Group> {
        let base = self.propagator.mark();
        self.uses[truth.index()] = TruthUse::Free;
        let mut found = self.use_free(active, 0);
        if let Some(empty) = found {
            let literals = self.propagator.trace(active.board, empty, &mut self.needed);
            debug_assert!(literals <= self.most);
        } else if budget > 1 {
            found = self.search(active, budget - 1);
        }
        if found.is_none() {
            self.propagator.back(active.board, base);
            self.uses[truth.index()] = TruthUse::Banned;
        }
        found
    }

    /// Makes cuts until their truths together refute the target. Returns the truth that is then
    /// empty. `None` if there are more cuts than the budget allows, or no refutation is left.
    fn bound(&mut self, active: ActiveTruths<'_>, budget: usize) -> Option<Group> {
        for _ in 0..budget {
            let start = self.cuts.len();
            self.cut(active);
            if self.cuts.len() == start {
                return None;
            }
            for &truth in &self.cuts[start..] {
                self.uses[truth.index()] = TruthUse::Free;
            }
            self.ends.push(self.cuts.len());
            let conflict = self.use_free(active, 0);
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Admits open truths while nothing is refuted. The others form a new cut.
    fn cut(&mut self, active: ActiveTruths<'_>) {
        let start = self.cuts.len();
        let base = self.propagator.mark();
        let mut next = 0;
        while let Some(&truth) = self.propagator.ready().get(next) {
            next += 1;
            if self.uses[truth.index()] != TruthUse::Open
                || self.propagator.is_settled(active.board, truth)
            {
                continue;
            }
            let before = self.propagator.mark();
            let from = self.propagator.ready().len();
            let refuted = match self.propagator.fire(active.board, truth) {
                TruthConsequence::Conflict => true,
                TruthConsequence::Taken => self.use_free(active, from).is_some(),
            };
            if refuted {
                self.propagator.back(active.board, before);
                self.uses[truth.index()] = TruthUse::Cut;
                self.cuts.push(truth);
            }
        }
        self.propagator.back(active.board, base);
        for &truth in &self.cuts[start..] {
            self.uses[truth.index()] = TruthUse::Open;
        }
    }

    /// Uses all free truths that are ready, from index `from` on. Returns an empty one, if any.
    #[inline]
    fn use_free(&mut self, active: ActiveTruths<'_>, from: usize) -> Option<Group> {
        let mut next = from;
        while let Some(&truth) = self.propagator.ready().get(next) {
            next += 1;
            if self.uses[truth.index()] == TruthUse::Free
                && let TruthConsequence::Conflict = self.propagator.fire(active.board, truth)
            {
                return Some(truth);
            }
        }
        None
    }

    /// The smallest of the cuts from this index on.
    fn smallest_cut(&self, first_cut: usize, first_end: usize) -> Range<usize> {
        let mut start = first_cut;
        let mut best = first_cut..self.ends[first_end];
        for &end in &self.ends[first_end..] {
            if end - start < best.len() {
                best = start..end;
            }
            start = end;
        }
        best
    }
}
