//! Derivations: the truths and links by which a relation holds between two nodes.
//!
//! For `chain(r1c1=5, r9c9=5)` these are the truths of its strong edges and the exclusions between
//! them. Derivations are computed for reported matches only, from the binding that a fact keeps.
//!
//! *Invariants*: a fact of an iteration rests on facts of earlier iterations only. An alternative
//! of a clause can hold by several facts, as in `is q or p net it or r net it`. Facts found later,
//! perhaps by means of the fact itself, are not used as premises. So every derivation is finite.
//!
//! *Cost*: premises are computed with an explicit stack, because chains of thousands of premises
//! occur. Function calls nest only from a relation to those in its definition.

use std::rc::Rc;

use crate::lang::vars::relations_in;
use crate::matcher::exec::frame::Bindings;
use crate::matcher::explain::support;
use crate::matcher::index::node_set::NodeId;
use crate::matcher::relation::derive::{nodes, related};
use crate::matcher::relation::net::derivation_by_net;
use crate::matcher::relation::{Derivation, FactId, Which};

/// Maximum size of a derivation in which premises are repeated.
const MAX_REPEATED: usize = 4096;

/// A fact of a relation, with the table that holds it.
type FactOf = (usize, Which, FactId);

/// The derivation of a relation between two nodes.
pub fn derivation(
    bindings: &Bindings<'_>,
    relation: usize,
    from: NodeId,
    to: NodeId,
) -> Option<Rc<Derivation>> {
    let key = (relation, from, to);
    if let Some((known, derivation)) = &*bindings.cache.derived.borrow()
        && *known == key
    {
        return Some(Rc::clone(derivation));
    }
    let derivation = Rc::new(derivation_anew(bindings, key)?);
    *bindings.cache.derived.borrow_mut() = Some((key, Rc::clone(&derivation)));
    Some(derivation)
}

fn derivation_anew(
    bindings: &Bindings<'_>,
    (relation, from, to): (usize, NodeId, NodeId),
) -> Option<Derivation> {
    if bindings.cache.relations.compiled[relation].is_net {
        return derivation_by_net(bindings, relation, from, to);
    }
    let (way, base_at) = related(bindings, relation, from).way(to)?;
    let mut derivation = Derivation::default();
    let mut middle = None;
    for (at, reached) in way.iter().enumerate() {
        let which = match at == base_at {
            true => Which::Base,
            false => Which::Steps,
        };
        match reached
            .over
            .zip(bindings.cache.relations.compiled[relation].hop)
        {
            Some((over, hop)) => {
                let fact = (hop.relation, Which::Base, reached.fact);
                let next = derivation_of_fact(bindings, fact);
                derivation.path.extend(middle);
                derivation.exclude(middle.unwrap_or(from), over);
                derivation.extend(None, &next);
            }
            None => {
                let of = match which {
                    Which::Base => bindings.cache.relations.compiled[relation].base_of,
                    Which::Steps => None,
                };
                let fact = (of.unwrap_or(relation), which, reached.fact);
                let next = derivation_of_fact(bindings, fact);
                derivation.extend(middle, &next);
            }
        }
        middle = Some(reached.node);
    }
    Some(derivation)
}

/// The derivation of a fact, computed once, after the premises that it needs.
fn derivation_of_fact(bindings: &Bindings<'_>, fact: FactOf) -> Rc<Derivation> {
    let mut open = vec![fact];
    let mut last = Rc::default();
    while let Some(&fact) = open.last() {
        let (relation, which, id) = fact;
        let known = bindings.cache.known.borrow_mut()[relation]
            .table(which)
            .derivation(id);
        if let Some(known) = known {
            open.pop();
            last = known;
            continue;
        }
        let mut missing = Vec::new();
        let derivation = Rc::new(derive_fact(bindings, fact, &mut missing));
        if missing.is_empty() {
            let known = &mut bindings.cache.known.borrow_mut()[relation];
            known.table(which).keep_derivation(id, &derivation);
        }
        open.extend(missing);
    }
    last
}

/// The derivation of a fact. Adds premises of earlier iterations without a known derivation to
/// `missing`. The result is valid only if nothing is added.
fn derive_fact(
    bindings: &Bindings<'_>,
    (relation, which, fact): FactOf,
    missing: &mut Vec<FactOf>,
) -> Derivation {
    let compiled = &bindings.cache.relations.compiled[relation];
    let (number, iteration) = {
        let known = &mut bindings.cache.known.borrow_mut()[relation];
        let table = known.table(which);
        (table.case(fact), table.iteration(fact))
    };
    let own = compiled.cases(which);
    let case = match number.checked_sub(own.len()) {
        None => &own[number],
        Some(recursive) => &compiled.cases(Which::Steps)[recursive],
    };
    let variables = &case.pattern.variables;
    let values = {
        let nodes = nodes(bindings).borrow();
        let known = &mut bindings.cache.known.borrow_mut()[relation];
        known.table(which).binding(fact, variables, &nodes)
    };
    let mut inner = bindings.of_case(&case.pattern);
    inner.values = values;
    let of_itself = |used: &usize| compiled.together.contains(used);
    let mut premise = |used: usize, from: NodeId, to: NodeId| {
        if !of_itself(&used) {
            return derivation(bindings, used, from, to);
        }
        let fact = related(bindings, used, from).fact(to)?;
        let table = &bindings.cache.known.borrow()[used].base;
        if table.iteration(fact) >= iteration {
            return None;
        }
        let known = table.derivation(fact);
        Some(known.unwrap_or_else(|| {
            missing.push((used, Which::Base, fact));
            Rc::default()
        }))
    };
    let mut derivation = support::derivation(&inner, &case.pattern, case.ends, &mut premise);
    let is_recursive = relations_in(&case.pattern).iter().any(of_itself);
    let has_clauses = !case.pattern.knowledge.is_empty();
    if is_recursive && (has_clauses || derivation.size() > MAX_REPEATED) {
        // Premises that several facts share are kept once. Otherwise derivations would grow with
        // each iteration.
        derivation.without_repetition();
    }
    derivation
}
