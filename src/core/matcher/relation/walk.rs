//! Walks along hops: steps that consist of an exclusion and a fact of another relation.
//!
//! In `chain(p, m), m excludes k, pair(k, q)` only a node k with a pair matters. These nodes are
//! the same for all chains, so they are one bit set, which is intersected with the nodes that m
//! excludes.

use std::rc::Rc;

use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::node_set::{NodeId, NodeMatrix, NodeSet, have_common};
use crate::matcher::index::nodes::Exclusions;
use crate::matcher::relation::derive::{related, seconds};
use crate::matcher::relation::path::Hop;
use crate::matcher::relation::{CompiledCase, FactIndex, FactNumbers, RelatedBy, StepTo, Which};

/// Largest number of nodes for which matrices are used. With more nodes, each node is followed on
/// its own.
pub const MAX_MATRIX_NODES: usize = 1024;

/// The state of a walk along hops.
pub struct HopWalk {
    hop: Hop,
    /// The nodes of the right sort.
    of_sort: Rc<NodeSet>,
    exclusions: Rc<Exclusions>,
    /// The facts of the second edge for all nodes, if one search found them all.
    facts: Option<FactIndex>,
    /// The middle nodes not used so far. A second use would lead to the same ends.
    left: NodeSet,
    /// The middle nodes of the next step.
    next: Vec<NodeId>,
}

/// Starts a walk along the steps of a relation.
pub(crate) fn hop_walk(bindings: &Bindings<'_>, relation: usize, hop: Hop) -> HopWalk {
    let left = NodeSet::clone(&middles(bindings, relation, hop));
    let is_plain = bindings.cache.relations.compiled[hop.relation].is_plain;
    let facts = is_plain.then(|| {
        seconds(bindings, hop.relation, Which::Base, 0);
        bindings.cache.known.borrow()[hop.relation].base.all()
    });
    HopWalk {
        hop,
        facts: facts.flatten(),
        of_sort: bindings.with_nodes(|nodes| nodes.of_sort(hop.sort)),
        exclusions: bindings.exclusions(),
        left,
        next: Vec::new(),
    }
}

/// The ends of the next step from a node. Steps by excluded nodes of the node's own digit come
/// first.
pub(crate) fn next_edges(
    bindings: &Bindings<'_>,
    walk: &mut HopWalk,
    from: NodeId,
    found: &mut Vec<StepTo>,
) {
    let hop = walk.hop;
    if !walk.of_sort.contains(from) {
        return;
    }
    let (at, next) = (usize::from(from), &mut walk.next);
    let (same_digit, all) = (&walk.exclusions.same_digit, &walk.exclusions.all);
    walk.left.take(same_digit.row(at), |over| next.push(over));
    if !hop.same_digit {
        walk.left.take(all.row(at), |over| next.push(over));
    }
    let (of_sort, all) = (&walk.of_sort, &walk.facts);
    for over in walk.next.drain(..) {
        let mut add = |facts: &[RelatedBy]| {
            for &(to, fact) in facts {
                if of_sort.contains(to) && !(hop.distinct && to == over) {
                    found.push((to, fact, Some(over)));
                }
            }
        };
        match all {
            Some(all) => add(all.row(over)),
            None => add(&seconds(bindings, hop.relation, Which::Base, over)),
        }
    }
}

/// Number of steps from one node to the other in a relation of bare hops. `None` for other
/// relations, or if the relation does not hold.
pub fn steps_between(
    bindings: &Bindings<'_>,
    relation: usize,
    (from, to): (NodeId, NodeId),
) -> Option<usize> {
    let is_bare = bindings.cache.relations.compiled[relation].is_bare;
    let reach = is_bare.then(|| related(bindings, relation, from))?;
    Some(reach.hops_to(to, from)?.count())
}

