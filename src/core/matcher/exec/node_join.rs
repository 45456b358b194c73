//! Semi-join of several relations: whether any candidate can be the first node.
//!
//! `alike(p, s), opposite(p, q)` eliminates the candidates that s and q exclude. The closures give,
//! for each p, the sets of all s and all q, and the candidates that both exclude. In most positions
//! no candidate sees both colours, and the search ends before a variable is bound.

use std::rc::Rc;

use crate::lang::ir::{Conclusion, Condition, Pattern, Sort, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::exec::state::Execution;
use crate::matcher::index::node_set::{NodeId, NodeMatrix, NodeSet};
use crate::matcher::relation;

/// A pattern of several relations that start at one node.
#[derive(Clone, Debug)]
pub struct NodeJoin {
    variables: usize,
    /// The variable of the first node.
    root: Var,
    /// The variables that contain the first node: its cell, digit or house.
    around: Vec<Var>,
    /// The relations and exclusions that lead from there to the other variables.
    links: Vec<NetworkLink>,
    /// The variables that must exclude a common candidate.
    excluding: Vec<Var>,
    /// The digit that the plan binds first, if the first node has this digit, and whether the digit
    /// must have changed.
    digit: Option<(Var, bool)>,
}

/// A relation or exclusion from one variable to another.
#[derive(Clone, Copy, Debug)]
struct NetworkLink {
    from: Var,
    to: Var,
    by: LinkKind,
    /// True if an earlier link already leads to the second variable.
    meets: bool,
}

#[derive(Clone, Copy, Debug)]
enum LinkKind {
    Relation(usize),
    Excludes { same_digit: bool },
}

impl NodeJoin {
    /// Reads a pattern; `None` if it has fewer than two relations.
    pub fn of(pattern: &Pattern, digit: Option<(Var, bool)>) -> Option<NodeJoin> {
        let is_relation = |c: &&Condition| matches!(c, Condition::Relation(..));
        let of_clusters = pattern.variables.iter().any(|v| v.sort == Sort::Cluster);
        if of_clusters || pattern.conditions.iter().filter(is_relation).count() < 2 {
            return None;
        }
        let vars = (0..pattern.variables.len()).map(|var| Var(var as u16));
        let all = vars.map(|root| NodeJoin::from(pattern, root));
        let join = all.reduce(|best, next| match next.links.len() > best.links.len() {
            true => next,
            false => best,
        })?;
        let digit = digit.filter(|(digit, _)| join.around.contains(digit));
        Some(NodeJoin { digit, ..join })
    }

    /// The links that lead from one variable.
    fn from(pattern: &Pattern, root: Var) -> NodeJoin {
        let mut reached = vec![root];
        let mut links = Vec::new();
        let mut left: Vec<&Condition> = pattern.conditions.iter().collect();
        // Relations that narrow a known set come first, then those with few facts.
        let rank = |condition: &Condition, reached: &[Var]| {
            let link = link(pattern, condition, reached)?;
            let is_relation = matches!(link.by, LinkKind::Relation(_));
            Some((!link.meets, !is_relation))
        };
        while let Some((_, at)) = { left.iter().enumerate() }
            .filter_map(|(at, condition)| Some((rank(condition, &reached)?, at)))
            .min()
        {
            links.extend(link(pattern, left.remove(at), &reached));
            reached.extend(links.last().filter(|link| !link.meets).map(|link| link.to));
        }
        let excluding = match pattern.conclusions.as_slice() {
            [Conclusion::EliminateExcluded(vars)] => vars.clone(),
            _ => Vec::new(),
        };
        let around = pattern.conditions.iter().filter_map(|c| match c {
            Condition::In(a, b) if *a == root => Some(*b),
            _ => None,
        });
        let is_reached = |var: &Var| reached.contains(var);
        NodeJoin {
            variables: pattern.variables.len(),
            root,
            around: around.collect(),
            links,
            excluding: excluding.into_iter().filter(is_reached).collect(),
            digit: None,
        }
    }

    /// True if some node can be the first one by the relations, exclusions and conclusions, or if a
    /// closure is unknown.
    pub fn has_row(&self, exec: &Execution<'_>) -> bool {
        let bindings = &exec.bindings;
        let Some(sets) = self.sets_of_links(bindings) else {
            return true;
        };
        let exclusions = bindings.exclusions();
        let count = exclusions.all.len();
        let mut reached = vec![NodeSet::empty(count); self.variables];
        let mut targets = NodeSet::empty(count);
        let mut next = NodeSet::empty(count);
        // A node without a successor by some link cannot be the first.
        let mut roots = NodeSet::empty(count);
        let digits = self
            .digit
            .and_then(|(var, must_change)| exec.first_digits(var, must_change));
        let digits = digits.unwrap_or(u32::MAX);
        bindings.with_nodes(|nodes| {
            let is_of = |node: &NodeId| digits & (1 << nodes.get(*node).digit.index()) != 0;
            { (0..count as NodeId).filter(is_of) }.for_each(|node| roots.insert(node));
        });
        for (_, sets) in { self.links.iter().zip(&sets) }.filter(|(link, _)| link.from == self.root)
        {
            roots.retain(|node| !sets.is_empty(usize::from(node)));
        }
        roots.iter().any(|root| {
            reached[usize::from(self.root.0)].clear();
            reached[usize::from(self.root.0)].insert(root);
            for (link, sets) in self.links.iter().zip(&sets) {
                let (from, to) = (usize::from(link.from.0), usize::from(link.to.0));
                unite_all(&mut next, &reached[from], sets);
                match link.meets {
                    true => reached[to].intersect(next.row()),
                    false => std::mem::swap(&mut reached[to], &mut next),
                }
                if reached[to].is_empty() {
                    return false;
                }
            }
            for (at, var) in self.excluding.iter().enumerate() {
                unite_all(&mut next, &reached[usize::from(var.0)], &exclusions.all);
                match at {
                    0 => std::mem::swap(&mut targets, &mut next),
                    _ => targets.intersect(next.row()),
                }
            }
            self.excluding.is_empty() || !targets.is_empty()
        })
    }

    /// For each link, the nodes it leads to from each node; `None` if a closure is not known.
    fn sets_of_links(&self, bindings: &Bindings<'_>) -> Option<Vec<Rc<NodeMatrix>>> {
        let sets = |link: &NetworkLink| match link.by {
            LinkKind::Relation(relation) => relation::closure(bindings, relation),
            LinkKind::Excludes { same_digit } => {
                let exclusions = bindings.exclusions();
                Some(Rc::clone(match same_digit {
                    true => &exclusions.same_digit,
                    false => &exclusions.all,
                }))
            }
        };
        self.links.iter().map(sets).collect()
    }
}

/// The link by which a condition leads from a reached variable to another.
fn link(pattern: &Pattern, condition: &Condition, reached: &[Var]) -> Option<NetworkLink> {
    let is_reached = |var: Var| reached.contains(&var);
    let link = |from: Var, to: Var, by: LinkKind| NetworkLink {
        from,
        to,
        by,
        meets: is_reached(to),
    };
    match condition {
        Condition::Relation(relation, a, b) if is_reached(*a) && a != b => {
            Some(link(*a, *b, LinkKind::Relation(*relation)))
        }
        Condition::Excludes(a, b) if is_reached(*a) || is_reached(*b) => {
            let inside =
                |var: Var, digit: Var| pattern.conditions.contains(&Condition::In(var, digit));
            let is_digit = |var: &Var| {
                let variable = &pattern.variables[usize::from(var.0)];
                variable.sort == Sort::Digit && variable.size.is_none()
            };
            let mut digits = (0..pattern.variables.len()).map(|var| Var(var as u16));
            let same_digit = digits.any(|d| is_digit(&d) && inside(*a, d) && inside(*b, d));
            let (from, to) = if is_reached(*a) { (*a, *b) } else { (*b, *a) };
            Some(link(from, to, LinkKind::Excludes { same_digit }))
        }
        _ => None,
    }
}

/// Sets `set` to the union of the sets of these nodes.
fn unite_all(set: &mut NodeSet, nodes: &NodeSet, sets: &NodeMatrix) {
    set.clear();
    nodes.for_each(|node| set.unite(sets.row(usize::from(node))));
}
