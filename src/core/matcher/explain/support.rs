//! The premises of a binding: the truths of its clauses, and the derivations of its relations.
//!
//! The premises are the groups that a certificate may add and subtract. For an X-wing these are the
//! truths `7r2` and `7r8`; for a chain, the truth of each strong edge and the links between them.

use std::rc::Rc;

use crate::grid::{Digit, Group, bits};
use crate::lang::ir::{Alternative, Condition, Every, Pattern, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::node_set::NodeId;
use crate::matcher::index::value::Value;
use crate::matcher::relation;
use crate::matcher::relation::Derivation;

/// The ends of a case of a relation.
const RELATION_ENDS: (Var, Var) = (Var(0), Var(1));

/// Gives the derivation of a relation between two nodes.
pub type Premise<'p> = dyn FnMut(usize, NodeId, NodeId) -> Option<Rc<Derivation>> + 'p;

/// The derivation of a pattern between its ends for the present binding. `premise` gives the
/// derivation of a relation between two nodes, or `None` if the derivation may not be used.
pub fn derivation(
    bindings: &Bindings<'_>,
    pattern: &Pattern,
    ends: (Var, Var),
    premise: &mut Premise<'_>,
) -> Derivation {
    let mut support = Derivation::default();
    let is_end = |var: Var| var == ends.0 || var == ends.1;
    for every in &pattern.knowledge {
        support_of_clause(bindings, every, premise, &mut support);
    }
    for condition in &pattern.conditions {
        match condition {
            Condition::Excludes(a, b) => {
                support
                    .links
                    .extend(bindings.node(*a).zip(bindings.node(*b)));
                pass(bindings, &[*a, *b], is_end, &mut support.path);
            }
            Condition::Relation(relation, a, b) => {
                pass(bindings, &[*a], is_end, &mut support.path);
                let nodes = bindings.node(*a).zip(bindings.node(*b));
                if let Some(inner) = nodes.and_then(|(a, b)| premise(*relation, a, b)) {
                    support.extend(None, &inner);
                }
                pass(bindings, &[*b], is_end, &mut support.path);
            }
            _ => {}
        }
    }
    if ends == RELATION_ENDS {
        inner_links(bindings, pattern, &mut support);
    }
    support
}

/// Adds a link for each further digit of an almost locked set between the ends.
fn inner_links(bindings: &Bindings<'_>, pattern: &Pattern, support: &mut Derivation) {
    let Some(set) = pattern.set_between() else {
        return;
    };
    let ends = bindings.digits(set.ends.0) | bindings.digits(set.ends.1);
    for digit in bits(bindings.digits(set.digits) & !ends).map(Digit::new) {
        let places = bindings.cells(set.cells) & *bindings.position.places(digit);
        let node = bindings.node_of(&Value::Candidates(digit, places));
        support.links.extend(node.map(|node| (node, node)));
    }
}

/// Appends the nodes of the variables to the chain. Nodes of the chain are not repeated.
fn pass(
    bindings: &Bindings<'_>,
    vars: &[Var],
    is_end: impl Fn(Var) -> bool,
    path: &mut Vec<NodeId>,
) {
    for &var in vars.iter().filter(|var| !is_end(**var)) {
        path.extend(bindings.node(var).filter(|node| !path.contains(node)));
    }
}

/// The derivation of a relation between two bound variables.
pub fn derivation_of(
    bindings: &Bindings<'_>,
    relation: usize,
    a: Var,
    b: Var,
) -> Option<Rc<Derivation>> {
    let (from, to) = (bindings.node(a)?, bindings.node(b)?);
    relation::derivation(bindings, relation, from, to)
}

/// The truths of a clause, and the derivations of those alternatives that are relations.
fn support_of_clause(
    bindings: &Bindings<'_>,
    every: &Every,
    premise: &mut Premise<'_>,
    support: &mut Derivation,
) {
    let (related, plain): (Vec<&Alternative>, Vec<&Alternative>) = (every.alternatives.iter())
        .partition(|a| matches!(a, Alternative::Relation(..) | Alternative::RelationFrom(..)));
    bindings.truths(&every.subject, &mut |truth| {
        support.truths.push(truth);
        let covered = plain
            .iter()
            .fold(0, |mask, a| mask | bindings.covered(a, truth));
        if !related.is_empty() {
            let left = bindings.mask(truth) & !covered;
            support_of_rest(bindings, (truth, left), &related, premise, support);
        }
        true
    });
}

/// The truths of clauses whose candidates all lead on by a net or equal another alternative.
pub fn cases(bindings: &Bindings<'_>, pattern: &Pattern) -> Vec<Group> {
    let mut cases = Vec::new();
    for every in &pattern.knowledge {
        let by_net = |a: &Alternative| match a {
            Alternative::Relation(relation, _) | Alternative::RelationFrom(relation, _) => {
                relation::is_by_nets(bindings, *relation)
            }
            _ => false,
        };
        if every.alternatives.iter().any(by_net) {
            bindings.truths(&every.subject, &mut |truth| {
                cases.push(truth);
                true
            });
        }
    }
    cases
}

fn support_of_rest(
    bindings: &Bindings<'_>,
    (truth, left): (Group, u32),
    related: &[&Alternative],
    premise: &mut Premise<'_>,
    support: &mut Derivation,
) {
    for it in bits(left).filter_map(|bit| bindings.member_node(truth, bit)) {
        let derivation = related.iter().find_map(|alternative| match alternative {
            Alternative::Relation(relation, var) => {
                let to = bindings.node(*var)?;
                premise(*relation, it, to)
            }
            Alternative::RelationFrom(relation, var) => {
                let from = bindings.node(*var)?;
                premise(*relation, from, it)
            }
            _ => None,
        });
        if let Some(derivation) = derivation {
            support.truths.extend(&derivation.truths);
            support.links.extend(&derivation.links);
        }
    }
}
