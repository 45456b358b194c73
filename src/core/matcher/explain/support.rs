//! What a binding rests on: the truths of its clauses, and the derivations of its relations.
//!
//! Takes a match, gives the groups that its certificate may add and subtract. For an X-wing these
//! are the truths `7r2` and `7r8`; for a chain, the truths of each of its strong links and the
//! links between them, as the relation found them.

use std::rc::Rc;

use crate::grid::{Digit, Group, bits};
use crate::lang::ir::{Alternative, Condition, Every, Pattern, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::node_set::NodeId;
use crate::matcher::index::value::Value;
use crate::matcher::relation::Derivation;

/// The ends of a case of a relation.
const RELATION_ENDS: (Var, Var) = (Var(0), Var(1));

/// Gives the derivation of a relation between two nodes.
pub type Premise<'p> = dyn FnMut(usize, NodeId, NodeId) -> Option<Rc<Derivation>> + 'p;

impl Bindings<'_> {
    /// The derivation of a pattern between its ends for the present binding. `premise` gives the
    /// derivation of a relation between two nodes; `None` if it may not be used.
    pub fn derivation(
        &self,
        pattern: &Pattern,
        ends: (Var, Var),
        premise: &mut Premise<'_>,
    ) -> Derivation {
        let mut support = Derivation::default();
        let is_end = |var: Var| var == ends.0 || var == ends.1;
        for every in &pattern.knowledge {
            self.support_of_clause(every, premise, &mut support);
        }
        for condition in &pattern.conditions {
            match condition {
                Condition::Excludes(a, b) => {
                    support.links.extend(self.node(*a).zip(self.node(*b)));
                    self.pass(&[*a, *b], is_end, &mut support.path);
                }
                Condition::Relation(relation, a, b) => {
                    self.pass(&[*a], is_end, &mut support.path);
                    let nodes = self.node(*a).zip(self.node(*b));
                    if let Some(inner) = nodes.and_then(|(a, b)| premise(*relation, a, b)) {
                        support.extend(None, &inner);
                    }
                    self.pass(&[*b], is_end, &mut support.path);
                }
                _ => {}
            }
        }
        if ends == RELATION_ENDS {
            self.inner_links(pattern, &mut support);
        }
        support
    }

    /// Of a set of cells between the ends, each other digit is a link of its own.
    fn inner_links(&self, pattern: &Pattern, support: &mut Derivation) {
        let Some(set) = pattern.set_between() else {
            return;
        };
        let ends = self.digits(set.ends.0) | self.digits(set.ends.1);
        for digit in bits(self.digits(set.digits) & !ends).map(Digit::new) {
            let places = self.cells(set.cells) & *self.position.places(digit);
            let node = self.node_of(&Value::Candidates(digit, places));
            support.links.extend(node.map(|node| (node, node)));
        }
    }

    /// The nodes of these variables come next on the way, unless they have been passed.
    fn pass(&self, vars: &[Var], is_end: impl Fn(Var) -> bool, path: &mut Vec<NodeId>) {
        for &var in vars.iter().filter(|var| !is_end(**var)) {
            path.extend(self.node(var).filter(|node| !path.contains(node)));
        }
    }

    /// The derivation of a relation between two bound variables.
    pub fn derivation_of(&self, relation: usize, a: Var, b: Var) -> Option<Rc<Derivation>> {
        let (from, to) = (self.node(a)?, self.node(b)?);
        self.cache.derivation(self, relation, from, to)
    }

    /// The truths of a clause, and the derivations of those alternatives that are relations.
    fn support_of_clause(
        &self,
        every: &Every,
        premise: &mut Premise<'_>,
        support: &mut Derivation,
    ) {
        let (related, plain): (Vec<&Alternative>, Vec<&Alternative>) = (every.alternatives.iter())
            .partition(|a| matches!(a, Alternative::Relation(..) | Alternative::RelationFrom(..)));
        self.truths(&every.subject, &mut |truth| {
            support.truths.push(truth);
            let covered = plain
                .iter()
                .fold(0, |mask, a| mask | self.covered(a, truth));
            if !related.is_empty() {
                let left = self.mask(truth) & !covered;
                self.support_of_rest((truth, left), &related, premise, support);
            }
            true
        });
    }

    /// The truths that clauses speak of and of which each candidate leads on by a net, as far as it
    /// is nothing else.
    pub fn cases(&self, pattern: &Pattern) -> Vec<Group> {
        let mut cases = Vec::new();
        for every in &pattern.knowledge {
            let by_net = |a: &Alternative| match a {
                Alternative::Relation(relation, _) | Alternative::RelationFrom(relation, _) => {
                    self.cache.is_by_nets(*relation)
                }
                _ => false,
            };
            if every.alternatives.iter().any(by_net) {
                self.truths(&every.subject, &mut |truth| {
                    cases.push(truth);
                    true
                });
            }
        }
        cases
    }

    fn support_of_rest(
        &self,
        (truth, left): (Group, u32),
        related: &[&Alternative],
        premise: &mut Premise<'_>,
        support: &mut Derivation,
    ) {
        for it in bits(left).filter_map(|bit| self.member_node(truth, bit)) {
            let derivation = related.iter().find_map(|alternative| match alternative {
                Alternative::Relation(relation, var) => {
                    let to = self.node(*var)?;
                    premise(*relation, it, to)
                }
                Alternative::RelationFrom(relation, var) => {
                    let from = self.node(*var)?;
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
}
