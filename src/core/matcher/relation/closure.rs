//! Closures: all facts of a relation at once, as a set of successors for each node.
//!
//! The steps of the relation must be hops, an exclusion followed by a fact of another relation, as
//! in `chain(p, m), m excludes k, pair(k, q)`. A closure has no paths. In most positions most
//! chains have no effect: no end of an AIC from p excludes a candidate that p excludes too. The
//! closure shows this for all p at once, and [`derive`](crate::matcher::relation::derive) searches
//! for a path only where there is an effect.

use std::rc::Rc;

use crate::lang::ir::{Conclusion, Condition, Sort, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::node_set::{NodeId, NodeMatrix, NodeSet};
use crate::matcher::relation::derive::seconds;
use crate::matcher::relation::path::{Hop, PathCase};
use crate::matcher::relation::walk::MAX_MATRIX_NODES;
use crate::matcher::relation::walk::{base_facts, hops};
use crate::matcher::relation::{CompiledCase, Recursion, Which};

/// For each node, all nodes that the relation leads to. `None` if its steps are neither hops nor
/// facts of other relations, or if there are too many nodes.
pub fn closure(bindings: &Bindings<'_>, relation: usize) -> Option<Rc<NodeMatrix>> {
    let compiled = &bindings.cache.relations.compiled[relation];
    let is_plain = compiled.is_plain && !compiled.has_clusters;
    let by_paths = compiled.is_paths && !compiled.has_clusters;
    if compiled.hop.is_none() && !by_paths && !is_plain {
        return None;
    }
    if let Some(known) = &bindings.cache.known.borrow()[relation].closure {
        return Some(Rc::clone(known));
    }
    // The facts about clusters are complete once all clusters have been added.
    for &joining in &compiled.joining {
        seconds(bindings, joining, Which::Base, 0);
    }
    if bindings.with_nodes(|nodes| nodes.len()) > MAX_MATRIX_NODES {
        return None;
    }
    let closure = match (compiled.hop, by_paths) {
        (Some(hop), _) => Rc::new(closure_of_hops(bindings, relation, hop)),
        (None, true) => Rc::new(closure_of_paths(bindings, relation)?),
        (None, false) => base_facts(bindings, relation),
    };
    bindings.cache.known.borrow_mut()[relation].closure = Some(Rc::clone(&closure));
    Some(closure)
}

fn closure_of_hops(bindings: &Bindings<'_>, relation: usize, hop: Hop) -> NodeMatrix {
    let compiled = &bindings.cache.relations.compiled[relation];
    let facts = base_facts(bindings, hop.relation);
    let count = facts.len();
    let is_before = matches!(compiled.recursion, Recursion::Before(_));
    let is_fact = compiled.alias() == Some(hop.relation);
    // Chains continue from the ends of facts.
    let mut from = NodeSet::empty(count);
    match is_before || !is_fact {
        true => (0..count as NodeId).for_each(|node| from.insert(node)),
        false => (0..count).for_each(|node| from.unite(facts.row(node))),
    }
    let mut closed = hops(bindings, relation, hop, from);
    closed.close();
    let base = match is_fact {
        true => facts,
        false => base_facts(bindings, relation),
    };
    followed(&base, &closed, is_before)
}

fn closure_of_paths(bindings: &Bindings<'_>, relation: usize) -> Option<NodeMatrix> {
    let compiled = &bindings.cache.relations.compiled[relation];
    let (base, steps) = (&compiled.base, compiled.cases(Which::Steps));
    let count = bindings.with_nodes(|nodes| nodes.len());
    let mut facts = NodeMatrix::empty(count);
    if !add_paths(bindings, base, &mut facts) {
        return None;
    }
    if steps.is_empty() || facts.has_none() {
        return Some(facts);
    }
    let mut closed = NodeMatrix::empty(count);
    if !add_paths(bindings, steps, &mut closed) {
        return None;
    }
    closed.close();
    let is_before = matches!(compiled.recursion, Recursion::Before(_));
    Some(followed(&facts, &closed, is_before))
}

/// Adds the ends of these paths to each set of a matrix. Returns false if a closure is missing.
pub(crate) fn add_paths(
    bindings: &Bindings<'_>,
    cases: &[CompiledCase],
    sets: &mut NodeMatrix,
) -> bool {
    for path in cases.iter().filter_map(|case| case.path.as_ref()) {
        let closure = |&relation: &usize| closure(bindings, relation);
        let relations = path.relations().unwrap_or_default();
        let Some(facts) = relations.iter().map(closure).collect() else {
            return false;
        };
        let of_sort = |&sort: &Sort| bindings.with_nodes(|nodes| nodes.of_sort(sort));
        let path = PathSets {
            path,
            facts,
            nodes: path.sorts.iter().map(of_sort).collect(),
        };
        let mut nodes = Vec::new();
        path.nodes[0].for_each(|first| {
            if !path.facts[0].is_empty(usize::from(first)) {
                nodes.push(first);
                path.follow(&mut nodes, sets);
                nodes.clear();
            }
        });
    }
    true
}

/// The ends of facts, with any number of steps before or after them.
fn followed(facts: &NodeMatrix, steps: &NodeMatrix, steps_first: bool) -> NodeMatrix {
    let mut all = facts.clone();
    let (first, then) = match steps_first {
        true => (steps, facts),
        false => (facts, steps),
    };
    for node in 0..facts.len() {
        first.for_each(node, |next| all.unite(node, then.row(usize::from(next))));
    }
    all
}

/// The nodes that a variable can be by closures, exclusions and conclusions; `None` if there is no
/// closure.
pub fn possible_nodes<'c>(
    bindings: &Bindings<'_>,
    var: Var,
    conditions: impl Iterator<Item = &'c Condition>,
    conclusions: &[Conclusion],
) -> Option<NodeSet> {
    let mut possible: Option<NodeSet> = None;
    let mut excluding = Vec::new();
    for condition in conditions {
        match condition {
            Condition::Relation(relation, a, b) if *b == var && *a != var => {
                let closure = closure(bindings, *relation)?;
                let first = usize::from(bindings.node(*a)?);
                // Nodes added after the closure was computed are not part of it.
                let related = match first < closure.len() {
                    true => closure.row(first),
                    false => &[],
                };
                match &mut possible {
                    Some(possible) => possible.intersect(related),
                    None => possible = Some(related.into()),
                }
            }
            Condition::Excludes(a, b) if a != b => excluding.push(if *a == var { *b } else { *a }),
            _ => {}
        }
    }
    let mut possible = possible?;
    if possible.is_empty() {
        return Some(possible);
    }
    let exclusions = bindings.exclusions();
    let excluded = |node: NodeId| exclusions.all.row(usize::from(node));
    for other in excluding {
        possible.intersect(excluded(bindings.node(other)?));
    }
    if let [Conclusion::EliminateExcluded(vars)] = conclusions
        && vars.contains(&var)
    {
        let mut sharing = NodeSet::empty(exclusions.all.len());
        for other in vars.iter().filter(|v| **v != var) {
            // The nodes that exclude a candidate that the other end also excludes.
            sharing.clear();
            let other = usize::from(bindings.node(*other)?);
            (exclusions.all).for_each(other, |target| sharing.unite(excluded(target)));
            possible.intersect(sharing.row());
        }
    }
    Some(possible)
}

