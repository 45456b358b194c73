//! All that a relation holds between, found at once: for each node the set of those that it is related to.
//!
//! Takes a relation whose steps are hops, an exclusion and a fact of another relation as in `chain(p, m), m excludes k,
//! pair(k, q)`, and gives the sets without the ways. In most positions most chains lead nowhere: what an AIC reaches from p has
//! nothing in common with what excludes something that p excludes too. The sets say so for all p at once, and a way is looked for
//! (by [`derive`](super::derive)) only where there is something at its end.

use std::rc::Rc;

use super::bindings::Bindings;
use super::hops::MOST_NODES;
use super::relations::{NodeId, NodeMatrix, NodeSet, PositionCache, Recursion, Which};
use crate::lang::ir::{Conclusion, Condition, Var};

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
        let facts = self.facts(bindings, hop.relation);
        let is_before = matches!(compiled.recursion, Recursion::Before(_));
        let is_fact = compiled.alias == Some(hop.relation);
        // Chains go on from where a fact leads to.
        let mut from = NodeSet::empty(count);
        match is_before || !is_fact {
            true => (0..count as NodeId).for_each(|node| from.insert(node)),
            false => (0..count).for_each(|node| from.unite(facts.row(node))),
        }
        let mut closed = self.hops(bindings, relation, hop, from);
        closed.close();
        let base = match is_fact {
            true => facts,
            false => self.facts(bindings, relation),
        };
        let mut closure = NodeMatrix::clone(&base);
        for node in 0..count {
            // The steps come first, or the facts do.
            let (first, then) = if is_before {
                (&closed, &*base)
            } else {
                (&*base, &closed)
            };
            for next in first.members(node) {
                closure.unite(node, then.row(usize::from(next)));
            }
        }
        let closure = Rc::new(closure);
        self.known.borrow_mut()[relation].closure = Some(Rc::clone(&closure));
        Some(closure)
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
                possible.intersect(nodes.exclusions().all.row(usize::from(other)))
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
