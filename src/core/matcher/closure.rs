//! All that a relation holds between, found at once: for each node the set of those that it is related to.
//!
//! Takes a relation whose steps are hops, an exclusion and a fact of another relation as in `chain(p, m), m excludes k,
//! pair(k, q)`, and gives the sets without the ways. In most positions most chains lead nowhere: what an AIC reaches from p has
//! nothing in common with what excludes something that p excludes too. The sets say so for all p at once, and a way is looked for
//! (by [`derive`](super::derive)) only where there is something at its end.

use std::rc::Rc;

use super::bindings::Bindings;
use super::relations::{Closure, Hop, NodeId, NodeSet, PositionCache, Recursion, Which};
use crate::lang::ir::{Conclusion, Condition, Var};

/// Where there are more nodes, each is followed by itself.
const MOST_NODES: usize = 1024;

impl PositionCache {
    /// For each node, all nodes that the relation holds to; `None` if its steps are no hops, or there are too many nodes.
    pub fn closure(&self, bindings: &Bindings<'_>, relation: usize) -> Option<Rc<Closure>> {
        let hop = self.relations.compiled[relation].hop?;
        if let Some(known) = &self.known.borrow()[relation].closure {
            return Some(Rc::clone(known));
        }
        // What is related to a cluster is known once all of them have joined.
        for &joining in &self.relations.compiled[relation].joining {
            self.seconds(bindings, joining, Which::Base, 0);
        }
        let count = bindings.with_nodes(|nodes| nodes.len());
        if count > MOST_NODES {
            return None;
        }
        let facts: Closure = (0..count as NodeId)
            .map(|node| self.second_set(bindings, hop.relation, node, count))
            .collect();
        let is_before = matches!(
            self.relations.compiled[relation].recursion,
            Recursion::Before(_)
        );
        let is_fact = self.relations.compiled[relation].alias == Some(hop.relation);
        // Chains go on from where a fact leads to.
        let mut from = NodeSet::empty(count);
        match is_before || !is_fact {
            true => (0..count as NodeId).for_each(|node| from.insert(node)),
            false => facts.iter().for_each(|seconds| from.unite(seconds)),
        }
        let mut closed = self.hops(bindings, hop, &facts, &from);
        close(&mut closed);
        let closure = match self.relations.compiled[relation].recursion {
            Recursion::Before(_) => {
                let base = |node: NodeId| self.base_set(bindings, relation, node, count);
                let base: Closure = (0..count as NodeId).map(base).collect();
                let reach = |(node, further): (usize, &NodeSet)| {
                    let mut reach = base[node].clone();
                    for next in further.iter() {
                        reach.unite(&base[usize::from(next)]);
                    }
                    reach
                };
                closed.iter().enumerate().map(reach).collect()
            }
            _ => {
                let reach = |node: usize| {
                    let base = match is_fact {
                        true => facts[node].clone(),
                        false => self.base_set(bindings, relation, node as NodeId, count),
                    };
                    let mut reach = base.clone();
                    for next in base.iter() {
                        reach.unite(&closed[usize::from(next)]);
                    }
                    reach
                };
                (0..count).map(reach).collect()
            }
        };
        let closure = Rc::new(closure);
        self.known.borrow_mut()[relation].closure = Some(Rc::clone(&closure));
        Some(closure)
    }

    /// The second ends that facts without recursion give a node.
    fn second_set(
        &self,
        bindings: &Bindings<'_>,
        relation: usize,
        node: NodeId,
        count: usize,
    ) -> NodeSet {
        let seconds = self.seconds(bindings, relation, Which::Base, node);
        if seconds.is_empty() {
            return NodeSet::default();
        }
        let mut set = NodeSet::empty(count);
        seconds.iter().for_each(|&(second, _)| set.insert(second));
        set
    }

