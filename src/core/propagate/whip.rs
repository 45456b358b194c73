//! The search for the shortest whip against a candidate.
//!
//! A whip is a braid in which every truth has a candidate that the literal just before it excludes
//! (the target, for the first truth). Whips are searched only for targets that have a braid, and a
//! partial whip is extended only while a braid could complete it within the length.
//!
//! A whip shorter than requested counts only if it can be padded to the length: by truths of the
//! target, which force only the target itself, each reached through a candidate of its own.
//! Otherwise the search continues. So whether there is a whip of exactly that length depends on the
//! state alone, not on which whip is found first.

use super::active_truths::ActiveTruths;
use super::braid::BraidSearch;
use super::propagator::TruthConsequence;
use crate::grid::{Candidate, Group, Slot, bits};

/// The search for whips, with its working memory.
#[derive(Default)]
pub struct WhipSearch {
    /// For each truth so far: the candidate by which the whip reached it from the literal before.
    left: Vec<Candidate>,
    /// The possible continuations of all open nodes: the candidate and the truth.
    next: Vec<(Candidate, Group)>,
    /// The candidates that the target excludes in its truths.
    fillers: Vec<Candidate>,
}

impl WhipSearch {
    /// Finds a whip of at most this length against the target.
    pub fn find(
        &mut self,
        braids: &mut BraidSearch,
        active: ActiveTruths<'_>,
        target: Candidate,
        length: usize,
    ) -> Option<Group> {
        braids.find(active, target, length)?;
        braids.begin(active, target, length);
        self.left.clear();
        self.next.clear();
        self.list_fillers(active, target);
        self.search(braids, active, length)
    }

    /// Continues from the last literal with at most `budget` truths.
    fn search(
        &mut self,
        braids: &mut BraidSearch,
        active: ActiveTruths<'_>,
        budget: usize,
    ) -> Option<Group> {
        if braids.is_stopped() {
            return None;
        }
        let start = self.next.len();
        self.list(braids, active);
        let mut ends =
            (self.next[start..].iter()).filter(|&&(_, truth)| braids.propagator.is_empty(truth));
        let empty = ends
            .find(|&&(left, _)| self.can_be_made_up(left, budget - 1))
            .map(|&(_, truth)| truth);
        if empty.is_some() || budget < 2 {
            self.next.truncate(start);
            return empty;
        }
        let mut found = None;
        for i in start..self.next.len() {
            let (left, truth) = self.next[i];
            let base = braids.propagator.mark();
            self.left.push(left);
            if let TruthConsequence::Taken = braids.propagator.fire(active.board, truth)
                && braids.may_end_within(active, budget - 1)
            {
                found = self.search(braids, active, budget - 1);
            }
            self.left.pop();
            if found.is_some() {
                break;
            }
            braids.propagator.back(active.board, base);
        }
        self.next.truncate(start);
        found
    }

    /// Whether fillers exist for `missing` more truths, if the whip ends in a truth reached through
    /// `last`.
    fn can_be_made_up(&self, last: Candidate, missing: usize) -> bool {
        let is_free = |filler: &&Candidate| **filler != last && !self.left.contains(filler);
        missing == 0 || self.fillers.iter().filter(is_free).take(missing).count() == missing
    }

    fn list_fillers(&mut self, active: ActiveTruths<'_>, target: Candidate) {
        let (board, state) = (active.board, active.state);
        self.fillers.clear();
        for slot in board.all_slots(target) {
            let group = slot.group;
            if board.is_truth(group) {
                let others = bits(state.mask(group)).map(|i| board.members(group)[i]);
                (self.fillers).extend(others.filter(|&other| board.exclude(other, target)));
            }
        }
        self.fillers.sort_unstable();
        self.fillers.dedup();
    }

    /// Lists the truths with at most one candidate left in which the last literal excludes a
    /// candidate that was not used for this before.
    fn list(&mut self, braids: &BraidSearch, active: ActiveTruths<'_>) {
        let (board, propagator) = (active.board, &braids.propagator);
        let Some(last) = propagator.literals().last() else {
            return;
        };
        for link in board.slots(last.candidate) {
            let members = board.members(link.group);
            for left in bits(active.state.mask(link.group) & !link.bit).map(|i| members[i]) {
                // A candidate that shares two links with the literal is listed with the first of
                // them.
                let first = board.shared_group(last.candidate, left) == Some(link.group);
                if !first || self.left.contains(&left) {
                    continue;
                }
                for &Slot { group: truth, .. } in board.all_slots(left) {
                    if propagator.is_ready(truth)
                        && braids.may_use(truth)
                        && !propagator.is_settled(board, truth)
                    {
                        self.next.push((left, truth));
                    }
                }
            }
        }
    }
}
