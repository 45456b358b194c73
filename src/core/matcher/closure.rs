//! All that a relation holds between, found at once: for each node the set of those that it is related to.
//!
//! Takes a relation whose steps are hops, an exclusion and a fact of another relation as in `chain(p, m), m excludes k,
//! pair(k, q)`, and gives the sets without the ways. In most positions most chains lead nowhere: what an AIC reaches from p has
//! nothing in common with what excludes something that p excludes too. The sets say so for all p at once, and a way is looked for
//! (by [`derive`](super::derive)) only where there is something at its end.

use std::rc::Rc;

use super::bindings::Bindings;
use super::relations::{Hop, NodeId, NodeMatrix, NodeSet, PositionCache, Recursion, Which};
use crate::lang::ir::{Conclusion, Condition, Var};

/// Where there are more nodes, each is followed by itself.
const MOST_NODES: usize = 1024;

impl PositionCache {
    /// For each node, all nodes that the relation holds to; `None` if its steps are no hops, or there are too many nodes.
    pub fn closure(&self, bindings: &Bindings<'_>, relation: usize) -> Option<Rc<NodeMatrix>> {
        let compiled = &self.relations.compiled[relation];
        let hop = compiled.hop?;
        if let Some(known) = &self.known.borrow()[relation].closure {
            return Some(Rc::clone(known));
        }
        // What is related to a cluster is known once all of them have joined.
        for &joining in &compiled.joining {
            self.seconds(bindings, joining, Which::Base, 0);
        }
        let count = bindings.with_nodes(|nodes| nodes.len());
        if count > MOST_NODES {
            return None;
        }
        let facts = self.base_sets(bindings, hop.relation, count);
        let is_before = matches!(compiled.recursion, Recursion::Before(_));
        let is_fact = compiled.alias == Some(hop.relation);
        // Chains go on from where a fact leads to.
        let mut from = NodeSet::empty(count);
        match is_before || !is_fact {
            true => (0..count as NodeId).for_each(|node| from.insert(node)),
            false => (0..count).for_each(|node| from.unite(facts.row(node))),
        }
        let mut closed = self.hops(bindings, hop, &facts, from.iter());
        close(&mut closed);
        let base = match is_fact {
            true => facts,
            false => self.base_sets(bindings, relation, count),
        };
        let mut closure = base.clone();
        for node in 0..count {
            // The steps come first, or the facts do.
            let (first, then) = if is_before {
                (&closed, &base)
            } else {
                (&base, &closed)
            };
            for next in first.members(node) {
                closure.unite(node, then.row(usize::from(next)));
            }
        }
        let closure = Rc::new(closure);
        self.known.borrow_mut()[relation].closure = Some(Rc::clone(&closure));
        Some(closure)
    }

    /// For each node, the second ends that facts without recursion give it; where the relation holds between whatever excludes
    /// each other, nothing has to be looked for.
    fn base_sets(&self, bindings: &Bindings<'_>, relation: usize, count: usize) -> NodeMatrix {
        let mut sets = NodeMatrix::empty(count);
        match self.relations.compiled[relation].begins_with_exclusion {
            Some(sort) => bindings.with_nodes(|nodes| {
                let is_of: Vec<bool> = (0..count as NodeId)
                    .map(|node| nodes.get(node).is_of(sort))
                    .collect();
                let excluded = nodes.excluded_sets();
                for node in (0..count).filter(|&node| is_of[node]) {
                    let members = excluded.members(node);
                    { members.filter(|&other| is_of[usize::from(other)]) }
                        .for_each(|other| sets.insert(node, other));
                }
            }),
            None => {
                for node in 0..count {
                    let seconds = self.seconds(bindings, relation, Which::Base, node as NodeId);
                    { seconds.iter() }.for_each(|&(second, _)| sets.insert(node, second));
                }
            }
        }
        sets
    }

    /// For each of these nodes, where one hop leads from it.
    fn hops(
        &self,
        bindings: &Bindings<'_>,
        hop: Hop,
        facts: &NodeMatrix,
        from: impl Iterator<Item = NodeId>,
    ) -> NodeMatrix {
        let mut overs = Vec::new();
        let mut hops = NodeMatrix::empty(facts.len());
        for node in from {
            self.led_over(bindings, hop, node, &mut overs);
            for over in overs.drain(..) {
                hops.unite(usize::from(node), facts.row(usize::from(over)));
            }
        }
        hops
    }
}

/// Adds to each set what the members of its members have.
fn close(sets: &mut NodeMatrix) {
    // Most nodes lead nowhere.
    let leading: Vec<usize> = (0..sets.len()).filter(|&at| !sets.is_empty(at)).collect();
    for &middle in &leading {
        for &at in &leading {
            if at != middle && sets.contains(at, middle) {
                sets.unite_with(at, middle);
            }
        }
    }
}

impl Bindings<'_> {
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
                    let related = closure.row(usize::from(self.node(*a)?));
                    match &mut possible {
                        Some(possible) => possible.intersect(related),
                        None => possible = Some(related.into()),
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
            self.with_nodes(|nodes| {
                possible.intersect(nodes.excluded_sets().row(usize::from(other)))
            });
        }
        if let [Conclusion::EliminateExcluded(vars)] = conclusions
            && vars.contains(&var)
        {
            for other in vars.iter().filter(|v| **v != var) {
                let other = self.node(*other)?;
                self.with_nodes(|nodes| possible.retain(|node| nodes.share_a_target(node, other)));
            }
        }
        Some(possible)
    }
}
