//! The shortest braid against a candidate.
//!
//! A braid of length n is a refutation by unit propagation through n truths, the empty one
//! included. Takes a network, a target and a length, gives a braid of at most that length if
//! there is one.
//!
//! A *cut* is a set of truths of which every refutation uses at least one: what is left over when
//! truths are let into the propagation, one after the other, as long as nothing is refuted.
//! Cuts that share no truth count one each, so k of them prove that no braid is shorter than k. Where
//! that does not decide, some truth of a cut has to be used: each is tried in turn, and banned
//! afterwards.

use super::assumption::{Assumption, Fired};
use super::layers::Layers;
use super::network::{Network, Node, Truth};
use crate::engine::Stop;

/// What a search may do with a truth.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// It may be used, at the cost of one.
    Open,
    /// It may be used and costs nothing: it has been chosen, or is in a cut already.
    Free,
    /// It is in the cut that is being made.
    Cut,
    /// It may not be used.
    Banned,
}

/// What was found out about a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// All refutations are longer than asked for.
    Longer,
    /// The assumption is a refutation that ends in this empty truth.
    Refuted(Truth),
}

/// The search for braids, with its working memory.
#[derive(Default)]
pub struct Braids {
    layers: Layers,
    /// What is assumed: after a success, the braid.
    pub assumption: Assumption,
    uses: Vec<Use>,
    /// The cuts of all open nodes of the search, one after the other.
    cuts: Vec<Truth>,
    /// Where each of these cuts ends.
    ends: Vec<usize>,
    needed: Vec<bool>,
    /// The number of literals that a braid may have besides its target.
    most: usize,
    stop: Stop,
    stopped: bool,
}

impl Braids {
    /// Makes ready for a network.
    pub fn reset(&mut self, network: &Network) {
        self.assumption.reset(network);
    }

    /// From now on, asks whether to stop.
    pub fn stop_when(&mut self, stop: Stop) {
        self.stop = stop;
        self.stopped = false;
    }

    /// Whether to give up; once that is so, nothing is found any more.
    pub fn is_stopped(&mut self) -> bool {
        self.stopped = self.stopped || self.stop.now();
        self.stopped
    }

    /// Looks for a braid of at most this length against the target.
    pub fn find(&mut self, network: &Network, target: Node, length: usize) -> Found {
        let rounds = u16::try_from(length).unwrap_or(u16::MAX);
        self.layers.measure(network, target, rounds);
        if !self.layers.any_empties() {
            return Found::Longer;
        }
        self.begin(network, target, length);
        match self.search(network, length) {
            Some(empty) => Found::Refuted(empty),
            None => Found::Longer,
        }
    }

    /// Assumes the target, and opens those truths that a refutation of this length may use.
    pub fn begin(&mut self, network: &Network, target: Node, length: usize) {
        let rounds = u16::try_from(length).unwrap_or(u16::MAX);
        let layers = &self.layers;
        let truths = 0..network.truth_count() as Truth;
        self.uses.clear();
        self.uses.extend(truths.map(|truth| {
            let near = layers.of(truth);
            match near < rounds || (near == rounds && layers.empties(truth)) {
                true => Use::Open,
                false => Use::Banned,
            }
        }));
        self.most = length - 1;
        self.cuts.clear();
        self.ends.clear();
        self.assumption.clear(network);
        self.assumption.start(network, target);
    }

    /// Whether a truth may be used in a refutation of the length begun with.
    pub fn may_use(&self, truth: Truth) -> bool {
        self.uses[usize::from(truth)] != Use::Banned
    }

    /// Whether cuts leave it open that so many truths more are enough for a refutation.
    pub fn may_end_within(&mut self, network: &Network, budget: usize) -> bool {
        let base = self.assumption.mark();
        let (first_cut, first_end) = (self.cuts.len(), self.ends.len());
        let conflict = self.bound(network, budget);
        self.assumption.back(network, base);
        for &truth in &self.cuts[first_cut..] {
            self.uses[usize::from(truth)] = Use::Open;
        }
        self.cuts.truncate(first_cut);
        self.ends.truncate(first_end);
        conflict.is_some()
    }

