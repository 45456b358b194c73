//! The consequences of one candidate, assumed true or false, with the parents of each node.
//!
//! A branch from r1c1=5 holds r1c2<>5 with the parent r1c1=5. It holds r1c2=6, whose parents are
//! all candidates of r1c2 that were eliminated before. Nodes are stored in the order of discovery,
//! so parents precede children.

use super::links::{ChainNode, is_on};
use crate::grid::Group;

/// The cause of a node that no truth forced.
const NO_GROUP: u16 = u16::MAX;

/// A reached node.
#[derive(Clone, Copy)]
struct Reached {
    node: ChainNode,
    /// The truth that was left with no other candidate, or [`NO_GROUP`].
    cause: u16,
    parents: u16,
    first_parent: u32,
    /// The inner chain that the node depends on, plus one. 0 if there is none.
    nested: u32,
}

/// The consequences of one node.
pub(super) struct Branch {
    nodes: Vec<Reached>,
    /// The parents of all nodes, as indexes into `nodes`.
    parents: Vec<u16>,
    /// For each node, its index plus one. 0 if it was not reached.
    places: Vec<u16>,
    /// Indexes of the true nodes, in order of discovery.
    pub(super) ons: Vec<u16>,
    pub(super) offs: Vec<u16>,
    /// Number of true nodes that were followed.
    pub(super) followed_ons: usize,
    pub(super) followed_offs: usize,
    /// The set of reached nodes.
    pub(super) reached: Vec<u64>,
    /// The indexes of a true and a false node of the same candidate.
    pub(super) contradiction: Option<(u16, u16)>,
    /// For each index, the number of nodes that it depends on, including itself. 0 if not counted
    /// yet.
    counts: Vec<u16>,
    pub(super) has_nested: bool,
}

/// Marks of visited indexes.
#[derive(Default)]
pub(super) struct SeenPlaces {
    stamps: Vec<u32>,
    stamp: u32,
    todo: Vec<u16>,
}

impl SeenPlaces {
    fn begin(&mut self, count: usize) {
        self.stamp += 1;
        if self.stamps.len() < count {
            self.stamps.resize(count, 0);
        }
        self.todo.clear();
    }

    /// Marks an index. Returns true if the index was not marked before.
    fn note(&mut self, place: u16) -> bool {
        let stamp = &mut self.stamps[usize::from(place)];
        std::mem::replace(stamp, self.stamp) != self.stamp
    }
}

impl Branch {
    /// An empty branch for a board with this number of candidates.
    pub(super) fn new(candidates: usize) -> Branch {
        Branch {
            nodes: Vec::new(),
            parents: Vec::new(),
            places: vec![0; candidates * 2],
            ons: Vec::new(),
            offs: Vec::new(),
            followed_ons: 0,
            followed_offs: 0,
            reached: vec![0; (candidates * 2).div_ceil(64)],
            contradiction: None,
            counts: Vec::new(),
            has_nested: false,
        }
    }

    /// Restarts from one node.
    pub(super) fn begin(&mut self, source: ChainNode) {
        for reached in self.nodes.drain(..) {
            self.places[usize::from(reached.node)] = 0;
        }
        self.parents.clear();
        self.ons.clear();
        self.offs.clear();
        self.followed_ons = 0;
        self.followed_offs = 0;
        self.reached.fill(0);
        self.contradiction = None;
        self.counts.clear();
        self.has_nested = false;
        let place = self.push(source, None);
        self.enter(place);
    }

    /// The index of a node, if it was reached.
    pub(super) fn place(&self, node: ChainNode) -> Option<u16> {
        self.places[usize::from(node)].checked_sub(1)
    }

    pub(super) fn node(&self, place: u16) -> ChainNode {
        self.nodes[usize::from(place)].node
    }

    /// The truth that forced a node.
    pub(super) fn cause(&self, place: u16) -> Option<Group> {
        let cause = self.nodes[usize::from(place)].cause;
        (cause != NO_GROUP).then(|| Group::new(usize::from(cause)))
    }

    /// The inner chain that a node depends on.
    pub(super) fn nested(&self, place: u16) -> Option<u32> {
        self.nodes[usize::from(place)].nested.checked_sub(1)
    }

    pub(super) fn parents(&self, place: u16) -> &[u16] {
        let reached = &self.nodes[usize::from(place)];
        let first = reached.first_parent as usize;
        &self.parents[first..first + usize::from(reached.parents)]
    }

    /// Appends a node without parents, and does not mark it as reached.
    pub(super) fn push(&mut self, node: ChainNode, cause: Option<Group>) -> u16 {
        let place = self.nodes.len() as u16;
        self.nodes.push(Reached {
            node,
            cause: cause.map_or(NO_GROUP, |group| group.index() as u16),
            parents: 0,
            first_parent: self.parents.len() as u32,
            nested: 0,
        });
        place
    }

    /// Adds a parent to the last node.
    pub(super) fn rest_on(&mut self, parent: u16) {
        self.parents.push(parent);
        if let Some(last) = self.nodes.last_mut() {
            last.parents += 1;
        }
    }

    /// Records that the last node depends on an inner chain.
    pub(super) fn rest_on_chain(&mut self, chain: u32) {
        self.has_nested = true;
        if let Some(last) = self.nodes.last_mut() {
            last.nested = chain + 1;
        }
    }

    /// Marks a node as reached.
    pub(super) fn enter(&mut self, place: u16) {
        let node = self.node(place);
        self.places[usize::from(node)] = place + 1;
        self.reached[usize::from(node) / 64] |= 1 << (node % 64);
        match is_on(node) {
            true => self.ons.push(place),
            false => self.offs.push(place),
        }
    }

    /// The number of nodes that a node depends on, including itself.
    pub(super) fn count(&mut self, place: u16, seen: &mut SeenPlaces) -> usize {
        if self.counts.len() < self.nodes.len() {
            self.counts.resize(self.nodes.len(), 0);
        }
        if self.counts[usize::from(place)] == 0 {
            let mut count = 0;
            self.for_ancestors(place, seen, |_| count += 1);
            self.counts[usize::from(place)] = count;
        }
        usize::from(self.counts[usize::from(place)])
    }

    /// All nodes that a node depends on, including itself, in no particular order.
    pub(super) fn for_ancestors(
        &self,
        place: u16,
        seen: &mut SeenPlaces,
        mut each: impl FnMut(u16),
    ) {
        seen.begin(self.nodes.len());
        seen.note(place);
        seen.todo.push(place);
        while let Some(place) = seen.todo.pop() {
            each(place);
            for &parent in self.parents(place) {
                if seen.note(parent) {
                    seen.todo.push(parent);
                }
            }
        }
    }

    /// All nodes that a node depends on, including itself, breadth first.
    pub(super) fn ancestors_by_distance(&self, place: u16, seen: &mut SeenPlaces) -> Vec<u16> {
        seen.begin(self.nodes.len());
        seen.note(place);
        let mut found = vec![place];
        let mut next = 0;
        while let Some(&place) = found.get(next) {
            next += 1;
            for &parent in self.parents(place) {
                if seen.note(parent) {
                    found.push(parent);
                }
            }
        }
        found
    }
}
