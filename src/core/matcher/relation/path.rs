//! Cases of relations that are facts of others, one after the other: all that they hold between,
//! found at once.
//!
//! Takes a case such as `alternate(p, m), alternate(m, k), alternate(k, q), p, k distinct, m, q
//! distinct` and gives for each p the set of all q. Most looks for remote pairs or colours end with
//! that: where there is no such q, nothing has to be bound.

use std::rc::Rc;

use crate::lang::ir::{Condition, Pattern, Sort, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::node_set::{NodeId, NodeMatrix, NodeSet};
use crate::matcher::relation::{PathCase, PositionCache};

impl PathCase {
    /// Reads a case; `None` if it says more than that such facts lead from one end to the other.
    pub fn of(pattern: &Pattern, ends: (Var, Var)) -> Option<PathCase> {
        let says_more = !pattern.knowledge.is_empty() || !pattern.presence.is_empty();
        let is_known =
            |c: &Condition| matches!(c, Condition::Relation(..) | Condition::Distinct(..));
        if says_more || !pattern.conditions.iter().all(is_known) {
            return None;
        }
        let links = pattern.conditions.iter().filter_map(|c| match c {
            Condition::Relation(relation, a, b) => Some((*relation, *a, *b)),
            _ => None,
        });
        let mut links: Vec<(usize, Var, Var)> = links.collect();
        let mut vars = vec![ends.0];
        let mut relations = Vec::new();
        while let Some(at) = links.iter().position(|(_, a, _)| Some(a) == vars.last()) {
            let (relation, _, next) = links.remove(at);
            if vars.contains(&next) {
                return None;
            }
            relations.push(relation);
            vars.push(next);
        }
        if !links.is_empty() || relations.is_empty() || vars.last() != Some(&ends.1) {
            return None;
        }
        let sort = |var: &Var| pattern.variables[usize::from(var.0)].sort;
        let sorts: Vec<Sort> = vars.iter().map(sort).collect();
        let is_node = |sort: &Sort| matches!(sort, Sort::Candidate | Sort::Group);
        let place = |var: &Var| vars.iter().position(|v| v == var);
        let apart = pattern.conditions.iter().filter_map(|c| match c {
            Condition::Distinct(a, b) => {
                Some(place(a).zip(place(b)).map(|(a, b)| (a.min(b), a.max(b))))
            }
            _ => None,
        });
        let apart: Vec<(usize, usize)> = apart.collect::<Option<_>>()?;
        sorts.iter().all(is_node).then_some(PathCase {
            relations,
            sorts,
            apart,
        })
    }
}

/// A path with what its facts hold between.
struct PathSets<'p> {
    path: &'p PathCase,
    /// For each of its facts, what it holds between.
    facts: Vec<Rc<NodeMatrix>>,
    /// For each of its nodes, what it can be.
    nodes: Vec<Rc<NodeSet>>,
}

impl PathSets<'_> {
    /// Adds all ends of paths that begin with these nodes to the set of the first.
    fn follow(&self, nodes: &mut Vec<NodeId>, sets: &mut NodeMatrix) {
        let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) else {
            return;
        };
        let at = nodes.len();
        let facts = &self.facts[at - 1];
        let is_last = at == self.facts.len();
        let mut apart = self.path.apart.iter();
        if is_last && apart.all(|&(_, other)| other != at) {
            let ends = facts.row(usize::from(last));
            sets.unite_common(usize::from(first), ends, self.nodes[at].row());
            return;
        }
        facts.for_each(usize::from(last), |next| {
            let mut apart = self.path.apart.iter();
            if !self.nodes[at].contains(next)
                || apart.any(|&(one, other)| other == at && nodes[one] == next)
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

impl PositionCache {
    /// Adds to each set of a matrix what these paths lead to; says whether it could.
    pub(crate) fn add_paths(
        &self,
        bindings: &Bindings<'_>,
        paths: &[PathCase],
        sets: &mut NodeMatrix,
    ) -> bool {
        for path in paths {
            let closure = |&relation: &usize| self.closure(bindings, relation);
            let Some(facts) = path.relations.iter().map(closure).collect() else {
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
}
