//! The shortest whip against a candidate.
//!
//! A whip is a braid in which every truth holds a candidate that the literal just before it
//! excludes (the target, for the first truth). Takes what [`Braids`] takes and gives; whips of a
//! target are looked for only where there is a braid, and each partial whip is followed only as long
//! as a braid may end it in time.

use super::assumption::Fired;
use super::braid::{Braids, Found};
use super::network::{Network, Node, Truth};

/// The search for whips, with its working memory.
#[derive(Default)]
pub struct Whips {
    /// The candidates by which each truth so far goes on from the literal before it.
    left: Vec<Node>,
    /// How to go on, for all open nodes of the search: by which candidate, in which truth.
    next: Vec<(Node, Truth)>,
}

impl Whips {
    /// Looks for a whip of at most this length against the target.
    pub fn find(
        &mut self,
        braids: &mut Braids,
        network: &Network,
        target: Node,
        length: usize,
    ) -> Found {
        if let Found::Longer = braids.find(network, target, length) {
            return Found::Longer;
        }
        braids.begin(network, target, length);
        self.left.clear();
        self.next.clear();
        match self.search(braids, network, length) {
            Some(empty) => Found::Refuted(empty),
            None => Found::Longer,
        }
    }

    /// Goes on from the last literal with at most so many truths.
    fn search(&mut self, braids: &mut Braids, network: &Network, budget: usize) -> Option<Truth> {
        if braids.is_stopped() {
            return None;
        }
        let start = self.next.len();
        self.list(braids, network);
        let empty = (self.next[start..].iter().map(|&(_, truth)| truth))
            .find(|&truth| braids.assumption.is_empty(truth));
        if empty.is_some() || budget < 2 {
            self.next.truncate(start);
            return empty;
        }
        let mut found = None;
        for i in start..self.next.len() {
            let (left, truth) = self.next[i];
            let base = braids.assumption.mark();
            self.left.push(left);
            if let Fired::Taken = braids.assumption.fire(network, truth)
                && braids.may_end_within(network, budget - 1)
            {
                found = self.search(braids, network, budget - 1);
            }
            self.left.pop();
            if found.is_some() {
                break;
            }
            braids.assumption.back(network, base);
        }
        self.next.truncate(start);
        found
    }

    /// Lists the truths with at most one candidate left in which the last literal excludes one
    /// that has not served for that before.
    fn list(&mut self, braids: &Braids, network: &Network) {
        for &left in network.peers(braids.assumption.last()) {
            if self.left.contains(&left) {
                continue;
            }
            for &(truth, _) in network.places(left) {
                if braids.assumption.is_ready(truth)
                    && braids.may_use(truth)
                    && !braids.assumption.is_settled(network, truth)
                {
                    self.next.push((left, truth));
                }
            }
        }
    }
}
