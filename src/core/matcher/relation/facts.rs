//! Facts by first end, in one list: which nodes each node is related to, and the fact for each.
//!
//! Facts of a relation such as `pair(p, q)` are found for all nodes at once, in any order. Here
//! they are sorted by their first ends. The facts of one node are a range of the list, so nothing
//! is allocated per node.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::rc::Rc;

use crate::matcher::index::node_set::{NodeId, NodeMatrix};

/// Largest number of nodes with a matrix of known facts. Beyond it, a tree is used.
const MAX_FACT_NODES: usize = 2048;

/// Index of a fact in its table.
pub type FactId = u32;

/// A second end, and its fact.
pub type RelatedBy = (NodeId, FactId);

/// The second ends of one first end, with their facts.
#[derive(Clone, Debug, Default)]
pub struct Successors {
    all: Rc<Vec<RelatedBy>>,
    start: u32,
    end: u32,
}

impl From<Vec<RelatedBy>> for Successors {
    fn from(all: Vec<RelatedBy>) -> Successors {
        let end = all.len() as u32;
        let all = Rc::new(all);
        Successors { all, start: 0, end }
    }
}

impl Deref for Successors {
    type Target = [RelatedBy];

    #[inline]
    fn deref(&self) -> &[RelatedBy] {
        &self.all[self.start as usize..self.end as usize]
    }
}

/// The second ends of all first ends.
#[derive(Clone, Debug, Default)]
pub struct FactIndex {
    all: Rc<Vec<RelatedBy>>,
    /// Start of each first end's range, and the end of the last.
    starts: Rc<Vec<u32>>,
}

impl FactIndex {
    /// The successors of a node, as a slice.
    #[inline]
    pub fn row(&self, first: NodeId) -> &[RelatedBy] {
        let at = usize::from(first);
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(&start), Some(&end)) => &self.all[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The successors of a node; none for a node that was added later.
    pub fn of(&self, first: NodeId) -> Successors {
        let at = usize::from(first);
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(&start), Some(&end)) => Successors {
                all: Rc::clone(&self.all),
                start,
                end,
            },
            _ => Successors::default(),
        }
    }
}

/// Facts under construction, at most one for each pair of nodes.
#[derive(Debug)]
pub struct FactList {
    facts: Vec<(NodeId, RelatedBy)>,
    /// The pairs of nodes with a fact, for the initial nodes up to the limit of nodes.
    known: NodeMatrix,
    /// The facts between all other pairs of nodes.
    further: BTreeMap<(NodeId, NodeId), FactId>,
}

impl FactList {
    /// An empty list of facts between `nodes` nodes.
    pub fn new(nodes: usize) -> FactList {
        let is_small = nodes <= MAX_FACT_NODES;
        FactList {
            facts: Vec::new(),
            known: NodeMatrix::empty(if is_small { nodes } else { 0 }),
            further: BTreeMap::new(),
        }
    }

    fn is_in_matrix(&self, first: NodeId, second: NodeId) -> bool {
        usize::from(first.max(second)) < self.known.len()
    }

    /// The fact between two nodes, if there is one.
    pub fn get(&self, first: NodeId, second: NodeId) -> Option<FactId> {
        if !self.is_in_matrix(first, second) {
            return self.further.get(&(first, second)).copied();
        }
        if !self.known.holds(first, second) {
            return None;
        }
        let is_it = |(one, (other, _)): &&(NodeId, RelatedBy)| (*one, *other) == (first, second);
        let known = self.facts.iter().find(is_it);
        known.map(|&(_, (_, fact))| fact)
    }

    /// Adds a fact between nodes that have none yet.
    pub fn push(&mut self, first: NodeId, second: NodeId, fact: FactId) {
        match self.is_in_matrix(first, second) {
            true => self.known.insert(usize::from(first), second),
            false => {
                self.further.insert((first, second), fact);
            }
        }
        self.facts.push((first, (second, fact)));
    }

    /// The facts by their first ends, and the matrix of their ends; no matrix if nodes were added.
    pub fn in_order(self, nodes: usize) -> (FactIndex, Option<NodeMatrix>) {
        let mut starts = vec![0; nodes + 1];
        for &(first, _) in &self.facts {
            starts[usize::from(first) + 1] += 1;
        }
        for at in 0..nodes {
            starts[at + 1] += starts[at];
        }
        let mut next: Vec<u32> = starts.clone();
        let mut all = vec![(0, 0); self.facts.len()];
        for (first, related) in self.facts {
            let place = &mut next[usize::from(first)];
            all[*place as usize] = related;
            *place += 1;
        }
        let all = FactIndex {
            all: Rc::new(all),
            starts: Rc::new(starts),
        };
        let is_whole = self.known.len() == nodes;
        (all, is_whole.then_some(self.known))
    }
}
