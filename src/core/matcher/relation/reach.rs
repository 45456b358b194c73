//! All nodes that a node is related to, with the path to each, the shortest first.

use std::collections::VecDeque;

use crate::matcher::index::node_set::NodeId;
use crate::matcher::relation::facts::{FactId, Successors};

/// A reached node, with its last edge.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// The node.
    pub node: NodeId,
    /// The fact that leads to the node.
    pub fact: FactId,
    before: Option<u32>,
    /// The excluded node of the step, if it began with an exclusion.
    pub over: Option<NodeId>,
}

/// A step from a node: its end, its fact, and the excluded node in the middle.
pub type StepTo = (NodeId, FactId, Option<NodeId>);

/// All nodes that a node is related to.
#[derive(Clone, Debug, Default)]
pub struct Reachable {
    /// The nodes in order of derivation, the shortest first.
    reached: Vec<Reached>,
    /// The intermediate nodes, for relations whose steps come first.
    trail: Vec<Reached>,
    members: Vec<u64>,
    steps_first: bool,
}

impl Reachable {
    fn empty(nodes: usize) -> Reachable {
        Reachable {
            members: vec![0; nodes.div_ceil(64)],
            ..Reachable::default()
        }
    }

    fn insert(&mut self, reached: Reached) -> bool {
        let (word, bit) = (usize::from(reached.node) / 64, 1 << (reached.node % 64));
        if self.members.len() <= word {
            self.members.resize(word + 1, 0);
        }
        let is_new = self.members[word] & bit == 0;
        if is_new {
            self.members[word] |= bit;
            self.reached.push(reached);
        }
        is_new
    }

    /// The facts of a table without further steps.
    pub fn plain(base: &[(NodeId, FactId)], nodes: usize) -> Reachable {
        let mut reach = Reachable::empty(nodes);
        for &(node, fact) in base {
            reach.insert(Reached {
                node,
                fact,
                before: None,
                over: None,
            });
        }
        reach
    }

    /// The facts of a table, followed by steps.
    pub fn after(
        base: &[(NodeId, FactId)],
        mut steps: impl FnMut(NodeId, &mut Vec<StepTo>),
        nodes: usize,
    ) -> Reachable {
        let mut reach = Reachable::plain(base, nodes);
        let mut next = Vec::new();
        let mut at = 0;
        while let Some(&here) = reach.reached.get(at) {
            steps(here.node, &mut next);
            for (node, fact, over) in next.drain(..) {
                let before = Some(at as u32);
                reach.insert(Reached {
                    node,
                    fact,
                    before,
                    over,
                });
            }
            at += 1;
        }
        reach
    }

    /// Steps from the start, followed by facts of a table.
    pub fn before(
        base: impl Fn(NodeId) -> Successors,
        mut steps: impl FnMut(NodeId, &mut Vec<StepTo>),
        start: NodeId,
        nodes: usize,
    ) -> Reachable {
        let mut reach = Reachable::empty(nodes);
        reach.steps_first = true;
        let mut seen = vec![false; nodes];
        seen[usize::from(start)] = true;
        let mut next = Vec::new();
        let mut queue = VecDeque::from([(start, None)]);
        while let Some((here, before)) = queue.pop_front() {
            for &(node, fact) in &*base(here) {
                reach.insert(Reached {
                    node,
                    fact,
                    before,
                    over: None,
                });
            }
            steps(here, &mut next);
            for (node, fact, over) in next.drain(..) {
                seen.resize(seen.len().max(usize::from(node) + 1), false);
                if !std::mem::replace(&mut seen[usize::from(node)], true) {
                    queue.push_back((node, Some(reach.trail.len() as u32)));
                    reach.trail.push(Reached {
                        node,
                        fact,
                        before,
                        over,
                    });
                }
            }
        }
        reach
    }

    /// True if the node is reachable.
    pub fn contains(&self, node: NodeId) -> bool {
        let word = self.members.get(usize::from(node) / 64);
        word.is_some_and(|word| word & (1 << (node % 64)) != 0)
    }

    /// Number of reachable nodes.
    pub fn len(&self) -> usize {
        self.reached.len()
    }

    /// The reachable node with this index.
    pub fn get(&self, at: usize) -> NodeId {
        self.reached[at].node
    }

    /// All reachable nodes.
    pub fn iter(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.reached.iter().map(|reached| reached.node)
    }

    /// The pairs of nodes that exclude each other on the path to a node, from the last one back.
    /// `None` if there is no path. Each step must be a hop.
    pub fn hops_to(
        &self,
        to: NodeId,
        from: NodeId,
    ) -> Option<impl Iterator<Item = (NodeId, NodeId)>> {
        let last = self.reached.iter().find(|reached| reached.node == to)?;
        let trail = match self.steps_first {
            true => &self.trail,
            false => &self.reached,
        };
        let mut here = *last;
        Some(std::iter::from_fn(move || {
            loop {
                let before = here.before.map(|before| trail[before as usize]);
                let link = here
                    .over
                    .map(|over| (before.map_or(from, |b| b.node), over));
                match before {
                    Some(before) => here = before,
                    None if link.is_none() => return None,
                    None => here.over = None,
                }
                if link.is_some() {
                    return link;
                }
            }
        }))
    }

    /// The fact by which a node was reached.
    pub fn fact(&self, to: NodeId) -> Option<FactId> {
        let mut reached = self.reached.iter();
        reached.find(|reached| reached.node == to).map(|r| r.fact)
    }

    /// The path to a node, as edges from the base fact on, and the index of the base fact.
    pub fn way(&self, to: NodeId) -> Option<(Vec<Reached>, usize)> {
        let last = self.reached.iter().find(|reached| reached.node == to)?;
        let trail = match self.steps_first {
            true => &self.trail,
            false => &self.reached,
        };
        let mut way = vec![*last];
        while let Some(before) = way[way.len() - 1].before {
            way.push(trail[before as usize]);
        }
        way.reverse();
        let base_at = if self.steps_first { way.len() - 1 } else { 0 };
        Some((way, base_at))
    }
}
