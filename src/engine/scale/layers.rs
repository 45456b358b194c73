//! How far a truth is from a target, at the least.
//!
//! Takes a target, gives for each truth the number of truths in a row that must be used before
//! and including it. Truths are used in rounds, all at once, and on through contradictions: a
//! refutation need not be the first to be seen.

use super::network::{Network, Node, Truth};

/// Out of reach.
pub const FAR: u16 = u16::MAX;

/// Distances from one target.
#[derive(Default)]
pub struct Layers {
    left: Vec<u32>,
    excluded: Vec<bool>,
    reached: Vec<bool>,
    truth: Vec<u16>,
    /// The truths reached, nearest first.
    order: Vec<Truth>,
    literals: Vec<Node>,
    next: Vec<Node>,
    first_empty: Option<u16>,
}

impl Layers {
    /// Measures from this target, up to so many rounds.
    pub fn measure(&mut self, network: &Network, target: Node, rounds: u16) {
        self.start(network, target);
        for round in 1..=rounds {
            self.round(network, round);
        }
    }

    /// The round in which the first truth is empty, if that ever happens.
    pub fn first_conflict(&mut self, network: &Network, target: Node) -> Option<u16> {
        self.start(network, target);
        let mut round = 0;
        while self.first_empty.is_none() && !self.literals.is_empty() {
            round += 1;
            self.round(network, round);
        }
        self.first_empty
    }

    fn start(&mut self, network: &Network, target: Node) {
        self.reset(network);
        self.literals.push(target);
        self.reached[usize::from(target)] = true;
    }

    fn reset(&mut self, network: &Network) {
        let truths = 0..network.truth_count() as Truth;
        self.left.clear();
        self.left.extend(truths.map(|t| network.full_mask(t)));
        for flags in [&mut self.excluded, &mut self.reached] {
            flags.clear();
            flags.resize(network.node_count(), false);
        }
        self.truth.clear();
        self.truth.resize(network.truth_count(), FAR);
        self.order.clear();
        self.literals.clear();
        self.next.clear();
        self.first_empty = None;
    }

    fn round(&mut self, network: &Network, round: u16) {
        let first = self.order.len();
        let mut emptied = false;
        for &literal in &self.literals {
            for &peer in network.peers(literal) {
                if !std::mem::replace(&mut self.excluded[usize::from(peer)], true) {
                    for &(truth, bit) in network.places(peer) {
                        let left = &mut self.left[usize::from(truth)];
                        *left &= !bit;
                        if *left & left.wrapping_sub(1) == 0 {
                            self.order.push(truth);
                            emptied |= *left == 0;
                        }
                    }
                }
            }
        }
        if emptied && self.first_empty.is_none() {
            self.first_empty = Some(round);
        }
        self.next.clear();
        let mut kept = first;
        for i in first..self.order.len() {
            let truth = self.order[i];
            let left = self.left[usize::from(truth)];
            let near = &mut self.truth[usize::from(truth)];
            if *near > round {
                *near = round;
                self.order[kept] = truth;
                kept += 1;
            }
            // An empty truth may still have been the reason for any of its candidates, when
            // what excludes that one is not used.
            for (bit, &node) in network.members(truth).iter().enumerate() {
                if (left == 0 || left == 1 << bit)
                    && !std::mem::replace(&mut self.reached[usize::from(node)], true)
                {
                    self.next.push(node);
                }
            }
        }
        self.order.truncate(kept);
        std::mem::swap(&mut self.literals, &mut self.next);
    }

    /// The round in which a truth can first be used, or [`FAR`].
    #[inline]
    pub fn of(&self, truth: Truth) -> u16 {
        self.truth[usize::from(truth)]
    }

    /// Whether a truth comes to be empty.
    pub fn empties(&self, truth: Truth) -> bool {
        self.left[usize::from(truth)] == 0
    }

    /// Whether some truth comes to be empty.
    pub fn any_empties(&self) -> bool {
        self.first_empty.is_some()
    }
}
