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
//! Both come in kinds: *X* with one digit only, *Y* with bivalue cells only, and with both. The
//! search is breadth-first, and each candidate is reached by the first chain that leads to it.

use super::finding::ChainFinding;
use super::links::{ChainBoard, ChainLinks, ChainNode, candidate_of, is_on, off, on};
use super::rates::{ChainFamily, ChainRates, length_steps};
use super::reach::ChainReach;
use super::steps::{BOTH, Steps, X, Y};
use crate::grid::bits;

/// Looks for chains in one line.
pub(super) struct SingleChains<'a> {
    shared: &'a ChainBoard,
    links: &'a ChainLinks,
    rates: &'a ChainRates,
    /// The nodes reached, each with the index of its parent.
    nodes: Vec<(ChainNode, u32)>,
    reached: Vec<u32>,
    stamp: u32,
    best: Option<ChainFinding>,
    reach: ChainReach,
    /// Whether longer chains were left out.
    cut: bool,
}

impl<'a> SingleChains<'a> {
    pub(super) fn new(
        shared: &'a ChainBoard,
        links: &'a ChainLinks,
        rates: &'a ChainRates,
    ) -> SingleChains<'a> {
        SingleChains {
            shared,
            links,
            rates,
            nodes: Vec::new(),
            reached: vec![0; links.is_live.len() * 2],
            stamp: 0,
            best: None,
            reach: ChainReach::of(links),
            cut: false,
        }
    }

    /// The simplest chain, if there is one.
    pub(super) fn find(mut self) -> Option<ChainFinding> {
        // There are few chains of one kind, and all are tried. There are many of both kinds: short
        // ones are tried first, and chains longer than the best are not followed.
        self.look(X, u32::MAX);
        self.look(Y, u32::MAX);
        for most in (2..).step_by(2) {
            self.cut = false;
            self.look(BOTH, most);
            if !self.cut || self.is_beaten(BOTH, most + 1) {
                break;
            }
        }
        self.best
    }

    /// Whether no chain of this kind with `tenths` tenths for its length is better than the best.
    fn is_beaten(&self, steps: Steps, tenths: u32) -> bool {
        let Some(best) = &self.best else { return false };
        let families = [Some(steps.cycle()), steps.chain()];
        let rates = families.into_iter().flatten();
        let mut rates = rates.filter_map(|family| self.rates.rate(family, tenths));
        rates.all(|rate| rate > best.rate)
    }

    fn look(&mut self, steps: Steps, most: u32) {
        let families = [Some(steps.cycle()), steps.chain()];
        if !families.into_iter().flatten().any(|f| self.rates.has(f)) || self.is_beaten(steps, 0) {
            return;
        }
        for at in 0..self.links.open.len() {
            let source = self.links.open[at];
            if !steps.houses && self.links.in_cell(source) > 2 {
                continue;
            }
            let place = usize::from(source);
            if self.reach.cycle[place] && self.rates.has(steps.cycle()) {
                self.cycles(source, steps, most);
            }
            if steps.chain().is_some_and(|family| self.rates.has(family)) {
                if self.reach.refutes[place] {
                    self.chain(on(source), steps, most);
                }
                if self.reach.proves[place] {
                    self.chain(off(source), steps, most);
                }
            }
        }
    }

    fn begin(&mut self, source: ChainNode) {
        self.nodes.clear();
        self.nodes.push((source, u32::MAX));
        self.stamp += 1;
        self.reached[usize::from(source)] = self.stamp;
    }

    /// Marks a node as reached. Returns whether it is new.
    fn reach(&mut self, node: ChainNode) -> bool {
        let reached = &mut self.reached[usize::from(node)];
        std::mem::replace(reached, self.stamp) != self.stamp
    }

    /// The nodes from an index back to the source.
    fn path(&self, mut place: u32) -> impl Iterator<Item = ChainNode> {
        std::iter::from_fn(move || {
            let (node, parent) = *self.nodes.get(place as usize)?;
            place = parent;
            Some(node)
        })
    }

    /// Whether another node can be added to `nodes` nodes within the current limits.
    fn goes_on(&mut self, nodes: usize, steps: Steps, most: u32) -> bool {
        let tenths = length_steps(nodes);
        let goes_on = tenths <= most;
        self.cut |= !goes_on;
        goes_on && !self.is_beaten(steps, tenths)
    }

    /// The cycles through a true candidate.
    fn cycles(&mut self, source: u16, steps: Steps, most: u32) {
        let links = self.links;
        self.begin(on(source));
        let (mut from, mut length) = (0, 0);
        while from < self.nodes.len() && self.goes_on(length + 2, steps, most) {
            length += 2;
            let ons = from..self.nodes.len();
            for at in ons.clone() {
                let node = candidate_of(self.nodes[at].0);
                for &other in links.weak(node, steps.cells) {
                    // A dead end need not be stored.
                    if links.goes_on(other, steps.cells, steps.houses)
                        && !self.path(at as u32).any(|before| before == off(other))
                    {
                        self.nodes.push((off(other), at as u32));
                    }
                }
            }
            let offs = ons.end..self.nodes.len();
            from = offs.end;
            for at in offs {
                let node = candidate_of(self.nodes[at].0);
                for &other in links.strong(node, steps.cells, steps.houses) {
                    if other == source && length >= 4 {
                        self.close(at as u32, length, steps);
                    }
                    if self.reach(on(other)) {
                        self.nodes.push((on(other), at as u32));
                    }
                }
            }
        }
    }

    /// Records a cycle that ends at this node, if it has an effect and is better than the best.
    fn close(&mut self, place: u32, length: usize, steps: Steps) {
        let Some(order) = self.wanted(steps.cycle(), length, steps.rank()) else {
            return;
        };
        let size = self.shared.size;
        let (mut by_on, mut by_off) = (vec![0u32; size * size], vec![0u32; size * size]);
        let mut cells: Vec<usize> = Vec::with_capacity(length);
        for node in self.path(place) {
            let candidate = candidate_of(node);
            let (cell, digit) = (usize::from(candidate) / size, usize::from(candidate) % size);
            cells.push(cell);
            let seen = if is_on(node) { &mut by_on } else { &mut by_off };
            for &peer in self.links.weak(candidate, false) {
                seen[usize::from(peer) / size] |= 1 << digit;
            }
        }
        let mut goes: Vec<u16> = Vec::new();
        for cell in (0..size * size).filter(|cell| !cells.contains(cell)) {
            let both = by_on[cell] & by_off[cell];
            goes.extend(bits(both).map(|digit| (cell * size + digit) as u16));
        }
        if !goes.is_empty() {
            self.best = Some(ChainFinding { goes, ..order });
        }
    }

    /// The chain from a node to its opposite.
    fn chain(&mut self, source: ChainNode, steps: Steps, most: u32) {
        let links = self.links;
        let target = source ^ 1;
        self.begin(source);
        let mut layer = 0..1;
        let mut length = 1;
        while !layer.is_empty() {
            length += 1;
            if !self.goes_on(length, steps, most) {
                return;
            }
            for at in layer.clone() {
                let node = self.nodes[at].0;
                let candidate = candidate_of(node);
                if is_on(node) {
                    for &other in links.weak(candidate, steps.cells) {
                        let is_new = self.reach(off(other));
                        if is_new && links.goes_on(other, steps.cells, steps.houses) {
                            self.nodes.push((off(other), at as u32));
                        }
                    }
                } else {
                    for &other in links.strong(candidate, steps.cells, steps.houses) {
                        if self.reach(on(other)) {
                            self.nodes.push((on(other), at as u32));
                        }
                    }
                }
            }
            if self.reached[usize::from(target)] == self.stamp {
                return self.end(target, length, steps);
            }
            layer = layer.end..self.nodes.len();
        }
    }

    /// Records a chain that has reached the opposite of its source, if it is better than the best.
    fn end(&mut self, target: ChainNode, length: usize, steps: Steps) {
        let Some(family) = steps.chain() else { return };
        if let Some(order) = self.wanted(family, length, steps.rank()) {
            self.best = Some(order.concluding(self.links, target));
        }
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
