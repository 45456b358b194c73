//! Cases of relations as paths: edges from one end to the other.
//!
//! `chain(g, m), m excludes k, strong(k, h)` extends a chain by the path from m over k to h, an
//! exclusion and a fact. `alternate(p, m), alternate(m, k), alternate(k, q), p, k distinct` is a
//! path of three facts. A case that only renames another relation is a path of one fact. The
//! closure and the walk use this one form.

use crate::lang::ir::{Condition, Pattern, Sort, Var};

/// An edge of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// A fact of the relation with this index.
    Fact(usize),
    /// Two nodes that exclude each other, possibly only of one digit.
    Excludes {
        /// True if both nodes have the same digit.
        same_digit: bool,
    },
}

/// A case that consists of a path from its first end to its second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathCase {
    /// The edges, in order.
    pub edges: Vec<Edge>,
    /// The sorts of the nodes, from the first end to the second.
    pub sorts: Vec<Sort>,
    /// Positions of nodes that must differ, the earlier one first.
    pub distinct: Vec<(usize, usize)>,
    /// The number of variables of the case.
    variables: usize,
}

/// A step that consists of an exclusion and a fact of another relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The other relation.
    pub relation: usize,
    /// The sort of the nodes.
    pub sort: Sort,
    /// True if the excluded node has the same digit.
    pub same_digit: bool,
    /// True if the fact must not lead back to the excluded node.
    pub distinct: bool,
}

impl PathCase {
    /// Reads a case; `None` if it has constraints beside a path from one end to the other.
    pub fn of(pattern: &Pattern, ends: (Var, Var)) -> Option<PathCase> {
        if !pattern.knowledge.is_empty() || !pattern.presence.is_empty() {
            return None;
        }
        let mut left: Vec<&Condition> = pattern.conditions.iter().collect();
        let mut vars = vec![ends.0];
        let mut edges: Vec<Edge> = Vec::new();
        while let Some((at, edge, next)) = { left.iter().enumerate() }
            .find_map(|(at, c)| edge_from(c, vars[vars.len() - 1]).map(|(e, next)| (at, e, next)))
        {
            if vars.contains(&next) {
                return None;
            }
            left.remove(at);
            edges.push(edge);
            vars.push(next);
        }
        let place = |var: &Var| vars.iter().position(|v| v == var);
        let mut distinct: Vec<(usize, usize)> = Vec::new();
        let mut inside: Vec<(usize, Var)> = Vec::new();
        for condition in left {
            match condition {
                Condition::Distinct(a, b) => {
                    let (a, b) = (place(a)?, place(b)?);
                    distinct.push((a.min(b), a.max(b)));
                }
                Condition::In(a, digit) => inside.push((place(a)?, *digit)),
                _ => return None,
            }
        }
        restrict_digits(pattern, &mut edges, inside)?;
        let is_whole = !edges.is_empty() && vars.last() == Some(&ends.1);
        is_whole.then(|| PathCase {
            edges,
            sorts: vars.iter().map(|&var| pattern.sort(var)).collect(),
            distinct,
            variables: pattern.variables.len(),
        })
    }

    /// The relation that the case renames.
    pub fn alias(&self) -> Option<usize> {
        match self.edges.as_slice() {
            [Edge::Fact(relation)] if self.is_bare() => Some(*relation),
            _ => None,
        }
    }

    /// The sort of the ends, if the case holds between any two nodes that exclude each other.
    pub fn exclusion(&self) -> Option<Sort> {
        let all = [Edge::Excludes { same_digit: false }];
        let is_all = self.edges == all && self.is_bare() && self.sorts[0] == self.sorts[1];
        is_all.then_some(self.sorts[0])
    }

    /// True if the case has no variables beside its ends and its ends may be equal.
    fn is_bare(&self) -> bool {
        self.variables == 2 && self.distinct.is_empty()
    }

    /// The case as a hop. Nodes that exclude each other are distinct even without a condition.
    pub fn hop(&self) -> Option<Hop> {
        let [Edge::Excludes { same_digit }, Edge::Fact(relation)] = *self.edges.as_slice() else {
            return None;
        };
        let sort = self.sorts[0];
        let is_hop = matches!(sort, Sort::Candidate | Sort::Group | Sort::Cluster)
            && self.sorts.iter().all(|other| *other == sort)
            && { self.distinct.iter() }.all(|pair| [(0, 1), (1, 2)].contains(pair));
        is_hop.then(|| Hop {
            relation,
            sort,
            same_digit,
            distinct: self.distinct.contains(&(1, 2)),
        })
    }

    /// The relations of its edges, if all are facts between candidates or groups.
    pub fn relations(&self) -> Option<Vec<usize>> {
        let is_node = |sort: &Sort| matches!(sort, Sort::Candidate | Sort::Group);
        let relation = |edge: &Edge| match edge {
            Edge::Fact(relation) => Some(*relation),
            Edge::Excludes { .. } => None,
        };
        let relations = self.edges.iter().map(relation).collect();
        if self.sorts.iter().all(is_node) {
            relations
        } else {
            None
        }
    }
}

/// The edge by which a condition leads from a node, and the next node.
fn edge_from(condition: &Condition, from: Var) -> Option<(Edge, Var)> {
    let excludes = Edge::Excludes { same_digit: false };
    match condition {
        Condition::Relation(relation, a, b) if *a == from => Some((Edge::Fact(*relation), *b)),
        Condition::Excludes(a, b) if *a == from => Some((excludes, *b)),
        Condition::Excludes(a, b) if *b == from => Some((excludes, *a)),
        _ => None,
    }
}

/// Restricts exclusions to one digit if both nodes lie in the same digit variable. `None` if a node
/// lies in a digit in any other way.
fn restrict_digits(
    pattern: &Pattern,
    edges: &mut [Edge],
    mut inside: Vec<(usize, Var)>,
) -> Option<()> {
    for (at, edge) in edges.iter_mut().enumerate() {
        let Edge::Excludes { same_digit } = edge else {
            continue;
        };
        let own = |node: usize| inside.iter().filter(move |(n, _)| *n == node);
        let common = own(at).find(|(_, x)| own(at + 1).any(|(_, y)| x == y));
        if let Some(&(_, digit)) = common {
            let uses = inside.iter().filter(|(_, x)| *x == digit).count();
            if !pattern.is_one(digit, Sort::Digit) || uses != 2 {
                return None;
            }
            inside.retain(|(_, x)| *x != digit);
            *same_digit = true;
        }
    }
    inside.is_empty().then_some(())
}
