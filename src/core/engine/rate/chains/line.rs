//! Breadth-first search for single chains, in which each node follows from one other node.
//!
//! r1c1=7 makes r1c5=7 false, which makes r4c5=7 true if column 5 has no other 7. A path that
//! returns to r1c1=7 is a cycle, and a path that reaches its opposite is a chain. Each true node is
//! reached by the first path that leads to it.

use super::links::{ChainLinks, ChainNode, candidate_of, is_on, off, on};
use super::reach::{ChainReach, ReturnPaths};
use super::steps::Steps;
use crate::grid::bits;

/// Receives the cycles and chains of a search.
pub(super) trait LineSearch {
    /// Whether to follow paths with this number of nodes.
    fn goes_on(&mut self, steps: Steps, length: usize) -> bool;

    /// Called for each cycle, with the index of its last node and its length.
    fn close(&mut self, walk: &LineWalk, steps: Steps, place: u32, length: usize);

    /// Called for each chain, with the end, the index of the node before the end, and the length.
    fn end(&mut self, walk: &LineWalk, steps: Steps, place: u32, end: ChainNode, length: usize);
}

/// The nodes of one search.
pub(super) struct LineWalk {
    /// The nodes reached, each with the index of its parent.
    nodes: Vec<(ChainNode, u32)>,
    reached: Vec<u32>,
    stamp: u32,
    /// A buffer for the last nodes of a walk.
    last: Vec<u64>,
}

impl LineWalk {
    /// A search on a board with this number of candidates.
    pub(super) fn new(candidates: usize) -> LineWalk {
        LineWalk {
            nodes: Vec::new(),
            reached: vec![0; candidates * 2],
            stamp: 0,
            last: Vec::new(),
        }
    }

    /// Searches from all candidates: cycles from true ones, and chains from true and false ones.
    pub(super) fn walk_all(
        &mut self,
        links: &ChainLinks,
        reach: &ChainReach,
        steps: Steps,
        [cycles, chains]: [bool; 2],
        search: &mut impl LineSearch,
    ) {
        for &source in &links.open {
            if !steps.houses && links.in_cell(source) > 2 {
                continue;
            }
            let place = usize::from(source);
            // A node that leads to no last node changes nothing, so it is left out.
            let mut last = std::mem::take(&mut self.last);
            if cycles && reach.cycle[place] {
                let back = reach.back_to(std::iter::once(source), &mut last);
                self.cycles(links, &back, source, steps, search);
            }
            if chains && reach.refutes[place] {
                let excluding = links.weak(source, steps.cells).iter().copied();
                let back = reach.back_to(excluding, &mut last);
                self.chain(links, &back, on(source), steps, search);
            }
            if chains && reach.proves[place] {
                let back = reach.back_to(std::iter::once(source), &mut last);
                self.chain(links, &back, off(source), steps, search);
            }
            self.last = last;
        }
    }

    fn begin(&mut self, source: ChainNode) {
        self.nodes.clear();
        self.nodes.push((source, u32::MAX));
        self.stamp += 1;
        self.reached[usize::from(source)] = self.stamp;
    }

    /// Marks a node as reached. Returns true if the node is new.
    fn reach(&mut self, node: ChainNode) -> bool {
        let reached = &mut self.reached[usize::from(node)];
        std::mem::replace(reached, self.stamp) != self.stamp
    }

    /// The nodes from an index back to the source.
    pub(super) fn path(&self, mut place: u32) -> impl Iterator<Item = ChainNode> {
        std::iter::from_fn(move || {
            let (node, parent) = *self.nodes.get(place as usize)?;
            place = parent;
            Some(node)
        })
    }

    /// The cycles through a true candidate.
    fn cycles(
        &mut self,
        links: &ChainLinks,
        back: &ReturnPaths<'_>,
        source: u16,
        steps: Steps,
        search: &mut impl LineSearch,
    ) {
        self.begin(on(source));
        let (mut from, mut length) = (0, 0);
        while from < self.nodes.len() && search.goes_on(steps, length + 2) {
            length += 2;
            let ons = from..self.nodes.len();
            for at in ons.clone() {
                let node = candidate_of(self.nodes[at].0);
                for &other in links.weak(node, steps.cells) {
                    // A dead end is not stored.
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
                        search.close(self, steps, at as u32, length);
                    }
                    if back.has(other) && self.reach(on(other)) {
                        self.nodes.push((on(other), at as u32));
                    }
                }
            }
        }
    }

    /// The first chain from a node to its opposite.
    fn chain(
        &mut self,
        links: &ChainLinks,
        back: &ReturnPaths<'_>,
        source: ChainNode,
        steps: Steps,
        search: &mut impl LineSearch,
    ) {
        self.begin(source);
        let mut layer = 0..1;
        let mut length = 1;
        while !layer.is_empty() {
            length += 1;
            if !search.goes_on(steps, length) {
                return;
            }
            for at in layer.clone() {
                let node = self.nodes[at].0;
                let candidate = candidate_of(node);
                let (others, value) = match is_on(node) {
                    true => (links.weak(candidate, steps.cells), 0),
                    false => (links.strong(candidate, steps.cells, steps.houses), 1),
                };
                for &other in others {
                    let reached = other * 2 + value;
                    if !self.reach(reached) {
                        continue;
                    }
                    if reached == source ^ 1 {
                        return search.end(self, steps, at as u32, reached, length);
                    }
                    let goes_on = match value {
                        0 => links.goes_on(other, steps.cells, steps.houses),
                        _ => back.has(other),
                    };
                    if goes_on {
                        self.nodes.push((reached, at as u32));
                    }
                }
            }
            layer = layer.end..self.nodes.len();
        }
    }
}

/// The candidates that a cycle eliminates, in order: candidates outside its cells that exclude a
/// true node and a false node of the cycle.
pub(super) fn cycle_effect(
    links: &ChainLinks,
    size: usize,
    path: impl Iterator<Item = ChainNode>,
) -> Vec<u16> {
    let mut by_value = [vec![0u32; size * size], vec![0u32; size * size]];
    let mut is_inside = vec![false; size * size];
    for node in path {
        let candidate = usize::from(candidate_of(node));
        is_inside[candidate / size] = true;
        let seen = &mut by_value[usize::from(is_on(node))];
        for &peer in links.weak(candidate_of(node), false) {
            seen[usize::from(peer) / size] |= 1 << (candidate % size);
        }
    }
    let outside = (0..size * size).filter(|&cell| !is_inside[cell]);
    let both = |cell: usize| bits(by_value[0][cell] & by_value[1][cell]).map(move |d| (cell, d));
    outside
        .flat_map(both)
        .map(|(cell, digit)| (cell * size + digit) as u16)
        .collect()
}