/// A path with the matrices of its facts.
struct PathSets<'p> {
    path: &'p PathCase,
    /// For each fact of the path, its matrix.
    facts: Vec<Rc<NodeMatrix>>,
    /// For each node of the path, its possible values.
    nodes: Vec<Rc<NodeSet>>,
}

impl PathSets<'_> {
    /// Adds the ends of all paths that begin with these nodes to the set of the first node.
    fn follow(&self, nodes: &mut Vec<NodeId>, sets: &mut NodeMatrix) {
        let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) else {
            return;
        };
        let at = nodes.len();
        let facts = &self.facts[at - 1];
        let is_last = at == self.facts.len();
        let mut distinct = self.path.distinct.iter();
        if is_last && distinct.all(|&(_, other)| other != at) {
            let ends = facts.row(usize::from(last));
            sets.unite_common(usize::from(first), ends, self.nodes[at].row());
            return;
        }
        facts.for_each(usize::from(last), |next| {
            let mut distinct = self.path.distinct.iter();
            if !self.nodes[at].contains(next)
                || distinct.any(|&(one, other)| other == at && nodes[one] == next)
            {
                return;
            }
            if is_last {
                sets.insert(usize::from(first), next);
            } else {
                nodes.push(next);
                self.follow(nodes, sets);
                nodes.pop();
            }
        });
    }
}
