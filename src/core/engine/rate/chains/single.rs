//! Single chains: cycles, and chains from a candidate to its own opposite.
//!
//! The result is the chain with the smallest rating, and among these the shortest.
//!
//! - A *forcing chain* leads from a candidate assumed true to the same candidate as false (then it
//!   is false), or the other way round. A turbot fish is one of six nodes: r1c1=7, r1c5<>7, r4c5=7,
//!   ..., r1c1<>7.
//! - A *cycle* leads from a candidate assumed true to itself. Either all its true nodes are true or
//!   all its false ones, so a digit is eliminated wherever it sees one of each.
//!
//! Both come in kinds: *X* with one digit only, *Y* with bivalue cells only, and with both.

use super::finding::ChainFinding;
use super::line::{LineSearch, LineWalk, cycle_effect};
use super::links::{ChainLinks, ChainNode};
use super::rates::{ChainFamily, ChainRates, length_steps};
use super::reach::ChainReach;
use super::steps::{BOTH, Steps, X, Y};

/// The simplest chain of the given families, if there is one.
pub(super) fn simplest(
    links: &ChainLinks,
    size: usize,
    rates: &ChainRates,
) -> Option<ChainFinding> {
    let mut walk = LineWalk::new(links.is_live.len());
    let reach = ChainReach::of(links);
    let mut search = SimplestChain {
        links,
        size,
        rates,
        best: None,
        most: u32::MAX,
        is_cut: false,
    };
    let mut look = |search: &mut SimplestChain<'_>, steps: Steps| {
        let families = [Some(steps.cycle()), steps.chain()];
        let wanted = families.map(|family| family.is_some_and(|family| rates.has(family)));
        if wanted != [false, false] && !search.is_beaten(steps, 0) {
            walk.walk_all(links, &reach, steps, wanted, search);
        }
    };
    // Chains of one kind are few, and all are tried. Chains of mixed kinds are many: short ones are
    // tried first, and chains longer than the best are not followed.
    look(&mut search, X);
    look(&mut search, Y);
    for most in (2..).step_by(2) {
        (search.most, search.is_cut) = (most, false);
        look(&mut search, BOTH);
        if !search.is_cut || search.is_beaten(BOTH, most + 1) {
            break;
        }
    }
    search.best
}

/// A search for the chain with the smallest rating.
struct SimplestChain<'a> {
    links: &'a ChainLinks,
    size: usize,
    rates: &'a ChainRates,
    best: Option<ChainFinding>,
    /// Maximum number of tenths for the length of a chain.
    most: u32,
    /// Whether longer chains were left out.
    is_cut: bool,
}

impl SimplestChain<'_> {
    /// Whether a chain of this kind with `tenths` tenths for its length cannot beat the best one.
    fn is_beaten(&self, steps: Steps, tenths: u32) -> bool {
        let Some(best) = &self.best else { return false };
        let families = [Some(steps.cycle()), steps.chain()];
        let rates = families.into_iter().flatten();
        let mut rates = rates.filter_map(|family| self.rates.rate(family, tenths));
        rates.all(|rate| rate > best.rate)
    }

    /// A chain of this length with its rating, if it is better than the best.
    fn wanted(&self, family: ChainFamily, length: usize, rank: u32) -> Option<ChainFinding> {
        let rate = self.rates.rate(family, length_steps(length))?;
        let order = ChainFinding {
            family,
            nodes: length,
            rate,
            rank,
            goes: Vec::new(),
            placed: None,
        };
        match &self.best {
            Some(best) if !order.is_before(best) => None,
            _ => Some(order),
        }
    }
}

impl LineSearch for SimplestChain<'_> {
    fn goes_on(&mut self, steps: Steps, length: usize) -> bool {
        let tenths = length_steps(length);
        let goes_on = tenths <= self.most;
        self.is_cut |= !goes_on;
        goes_on && !self.is_beaten(steps, tenths)
    }

    fn close(&mut self, walk: &LineWalk, steps: Steps, place: u32, length: usize) {
        let Some(order) = self.wanted(steps.cycle(), length, steps.rank()) else {
            return;
        };
        let goes = cycle_effect(self.links, self.size, walk.path(place));
        if !goes.is_empty() {
            self.best = Some(ChainFinding { goes, ..order });
        }
    }

    fn end(&mut self, _walk: &LineWalk, steps: Steps, _place: u32, end: ChainNode, length: usize) {
        let family = steps.chain();
        let order = family.and_then(|family| self.wanted(family, length, steps.rank()));
        if let Some(order) = order {
            self.best = Some(order.concluding(self.links, end));
        }
    }
}