    /// The same; where the relation holds between whatever excludes each other, nothing has to be looked for.
    fn base_set(
        &self,
        bindings: &Bindings<'_>,
        relation: usize,
        node: NodeId,
        count: usize,
    ) -> NodeSet {
        match self.relations.compiled[relation].begins_with_exclusion {
            Some(sort) => bindings.with_nodes(|nodes| {
                let mut set = NodeSet::empty(count);
                if nodes.get(node).is_of(sort) {
                    let excluded = nodes.excluded(node);
                    let fits = |other: &&NodeId| nodes.get(**other).is_of(sort);
                    excluded
                        .iter()
                        .filter(fits)
                        .for_each(|&other| set.insert(other));
                }
                set
            }),
            None => self.second_set(bindings, relation, node, count),
        }
    }

    /// For each of these nodes, where one hop leads from it.
    fn hops(&self, bindings: &Bindings<'_>, hop: Hop, facts: &Closure, from: &NodeSet) -> Closure {
        let mut overs = Vec::new();
        let mut hops = vec![NodeSet::default(); facts.len()];
        for node in from.iter() {
            self.led_over(bindings, hop, node, &mut overs);
            for over in overs.drain(..) {
                hops[usize::from(node)].unite(&facts[usize::from(over)]);
            }
        }
        hops
    }
}

/// Adds to each set what the members of its members have.
fn close(sets: &mut Closure) {
    // Most nodes lead nowhere.
    let leading: Vec<usize> = (0..sets.len()).filter(|&at| !sets[at].is_empty()).collect();
    for &middle in &leading {
        let further = std::mem::take(&mut sets[middle]);
        for &at in &leading {
            if sets[at].contains(middle as NodeId) {
                sets[at].unite(&further);
            }
        }
        sets[middle] = further;
    }
}

impl Bindings<'_> {
    /// The nodes of which some live candidate excludes both them and this node.
    fn sharing_a_target(&self, node: NodeId) -> NodeSet {
        let board = self.position.board();
        let found = self.node_at(node);
        let same_digit =
            self.tables.common_peers(&found.cells) & *self.position.places(found.digit);
        self.with_nodes(|nodes| {
            let mut set = NodeSet::empty(nodes.len());
            for cell in same_digit.iter() {
                nodes.add_excluded_by(self.tables, (cell, found.digit), &mut set);
            }
            if let (true, Some(cell)) = (found.single, found.cells.first()) {
                let others = board.digits().filter(|&d| d != found.digit);
                for digit in others.filter(|&d| self.position.places(d).contains(cell)) {
                    nodes.add_excluded_by(self.tables, (cell, digit), &mut set);
                }
            }
            set
        })
    }

    /// The nodes that a variable can be as far as closures, exclusions and conclusions say; `None` if there is no closure to ask.
    pub fn possible_nodes<'c>(
        &self,
        var: Var,
        conditions: impl Iterator<Item = &'c Condition>,
        conclusions: &[Conclusion],
    ) -> Option<NodeSet> {
        let mut possible: Option<NodeSet> = None;
        let mut excluding = Vec::new();
        for condition in conditions {
            match condition {
                Condition::Relation(relation, a, b) if *b == var && *a != var => {
                    let closure = self.cache.closure(self, *relation)?;
                    let related = closure.get(usize::from(self.node(*a)?))?;
                    match &mut possible {
                        Some(possible) => possible.intersect(related),
                        None => possible = Some(related.clone()),
                    }
                }
                Condition::Excludes(a, b) if a != b => {
                    excluding.push(if *a == var { *b } else { *a })
                }
                _ => {}
            }
        }
        let mut possible = possible?;
        if possible.is_empty() {
            return Some(possible);
        }
        for other in excluding {
            let other = self.node(other)?;
            self.with_nodes(|nodes| possible.intersect(nodes.excluded_set(other)));
        }
        if let [Conclusion::EliminateExcluded(vars)] = conclusions
            && vars.contains(&var)
        {
            for other in vars.iter().filter(|v| **v != var) {
                possible.intersect(&self.sharing_a_target(self.node(*other)?));
            }
        }
        Some(possible)
    }
}
