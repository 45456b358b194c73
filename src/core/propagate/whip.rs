//! The shortest whip against a candidate.
//!
//! A whip is a braid in which every truth holds a candidate that the literal just before it
//! excludes (the target, for the first truth). Takes what [`BraidSearch`] takes and gives; whips of a
//! target are looked for only where there is a braid, and each partial whip is followed only as long
//! as a braid may end it in time.

use super::braid::BraidSearch;
use super::network::Network;
use super::propagator::Fired;
use crate::grid::{Candidate, Group, Slot, bits};

/// The search for whips, with its working memory.
#[derive(Default)]
pub struct WhipSearch {
    /// The candidates by which each truth so far goes on from the literal before it.
    left: Vec<Candidate>,
    /// How to go on, for all open nodes of the search: by which candidate, in which truth.
    next: Vec<(Candidate, Group)>,
}

impl WhipSearch {
    /// Looks for a whip of at most this length against the target.
    pub fn find(
        &mut self,
        braids: &mut BraidSearch,
        network: Network<'_>,
        target: Candidate,
        length: usize,
    ) -> Option<Group> {
        braids.find(network, target, length)?;
        braids.begin(network, target, length);
        self.left.clear();
        self.next.clear();
        self.search(braids, network, length)
    }

    /// Goes on from the last literal with at most so many truths.
    fn search(
        &mut self,
        braids: &mut BraidSearch,
        network: Network<'_>,
        budget: usize,
    ) -> Option<Group> {
        if braids.is_stopped() {
            return None;
        }
        let start = self.next.len();
        self.list(braids, network);
        let empty = (self.next[start..].iter().map(|&(_, truth)| truth))
            .find(|&truth| braids.propagator.is_empty(truth));
        if empty.is_some() || budget < 2 {
            self.next.truncate(start);
            return empty;
        }
        let mut found = None;
        for i in start..self.next.len() {
            let (left, truth) = self.next[i];
            let base = braids.propagator.mark();
            self.left.push(left);
            if let Fired::Taken = braids.propagator.fire(network.board, truth)
                && braids.may_end_within(network, budget - 1)
            {
                found = self.search(braids, network, budget - 1);
            }
            self.left.pop();
            if found.is_some() {
                break;
            }
            braids.propagator.back(network.board, base);
        }
        self.next.truncate(start);
        found
    }

    /// Lists the truths with at most one candidate left in which the last literal excludes one
    /// that has not served for that before.
    fn list(&mut self, braids: &BraidSearch, network: Network<'_>) {
        let (board, propagator) = (network.board, &braids.propagator);
        let Some(last) = propagator.literals().last() else {
            return;
        };
        for link in board.slots(last.candidate) {
            let members = board.members(link.group);
            for left in bits(network.state.mask(link.group) & !link.bit).map(|i| members[i]) {
                // What shares two links with the literal comes up with the first of them.
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