/// False if neither a link of the chain nor the two ends can exclude a candidate. Decided without
/// the path.
pub fn links_may_exclude(
    bindings: &Bindings<'_>,
    relation: usize,
    (from, to): (NodeId, NodeId),
) -> bool {
    if !bindings.cache.relations.compiled[relation].is_bare {
        return true;
    }
    let exclusions = bindings.exclusions();
    let excluded = |node: NodeId| exclusions.all.row(usize::from(node));
    let is_worth = |(one, other): (NodeId, NodeId)| have_common(excluded(one), excluded(other));
    let reach = related(bindings, relation, from);
    is_worth((from, to)) || { reach.hops_to(to, from) }.is_some_and(|mut hops| hops.any(is_worth))
}

/// The possible middle nodes of a step: nodes of the right sort from which a fact leads on.
pub(crate) fn middles(bindings: &Bindings<'_>, relation: usize, hop: Hop) -> Rc<NodeSet> {
    if let Some(known) = &bindings.cache.known.borrow()[relation].middles {
        return Rc::clone(known);
    }
    let of_sort = bindings.with_nodes(|nodes| nodes.of_sort(hop.sort));
    let mut middles = NodeSet::clone(&of_sort);
    if bindings.with_nodes(|nodes| nodes.len()) <= MAX_MATRIX_NODES {
        let facts = base_facts(bindings, hop.relation);
        middles.retain(|node| !facts.is_empty(usize::from(node)));
    }
    let middles = Rc::new(middles);
    bindings.cache.known.borrow_mut()[relation].middles = Some(Rc::clone(&middles));
    middles
}

/// For each node, its second ends by base facts. If the relation holds between any two nodes that
/// exclude each other, no search is needed.
pub(crate) fn base_facts(bindings: &Bindings<'_>, relation: usize) -> Rc<NodeMatrix> {
    if let Some(known) = &bindings.cache.known.borrow()[relation].facts {
        return Rc::clone(known);
    }
    let compiled = &bindings.cache.relations.compiled[relation];
    let count = bindings.with_nodes(|nodes| nodes.len());
    let mut sets = NodeMatrix::empty(count);
    match compiled.exclusion() {
        _ if compiled.is_plain && all_facts(bindings, &compiled.base, &mut sets) => {}
        Some(sort) => {
            let of_sort = bindings.with_nodes(|nodes| nodes.of_sort(sort));
            let exclusions = bindings.exclusions();
            for node in of_sort.iter() {
                let mut row = NodeSet::from(exclusions.all.row(usize::from(node)));
                row.intersect(of_sort.row());
                sets.unite(usize::from(node), row.row());
            }
        }
        None => {
            for node in 0..count {
                let seconds = seconds(bindings, relation, Which::Base, node as NodeId);
                { seconds.iter() }.for_each(|&(second, _)| sets.insert(node, second));
            }
        }
    }
    let sets = Rc::new(sets);
    bindings.cache.known.borrow_mut()[relation].facts = Some(Rc::clone(&sets));
    sets
}

/// For each node, the ends of one hop.
pub(crate) fn hops(
    bindings: &Bindings<'_>,
    relation: usize,
    hop: Hop,
    mut from: NodeSet,
) -> NodeMatrix {
    let middles = middles(bindings, relation, hop);
    let facts = base_facts(bindings, hop.relation);
    let mut hops = NodeMatrix::empty(facts.len());
    let of_sort = bindings.with_nodes(|nodes| nodes.of_sort(hop.sort));
    from.intersect(of_sort.row());
    let exclusions = bindings.exclusions();
    let sets = match hop.same_digit {
        true => &exclusions.same_digit,
        false => &exclusions.all,
    };
    for node in from.iter().map(usize::from) {
        middles.for_common(sets.row(node), |over| {
            hops.unite(node, facts.row(usize::from(over)));
        });
    }
    hops
}

/// Adds all facts of the cases, if they can be read from the position. Returns false if not.
fn all_facts(bindings: &Bindings<'_>, cases: &[CompiledCase], sets: &mut NodeMatrix) -> bool {
    cases.iter().all(|case| {
        let mut add = |(first, second): (NodeId, NodeId), _: &FactNumbers| {
            sets.insert(usize::from(first), second);
        };
        case.all_facts(bindings, &mut add)
    })
}
