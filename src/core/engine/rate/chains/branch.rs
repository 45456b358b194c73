//! What follows from one candidate, true or false, with what each node rests on.
//!
//! A branch from r1c1=5 holds r1c2<>5 with the parent r1c1=5, and r1c2=6 with all candidates of
//! r1c2 that went before it. Its nodes stand in the order in which they were found, so parents
//! come before children.

use super::links::{ChainNode, is_on};
use crate::grid::Group;

/// The group of a node that no truth forced.
const NO_GROUP: u16 = u16::MAX;

/// A node that was reached.
#[derive(Clone, Copy)]
struct Reached {
    node: ChainNode,
    /// The truth that left no other candidate, or [`NO_GROUP`].
    cause: u16,
    parents: u16,
    first_parent: u32,
    /// The inner chain that it rests on, plus one; 0 without.
    nested: u32,
}

/// What follows from one node.
pub(super) struct Branch {
    nodes: Vec<Reached>,
    /// The parents of all nodes, by their places in `nodes`.
    parents: Vec<u16>,
    /// For each node, its place plus one; 0 if it was not reached.
    places: Vec<u16>,
    /// The places of the nodes that are true and of those that are false, as they were found.
    pub(super) ons: Vec<u16>,
    pub(super) offs: Vec<u16>,
    /// How many of them were followed.
    pub(super) followed_ons: usize,
    pub(super) followed_offs: usize,
    /// All nodes as a set.
    pub(super) reached: Vec<u64>,
    /// The places of a node that is true and one that is false, of the same candidate.
    pub(super) contradiction: Option<(u16, u16)>,
    /// For each place, how many nodes it rests on, itself included; 0 if not counted yet.
    counts: Vec<u16>,
    pub(super) has_nested: bool,
}

/// Marks places that were seen.
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

    /// Notes a place; true if it is new.
    fn note(&mut self, place: u16) -> bool {
        let stamp = &mut self.stamps[usize::from(place)];
        std::mem::replace(stamp, self.stamp) != self.stamp
    }
}

impl Branch {
    /// An empty branch on a board with this number of candidates.
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

    /// Begins again from one node.
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

    /// The place of a node, if it was reached.
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

    /// The inner chain that a node rests on.
    pub(super) fn nested(&self, place: u16) -> Option<u32> {
        self.nodes[usize::from(place)].nested.checked_sub(1)
    }

    pub(super) fn parents(&self, place: u16) -> &[u16] {
        let reached = &self.nodes[usize::from(place)];
        let first = reached.first_parent as usize;
        &self.parents[first..first + usize::from(reached.parents)]
    }

    /// Adds a node without parents to the list of nodes, but not to the set of what follows.
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

    /// Says that the last node rests on an inner chain.
    pub(super) fn rest_on_chain(&mut self, chain: u32) {
        self.has_nested = true;
        if let Some(last) = self.nodes.last_mut() {
            last.nested = chain + 1;
        }
    }

    /// Takes a node into the set of what follows.
    pub(super) fn enter(&mut self, place: u16) {
        let node = self.node(place);
        self.places[usize::from(node)] = place + 1;
        self.reached[usize::from(node) / 64] |= 1 << (node % 64);
        match is_on(node) {
            true => self.ons.push(place),
            false => self.offs.push(place),
        }
    }

    /// How many nodes one rests on, itself included.
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

    /// All nodes that one rests on, itself included, in no order.
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

    /// All nodes that one rests on, itself included, breadth first.
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
