//! All chains in one line and all cycles of a state inside another chain.
//!
//! [`single`](super::single) gives the simplest chain of a state. Inside a branch, each candidate
//! that some chain eliminates counts, with the simplest chain that does it.

use std::collections::HashMap; // order does not matter

use super::inner::{HintQueue, InnerHint, OuterParents, SHAPE_END};
use super::links::{ChainBoard, ChainLinks, ChainNode, candidate_of, is_on, off, on};
use super::rates::length_steps;
use super::reach::ChainReach;
use super::search::SearchContext;
use super::steps::{BOTH, Steps, X, Y};
use crate::grid::{Board, Group, State, bits};

/// A chain that eliminates something.
struct Found {
    /// What Sudoku Explainer rates it: tenths are added one by one, as binary fractions.
    rate: f64,
    rank: u32,
    ordinal: u32,
    steps: Steps,
    is_cycle: bool,
    /// From its end backwards.
    path: Vec<ChainNode>,
    gone: Vec<u16>,
}

impl Found {
    fn is_before(&self, other: &Found) -> bool {
        let order = |found: &Found| (found.rate, found.path.len(), found.rank, found.ordinal);
        order(self) < order(other)
    }
}

/// Searches for all chains of a state.
pub(super) struct UnarySearch {
    /// The nodes reached, each with the place of its parent.
    nodes: Vec<(ChainNode, u32)>,
    reached: Vec<u32>,
    stamp: u32,
    found: Vec<Found>,
    by_effect: HashMap<Vec<u16>, usize>, // order does not matter
    ordinal: u32,
}

impl UnarySearch {
    pub(super) fn new(board: &Board) -> UnarySearch {
        UnarySearch {
            nodes: Vec::new(),
            reached: vec![0; board.candidate_count() * 2],
            stamp: 0,
            found: Vec::new(),
            by_effect: HashMap::new(), // order does not matter
            ordinal: 0,
        }
    }

    /// The simplest chains for all effects in `now`, the simplest first, for an outer chain that
    /// eliminated what `before` has more.
    pub(super) fn hints(
        &mut self,
        context: &SearchContext<'_>,
        before: &State,
        now: &State,
    ) -> Vec<InnerHint> {
        let links = ChainLinks::of(context.shared, context.board, now);
        let reach = ChainReach::of(&links);
        self.found.clear();
        self.by_effect.clear();
        self.ordinal = 0;
        for steps in [X, Y, BOTH] {
            for &source in &links.open {
                if !steps.houses && links.in_cell(source) > 2 {
                    continue;
                }
                let place = usize::from(source);
                if reach.cycle[place] {
                    self.cycles(context.shared, &links, source, steps);
                }
                if steps.houses && reach.refutes[place] {
                    self.chain(&links, on(source), steps);
                }
                if steps.houses && reach.proves[place] {
                    self.chain(&links, off(source), steps);
                }
            }
        }
        let mut found = std::mem::take(&mut self.found);
        found.sort_by(|a, b| match a.is_before(b) {
            true => std::cmp::Ordering::Less,
            false => std::cmp::Ordering::Greater,
        });
        let mut queue = HintQueue::default();
        for chain in found {
            if queue.wants(&chain.gone) {
                queue.push(hint(context, before, now, chain));
            }
        }
        queue.finish()
    }

    fn begin(&mut self, source: ChainNode) {
        self.nodes.clear();
        self.nodes.push((source, u32::MAX));
        self.stamp += 1;
        self.reached[usize::from(source)] = self.stamp;
    }

    /// Notes that a node is reached; true if that is new.
    fn reach(&mut self, node: ChainNode) -> bool {
        let reached = &mut self.reached[usize::from(node)];
        std::mem::replace(reached, self.stamp) != self.stamp
    }

    /// The nodes from a place back to the source.
    fn path(&self, mut place: u32) -> impl Iterator<Item = ChainNode> {
        std::iter::from_fn(move || {
            let (node, parent) = *self.nodes.get(place as usize)?;
            place = parent;
            Some(node)
        })
    }

