//! Candidates taken as true, one after the other, and what is left of the truths.
//!
//! Takes a network and candidates to assume, gives the truths that have at most one candidate left.
//! Everything can be taken back to an earlier mark.

use super::network::{Network, Node, Truth};
use crate::proof::Propagation;

const NOBODY: u16 = u16::MAX;

/// A point to return to.
#[derive(Clone, Copy)]
pub struct Mark {
    literals: usize,
    excluded: usize,
    ready: usize,
}

/// What follows from a truth when one assumption after the other has been made.
pub enum Fired {
    /// No candidate is left.
    Conflict,
    /// The last candidate has been assumed, or was before.
    Taken,
}

/// The literals assumed so far and their consequences.
#[derive(Default)]
pub struct Assumption {
    /// Those taken as true, each with the truth that forced it; the first is the target.
    literals: Vec<(Node, Truth)>,
    /// The candidates excluded, in order.
    excluded: Vec<Node>,
    /// For each candidate the position of the literal that excludes it.
    by: Vec<u16>,
    is_literal: Vec<bool>,
    /// For each truth the candidates left.
    left: Vec<u32>,
    /// Truths that came down to one candidate or to none, in order; some of them twice.
    ready: Vec<Truth>,
}

impl Assumption {
    /// Forgets everything and makes ready for a network.
    pub fn reset(&mut self, network: &Network) {
        self.literals.clear();
        self.excluded.clear();
        self.ready.clear();
        self.by.clear();
        self.by.resize(network.node_count(), NOBODY);
        self.is_literal.clear();
        self.is_literal.resize(network.node_count(), false);
        self.left.clear();
        let truths = 0..network.truth_count() as Truth;
        self.left
            .extend(truths.map(|truth| network.full_mask(truth)));
    }

    /// Takes a candidate as true, because nothing else is left in the truth.
    #[inline]
    pub fn assume(&mut self, network: &Network, node: Node, truth: Truth) {
        let position = self.literals.len() as u16;
        self.literals.push((node, truth));
        self.is_literal[usize::from(node)] = true;
        for &peer in network.peers(node) {
            let by = &mut self.by[usize::from(peer)];
            if *by == NOBODY {
                *by = position;
                self.excluded.push(peer);
                for &(truth, bit) in network.places(peer) {
                    let left = &mut self.left[usize::from(truth)];
                    *left &= !bit;
                    if *left & left.wrapping_sub(1) == 0 {
                        self.ready.push(truth);
                    }
                }
            }
        }
    }

    /// Starts from this candidate alone. What was assumed before must have been taken back.
    pub fn start(&mut self, network: &Network, target: Node) {
        debug_assert!(self.literals.is_empty() && self.excluded.is_empty());
        self.assume(network, target, NOBODY);
    }

    /// Uses a truth that has at most one candidate left.
    #[inline]
    pub fn fire(&mut self, network: &Network, truth: Truth) -> Fired {
        let left = self.left[usize::from(truth)];
        if left == 0 {
            return Fired::Conflict;
        }
        debug_assert!(left.is_power_of_two());
        let node = network.members(truth)[left.trailing_zeros() as usize];
        if !self.is_literal[usize::from(node)] {
            self.assume(network, node, truth);
        }
        Fired::Taken
    }

    /// The truths that came down to one candidate or none.
    #[inline]
    pub fn ready(&self) -> &[Truth] {
        &self.ready
    }

    /// Whether a truth has at most one candidate left.
    pub fn is_ready(&self, truth: Truth) -> bool {
        let left = self.left[usize::from(truth)];
        left & left.wrapping_sub(1) == 0
    }

    /// Whether a truth has no candidate left.
    #[inline]
    pub fn is_empty(&self, truth: Truth) -> bool {
        self.left[usize::from(truth)] == 0
    }

    /// Whether using a truth would bring nothing new.
    #[inline]
    pub fn is_settled(&self, network: &Network, truth: Truth) -> bool {
        let left = self.left[usize::from(truth)];
        left != 0 && {
            let node = network.members(truth)[left.trailing_zeros() as usize];
            self.is_literal[usize::from(node)]
        }
    }

    /// The last literal.
    pub fn last(&self) -> Node {
        self.literals[self.literals.len() - 1].0
    }

    /// A point to return to.
    pub fn mark(&self) -> Mark {
        Mark {
            literals: self.literals.len(),
            excluded: self.excluded.len(),
            ready: self.ready.len(),
        }
    }

    /// Takes back whatever was assumed after the mark.
    pub fn back(&mut self, network: &Network, mark: Mark) {
        for (node, _) in self.literals.drain(mark.literals..) {
            self.is_literal[usize::from(node)] = false;
        }
        for node in self.excluded.drain(mark.excluded..) {
            self.by[usize::from(node)] = NOBODY;
            for &(truth, bit) in network.places(node) {
                self.left[usize::from(truth)] |= bit;
            }
        }
        self.ready.truncate(mark.ready);
    }

    /// Takes everything back.
    pub fn clear(&mut self, network: &Network) {
        let beginning = Mark {
            literals: 0,
            excluded: 0,
            ready: 0,
        };
        self.back(network, beginning);
    }

    /// Marks the literals on which it rests that this truth is empty; gives their number, without
    /// the target.
    pub fn trace(&self, network: &Network, empty: Truth, needed: &mut Vec<bool>) -> usize {
        needed.clear();
        needed.resize(self.literals.len(), false);
        let mut count = 0;
        let mut need = |needed: &mut [bool], before: usize, node: Node| {
            let by = usize::from(self.by[usize::from(node)]);
            if by < before && by > 0 && !std::mem::replace(&mut needed[by], true) {
                count += 1;
            }
        };
        for &node in network.members(empty) {
            need(needed, self.literals.len(), node);
        }
        for position in (1..self.literals.len()).rev() {
            if needed[position] {
                let (literal, truth) = self.literals[position];
                for &node in network.members(truth) {
                    if node != literal {
                        need(needed, position, node);
                    }
                }
            }
        }
        count
    }

    /// The refutation that ends in this empty truth, of nothing but the literals it needs.
    pub fn needed(&self, network: &Network, empty: Truth) -> Propagation {
        let mut needed = Vec::new();
        self.trace(network, empty, &mut needed);
        self.refutation(network, empty, |position| needed[position])
    }

    /// The refutation that ends in this empty truth, with all literals on the way.
    pub fn whole(&self, network: &Network, empty: Truth) -> Propagation {
        self.refutation(network, empty, |_| true)
    }

    fn refutation(
        &self,
        network: &Network,
        empty: Truth,
        keep: impl Fn(usize) -> bool,
    ) -> Propagation {
        let kept = (1..self.literals.len()).filter(|&position| keep(position));
        let forced = kept.map(|position| {
            let (node, truth) = self.literals[position];
            (network.candidate(node), network.group(truth))
        });
        Propagation {
            target: network.candidate(self.literals[0].0),
            forced: forced.collect(),
            empty: network.group(empty),
        }
    }
}
