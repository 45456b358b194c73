//! Which nodes each node is related to, with the facts that say so, in one piece.
//!
//! Facts of a relation such as `pair(p, q)` are found for all nodes at once, in any order. They are
//! put in order by their first ends here: what belongs to one of them is a range of the same list,
//! so that nothing is allocated for each.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::rc::Rc;

use crate::matcher::index::node_set::{NodeId, NodeMatrix};

/// Between more nodes, facts are known by a tree.
const MAX_FACT_NODES: usize = 2048;

/// The number of a fact in its table.
pub type FactId = u32;

/// A second end, and the fact that says so.
pub type RelatedBy = (NodeId, FactId);

/// The second ends that belong to a first one, with the facts that say so.
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

/// The second ends of all first ones.
#[derive(Clone, Debug, Default)]
pub struct FactIndex {
    all: Rc<Vec<RelatedBy>>,
    /// Where those of each first end begin, and where the last ones end.
    starts: Rc<Vec<u32>>,
}

impl FactIndex {
    /// Those of a node, for a look at once.
    #[inline]
    pub fn row(&self, first: NodeId) -> &[RelatedBy] {
        let at = usize::from(first);
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(&start), Some(&end)) => &self.all[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Those of a node; none of one that has joined since.
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

/// Facts while they are found, each between other nodes.
#[derive(Debug)]
pub struct FactList {
    facts: Vec<(NodeId, RelatedBy)>,
    /// Between which nodes there is one, of those nodes that were there at the beginning, if they
    /// are not too many.
    known: NodeMatrix,
    /// The facts between others.
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

    /// Adds a fact between nodes that have none.
    pub fn push(&mut self, first: NodeId, second: NodeId, fact: FactId) {
        match self.is_in_matrix(first, second) {
            true => self.known.insert(usize::from(first), second),
            false => {
                self.further.insert((first, second), fact);
            }
        }
        self.facts.push((first, (second, fact)));
    }

    /// The facts by their first ends, and the matrix of their ends; no matrix if nodes have joined.
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