    /// Looks for a refutation with at most so many truths besides the free ones.
    fn search(&mut self, network: &Network, budget: usize) -> Option<Truth> {
        if self.is_stopped() {
            return None;
        }
        let base = self.assumption.mark();
        let (first_cut, first_end) = (self.cuts.len(), self.ends.len());
        let conflict = self.bound(network, budget);
        if let Some(empty) = conflict {
            let literals = self.assumption.trace(network, empty, &mut self.needed);
            if literals <= self.most {
                return conflict;
            }
        }
        self.assumption.back(network, base);
        for &truth in &self.cuts[first_cut..] {
            self.uses[usize::from(truth)] = Use::Open;
        }
        let mut found = None;
        if conflict.is_some() {
            let cut = self.smallest_cut(first_cut, first_end);
            let mut tried = cut.start;
            while tried < cut.end && found.is_none() {
                found = self.branch(network, self.cuts[tried], budget);
                tried += 1;
            }
            for &truth in &self.cuts[cut.start..tried] {
                self.uses[usize::from(truth)] = Use::Open;
            }
        }
        self.cuts.truncate(first_cut);
        self.ends.truncate(first_end);
        found
    }

    /// Chooses a truth and goes on with one less; bans it if that fails.
    fn branch(&mut self, network: &Network, truth: Truth, budget: usize) -> Option<Truth> {
        let base = self.assumption.mark();
        self.uses[usize::from(truth)] = Use::Free;
        let mut found = self.use_free(network, 0);
        if let Some(empty) = found {
            let literals = self.assumption.trace(network, empty, &mut self.needed);
            debug_assert!(literals <= self.most);
        } else if budget > 1 {
            found = self.search(network, budget - 1);
        }
        if found.is_none() {
            self.assumption.back(network, base);
            self.uses[usize::from(truth)] = Use::Banned;
        }
        found
    }

    /// Makes cuts until their truths together refute the target: gives the truth that is empty then.
    /// `None` if there are more cuts than the budget allows, or no refutation is left at all.
    fn bound(&mut self, network: &Network, budget: usize) -> Option<Truth> {
        for _ in 0..budget {
            let start = self.cuts.len();
            self.cut(network);
            if self.cuts.len() == start {
                return None;
            }
            for &truth in &self.cuts[start..] {
                self.uses[usize::from(truth)] = Use::Free;
            }
            self.ends.push(self.cuts.len());
            let conflict = self.use_free(network, 0);
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Lets open truths in as long as nothing is refuted; those that stay out are added to the
    /// cuts.
    fn cut(&mut self, network: &Network) {
        let start = self.cuts.len();
        let base = self.assumption.mark();
        let mut next = 0;
        while let Some(&truth) = self.assumption.ready().get(next) {
            next += 1;
            if self.uses[usize::from(truth)] != Use::Open
                || self.assumption.is_settled(network, truth)
            {
                continue;
            }
            let before = self.assumption.mark();
            let from = self.assumption.ready().len();
            let refuted = match self.assumption.fire(network, truth) {
                Fired::Conflict => true,
                Fired::Taken => self.use_free(network, from).is_some(),
            };
            if refuted {
                self.assumption.back(network, before);
                self.uses[usize::from(truth)] = Use::Cut;
                self.cuts.push(truth);
            }
        }
        self.assumption.back(network, base);
        for &truth in &self.cuts[start..] {
            self.uses[usize::from(truth)] = Use::Open;
        }
    }

    /// Uses all free truths that are ready, from this position of the list on; gives one that is
    /// empty, if any.
    #[inline]
    fn use_free(&mut self, network: &Network, from: usize) -> Option<Truth> {
        let mut next = from;
        while let Some(&truth) = self.assumption.ready().get(next) {
            next += 1;
            if self.uses[usize::from(truth)] == Use::Free
                && let Fired::Conflict = self.assumption.fire(network, truth)
            {
                return Some(truth);
            }
        }
        None
    }

    /// The smallest of the cuts from here on.
    fn smallest_cut(&self, first_cut: usize, first_end: usize) -> std::ops::Range<usize> {
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
