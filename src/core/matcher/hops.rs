//! Steps of a relation that go to something excluded, and on from there by a fact of another relation.
//!
//! Takes a relation whose steps are such hops, as in `chain(p, m), m excludes k, pair(k, q)`, gives where they lead from a node. Of all
//! that m excludes only those k count from which a pair leads on, and these are the same wherever the chain comes from: they are
//! a set of bits, to be held against what m excludes.

use std::rc::Rc;

use super::bindings::Bindings;
use super::relations::{Hop, NodeId, NodeMatrix, NodeSet, PositionCache, StepTo, Which};

/// Where there are more nodes, each is followed by itself.
pub const MOST_NODES: usize = 1024;

/// A way along hops while it is followed.
pub struct HopWalk {
    hop: Hop,
    /// The nodes that it can go over and has not gone over so far: what comes after those is known.
    left: NodeSet,
    /// Those that the next step goes over.
    next: Vec<NodeId>,
}

impl PositionCache {
    /// Begins to follow the steps of a relation.
    pub(super) fn hop_walk(&self, bindings: &Bindings<'_>, relation: usize, hop: Hop) -> HopWalk {
        HopWalk {
            hop,
            left: NodeSet::clone(&self.overs(bindings, relation, hop)),
            next: Vec::new(),
        }
    }

    /// Where the next step leads from a node: over what it excludes of its own digit first.
    pub(super) fn hop_on(
        &self,
        bindings: &Bindings<'_>,
        walk: &mut HopWalk,
        from: NodeId,
        found: &mut Vec<StepTo>,
    ) {
        let hop = walk.hop;
        bindings.with_nodes(|nodes| {
            if !nodes.get(from).is_of(hop.sort) {
                return;
            }
            let sets = nodes.exclusions();
            let at = usize::from(from);
            let next = &mut walk.next;
            walk.left
                .take(sets.same_digit.row(at), |over| next.push(over));
            if !hop.same_digit {
                walk.left.take(sets.all.row(at), |over| next.push(over));
            }
        });
        for over in walk.next.drain(..) {
            let seconds = self.seconds(bindings, hop.relation, Which::Base, over);
            let nodes = self.nodes(bindings).borrow();
            let fits = |to: NodeId| nodes.get(to).is_of(hop.sort) && !(hop.distinct && to == over);
            for &(to, fact) in seconds.iter().filter(|(to, _)| fits(*to)) {
                found.push((to, fact, Some(over)));
            }
        }
    }

    /// The nodes that a step can go over: those of the right sort from which a fact leads on.
    pub(super) fn overs(&self, bindings: &Bindings<'_>, relation: usize, hop: Hop) -> Rc<NodeSet> {
        if let Some(known) = &self.known.borrow()[relation].overs {
            return Rc::clone(known);
        }
        let mut overs = bindings.with_nodes(|nodes| nodes.of_sort(hop.sort));
        if bindings.with_nodes(|nodes| nodes.len()) <= MOST_NODES {
            let facts = self.facts(bindings, hop.relation);
            overs.retain(|node| !facts.is_empty(usize::from(node)));
        }
        let overs = Rc::new(overs);
        self.known.borrow_mut()[relation].overs = Some(Rc::clone(&overs));
        overs
    }

    /// For each node, the second ends that facts without recursion give it; where the relation holds between whatever excludes
    /// each other, nothing has to be looked for.
    pub(super) fn facts(&self, bindings: &Bindings<'_>, relation: usize) -> Rc<NodeMatrix> {
        let compiled = &self.relations.compiled[relation];
        if compiled.is_plain && compiled.begins_with_exclusion.is_none() {
            self.seconds(bindings, relation, Which::Base, 0);
        }
        if let Some(known) = &self.known.borrow()[relation].facts {
            return Rc::clone(known);
        }
        let count = bindings.with_nodes(|nodes| nodes.len());
        let mut sets = NodeMatrix::empty(count);
        match compiled.begins_with_exclusion {
            Some(sort) => bindings.with_nodes(|nodes| {
                let of_sort = nodes.of_sort(sort);
                let excluded = &nodes.exclusions().all;
                for node in of_sort.iter() {
                    let mut row = NodeSet::from(excluded.row(usize::from(node)));
                    row.intersect(of_sort.row());
                    sets.unite(usize::from(node), row.row());
                }
            }),
            None => {
                for node in 0..count {
                    let seconds = self.seconds(bindings, relation, Which::Base, node as NodeId);
                    { seconds.iter() }.for_each(|&(second, _)| sets.insert(node, second));
                }
            }
        }
        let sets = Rc::new(sets);
        self.known.borrow_mut()[relation].facts = Some(Rc::clone(&sets));
        sets
    }

    /// For each of these nodes, where one hop leads from it.
    pub(super) fn hops(
        &self,
        bindings: &Bindings<'_>,
        relation: usize,
        hop: Hop,
        mut from: NodeSet,
    ) -> NodeMatrix {
        let overs = self.overs(bindings, relation, hop);
        let facts = self.facts(bindings, hop.relation);
        let mut hops = NodeMatrix::empty(facts.len());
        bindings.with_nodes(|nodes| {
            from.retain(|node| nodes.get(node).is_of(hop.sort));
            let sets = nodes.exclusions();
            let sets = match hop.same_digit {
                true => &sets.same_digit,
                false => &sets.all,
            };
            for node in from.iter().map(usize::from) {
                overs.for_common(sets.row(node), |over| {
                    hops.unite(node, facts.row(usize::from(over)));
                });
            }
        });
        hops
    }
}