    fn cycles(&mut self, shared: &ChainBoard, links: &ChainLinks, source: u16, steps: Steps) {
        self.begin(on(source));
        let (mut from, mut length) = (0, 0);
        while from < self.nodes.len() {
            length += 2;
            let ons = from..self.nodes.len();
            for at in ons.clone() {
                let node = candidate_of(self.nodes[at].0);
                for &other in links.weak(node, steps.cells) {
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
                        self.close(shared, links, at as u32, steps);
                    }
                    if self.reach(on(other)) {
                        self.nodes.push((on(other), at as u32));
                    }
                }
            }
        }
    }

    /// Notes a cycle whose last node is here, if it eliminates anything.
    fn close(&mut self, shared: &ChainBoard, links: &ChainLinks, place: u32, steps: Steps) {
        self.ordinal += 1;
        let size = shared.size;
        let (mut by_on, mut by_off) = (vec![0u32; size * size], vec![0u32; size * size]);
        let mut cells: Vec<usize> = Vec::new();
        let mut path: Vec<ChainNode> = self.path(place).collect();
        for &node in &path {
            let candidate = candidate_of(node);
            let (cell, digit) = (usize::from(candidate) / size, usize::from(candidate) % size);
            cells.push(cell);
            let seen = if is_on(node) { &mut by_on } else { &mut by_off };
            for &peer in links.weak(candidate, false) {
                seen[usize::from(peer) / size] |= 1 << digit;
            }
        }
        let mut gone: Vec<u16> = Vec::new();
        for cell in (0..size * size).filter(|cell| !cells.contains(cell)) {
            let both = by_on[cell] & by_off[cell];
            gone.extend(bits(both).map(|digit| (cell * size + digit) as u16));
        }
        if !gone.is_empty() {
            // It ends where it begins.
            path.rotate_right(1);
            self.note(steps.cycle_rate(), steps, true, path, gone);
        }
    }

    /// The chain from a node to its opposite.
    fn chain(&mut self, links: &ChainLinks, source: ChainNode, steps: Steps) {
        let target = source ^ 1;
        self.begin(source);
        let mut next = 0;
        while let Some(&(node, _)) = self.nodes.get(next) {
            let at = next as u32;
            next += 1;
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
                if reached == target {
                    return self.end(links, at, target, steps);
                }
                if value == 1 || links.goes_on(other, steps.cells, steps.houses) {
                    self.nodes.push((reached, at));
                }
            }
        }
    }

    /// Notes a chain that has come to the opposite of its beginning.
    fn end(&mut self, links: &ChainLinks, place: u32, target: ChainNode, steps: Steps) {
        self.ordinal += 1;
        let mut path = vec![target];
        path.extend(self.path(place));
        let candidate = candidate_of(target);
        let gone = match is_on(target) {
            true => links.weak(candidate, true)[..links.in_cell(candidate) - 1].to_vec(),
            false => vec![candidate],
        };
        self.note(steps.chain_rate(), steps, false, path, gone);
    }

    fn note(&mut self, base: f64, steps: Steps, is_cycle: bool, path: Vec<u16>, gone: Vec<u16>) {
        let added = (0..length_steps(path.len())).fold(0.0, |sum, _| sum + 0.1);
        let found = Found {
            rate: base + added,
            rank: steps.rank(),
            ordinal: self.ordinal,
            steps,
            is_cycle,
            path,
            gone,
        };
        match self.by_effect.get(&found.gone) {
            None => {
                self.by_effect.insert(found.gone.clone(), self.found.len());
                self.found.push(found);
            }
            Some(&at) if found.is_before(&self.found[at]) => self.found[at] = found,
            Some(_) => {}
        }
    }
}

/// A chain for an outer one that eliminated what `before` has more.
fn hint(context: &SearchContext<'_>, before: &State, now: &State, chain: Found) -> InnerHint {
    let mut parents = OuterParents::new(context.board, before, now);
    let shared = context.shared;
    let path = &chain.path;
    for (at, &node) in path.iter().enumerate().filter(|(_, node)| is_on(**node)) {
        let from = match path.get(at + 1) {
            Some(&from) => from,
            None => continue,
        };
        let cause = strong_cause(
            shared,
            now,
            chain.steps,
            candidate_of(from),
            candidate_of(node),
        );
        if let Some(group) = cause {
            parents.add(group);
        }
    }
    let mut shape = path.clone();
    shape.push(SHAPE_END);
    if chain.is_cycle {
        // Read backwards, a false node becomes true, because of the links that contain it.
        let back: Vec<ChainNode> = (std::iter::once(path[0]))
            .chain(path[1..].iter().rev().copied())
            .collect();
        for pair in back.windows(2).filter(|pair| !is_on(pair[1])) {
            let cause = weak_cause(shared, candidate_of(pair[0]), candidate_of(pair[1]));
            if let Some(group) = cause {
                parents.add(group);
            }
        }
        shape.extend(back.iter().map(|node| node ^ 1));
        shape.push(SHAPE_END);
    }
    InnerHint {
        nodes: path.len(),
        gone: chain.gone,
        parents: parents.found,
        shape,
    }
}

/// The first truth of two candidates that makes one true if the other is false.
fn strong_cause(
    shared: &ChainBoard,
    now: &State,
    steps: Steps,
    from: u16,
    to: u16,
) -> Option<Group> {
    let truths = &shared.truths(from)[usize::from(!steps.cells)..];
    let mut both = truths.iter().filter(|(group, bit)| {
        let left = now.mask(*group);
        left.count_ones() == 2 && left & bit != 0
    });
    let has_other = |group: &Group| shared.truths(to).iter().any(|(own, _)| own == group);
    both.find(|(group, _)| has_other(group))
        .map(|(group, _)| *group)
}

/// The first group in which one candidate excludes another.
fn weak_cause(shared: &ChainBoard, from: u16, to: u16) -> Option<Group> {
    let mut own = shared.truths(from).iter().map(|(group, _)| *group);
    own.find(|group| shared.truths(to).iter().any(|(other, _)| other == group))
}
