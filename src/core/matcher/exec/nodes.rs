//! Values of a variable for a candidate, a group of candidates or a truth.
//!
//! In a rule that says `p excludes t` and has bound `p`, only nodes that share a link with `p` are
//! tried as `t`. The truth of a clause must contain a bound candidate of the clause, if there is
//! one.

use std::rc::Rc;

use crate::grid::{Digit, Group, GroupKind, bits};
use crate::lang::ir::{Alternative, Conclusion, Condition, Var};
use crate::matcher::exec::clause::left;
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::index::node_set::{NodeId, NodeSet};
use crate::matcher::index::nodes::Node;
use crate::matcher::index::value::Value;
use crate::matcher::query::constraint::Constraint;
use crate::matcher::query::cover::{Capacity, LeftoverClause};
use crate::matcher::relation;
use crate::matcher::relation::Reachable;
use crate::matcher::relation::closure::possible_nodes as possible_nodes_by_closure;

/// The possible nodes of a variable.
enum List {
    Nodes(Rc<[NodeId]>),
    Reached(Rc<Reachable>),
}

impl List {
    fn len(&self) -> usize {
        match self {
            List::Nodes(nodes) => nodes.len(),
            List::Reached(reach) => reach.len(),
        }
    }

    fn get(&self, at: usize) -> NodeId {
        match self {
            List::Nodes(nodes) => nodes[at],
            List::Reached(reach) => reach.get(at),
        }
    }
}

/// Tries the candidates or groups that the variable can be.
pub fn rows<'a>(
    exec: &mut Execution<'a>,
    var: Var,
    narrow: &[Constraint],
    row: &mut OnRow<'_, 'a>,
) {
    let sort = exec.bindings.sort(var);
    let must_cover: Vec<Node> = leftovers(narrow)
        .filter(|n| n.is_alone && matches!(alternative(exec, n), Alternative::Candidate(_)))
        .flat_map(|clause| left_nodes(exec, clause))
        .map(|id| exec.bindings.node_at(id))
        .collect();
    let possible = possible_nodes(exec, var, narrow);
    if possible.as_ref().is_some_and(NodeSet::is_empty) {
        return;
    }
    let Some(domain) = domain(exec, var, narrow) else {
        return;
    };
    for at in 0..domain.len() {
        let id = domain.get(at);
        if possible.as_ref().is_some_and(|set| !set.contains(id)) {
            continue;
        }
        let node = exec.bindings.node_at(id);
        let covers = |part: &Node| part.digit == node.digit && part.cells.is_subset(&node.cells);
        if node.is_of(sort) && must_cover.iter().all(covers) {
            exec.try_value(var, node.value(), row);
        }
    }
}

/// The possible nodes of the variable by closures: the ends of a relation, or the nodes from which
/// a relation leads on. `None` if there is no closure.
fn possible_nodes(exec: &Execution<'_>, var: Var, narrow: &[Constraint]) -> Option<NodeSet> {
    let conditions = exec.conditions(narrow);
    let conclusions: &[Conclusion] = match narrow.contains(&Constraint::Eliminates) {
        true => &exec.pattern.conclusions,
        false => &[],
    };
    let known = possible_nodes_by_closure(&exec.bindings, var, conditions, conclusions);
    known.or_else(|| {
        let begins = exec.pattern.conditions.iter().find_map(|c| match c {
            Condition::Relation(relation, a, b)
                if *a == var && *b != var && exec.bindings.get(*b).is_none() =>
            {
                Some(*relation)
            }
            _ => None,
        });
        let closure = relation::closure(&exec.bindings, begins?)?;
        Some(closure.sources())
    })
}

/// The candidates that a clause leaves over, as nodes.
fn left_nodes(exec: &Execution<'_>, narrowing: &LeftoverClause) -> Vec<NodeId> {
    let every = &exec.pattern.knowledge[narrowing.partial.clause];
    let mut nodes = Vec::new();
    exec.bindings.truths(&every.subject, &mut |truth| {
        let left = bits(left(exec, &narrowing.partial, truth));
        nodes.extend(left.filter_map(|bit| exec.bindings.member_node(truth, bit)));
        true
    });
    nodes
}

/// The nodes to which every node of the list is related; `None` if the list is empty.
fn common_successors(
    exec: &Execution<'_>,
    relation: usize,
    from: Vec<NodeId>,
) -> Option<Rc<[NodeId]>> {
    if let Some(closure) = relation::closure(&exec.bindings, relation) {
        let mut sets = from.iter().map(|&node| closure.row(usize::from(node)));
        let mut common = NodeSet::from(sets.next()?);
        sets.for_each(|set| common.intersect(set));
        if common.is_empty() {
            return Some(Rc::from([]));
        }
    }
    let mut reaches =
        { from.into_iter() }.map(|from| relation::related(&exec.bindings, relation, from));
    let first = reaches.next()?;
    let others: Vec<_> = reaches.collect();
    let common = first
        .iter()
        .filter(|to| others.iter().all(|r| r.contains(*to)));
    Some(common.collect())
}

/// The shortest list of possible nodes that a condition or a clause gives for the variable. `None`
/// if the variable has no value.
fn domain(exec: &Execution<'_>, var: Var, narrow: &[Constraint]) -> Option<List> {
    let bindings = &exec.bindings;
    let mut shortest: Option<List> = None;
    let mut offer = |list: List| {
        if { shortest.as_ref() }.is_none_or(|known| list.len() < known.len()) {
            shortest = Some(list);
        }
    };
    for condition in exec.conditions(narrow) {
        match condition {
            Condition::Relation(relation, a, b) if *b == var && *a != var => {
                let from = bindings.node(*a)?;
                offer(List::Reached(relation::related(bindings, *relation, from)));
            }
            Condition::Excludes(a, b) if a != b => {
                let other = bindings.node(if *a == var { *b } else { *a })?;
                offer(List::Nodes(
                    bindings.with_nodes(|nodes| nodes.excluded(bindings.tables, other)),
                ));
            }
            Condition::In(a, b) if *a == var => {
                if let Some(list) = nodes_in(exec, *b) {
                    offer(list);
                }
            }
            Condition::Whole { node, digit, cells } if *node == var => {
                let whole = bindings.whole(*digit, *cells)?;
                offer(List::Nodes(bindings.node_of(&whole).into_iter().collect()));
            }
            _ => {}
        }
    }
    for narrowing in leftovers(narrow) {
        let left = || left_nodes(exec, narrowing);
        if !narrowing.is_alone {
            // If a clause leaves over as many candidates as it has free alternatives, each free
            // alternative is a leftover candidate.
            if let Capacity::Candidates(capacity) = narrowing.partial.capacity
                && let left = left()
                && left.len() == capacity as usize
            {
                offer(List::Nodes(left.into()));
            }
            continue;
        }
        match alternative(exec, narrowing) {
            Alternative::Relation(relation, _) => {
                if let Some(common) = common_successors(exec, *relation, left()) {
                    offer(List::Nodes(common));
                }
            }
            Alternative::Excludes(_) => {
                if let Some(&first) = left().first() {
                    offer(List::Nodes(
                        bindings.with_nodes(|nodes| nodes.excluded(bindings.tables, first)),
                    ));
                }
            }
            Alternative::Candidate(_) => {
                if let Some(&first) = left().first() {
                    let digit = bindings.node_at(first).digit;
                    offer(List::Nodes(
                        bindings.with_nodes(|nodes| nodes.of_digit(digit)),
                    ));
                }
            }
            _ => {}
        }
    }
    let all = || bindings.with_nodes(|nodes| (0..nodes.len() as NodeId).collect());
    Some(shortest.unwrap_or_else(|| List::Nodes(all())))
}

/// The nodes in a cell, of a digit or in a truth. The list may contain further nodes. `None` for
/// houses, which have too many nodes.
fn nodes_in(exec: &Execution<'_>, var: Var) -> Option<List> {
    let value = exec.bindings.get(var)?;
    exec.bindings.with_nodes(|nodes| {
        let mut of_digits = |mask: u32| -> Rc<[NodeId]> {
            if mask.is_power_of_two() {
                let digit = Digit::new(mask.trailing_zeros() as usize);
                return nodes.of_digit(digit);
            }
            let digits = bits(mask).map(Digit::new);
            let all = digits.flat_map(|d| nodes.of_digit(d).to_vec());
            all.collect()
        };
        let list = match *value {
            Value::Digits(mask) => of_digits(mask),
            Value::Candidates(digit, _) => of_digits(1 << digit.index()),
            Value::Cells(cells) => match cells.first() {
                Some(cell) if cells.len() == 1 => nodes.at_cell(cell),
                _ => {
                    let inside = |node: &NodeId| nodes.get(*node).cells.is_subset(&cells);
                    (0..nodes.len() as NodeId).filter(inside).collect()
                }
            },
            Value::Truth(group) => match exec.bindings.tables.kind(group) {
                GroupKind::Cell(cell) => nodes.at_cell(cell),
                GroupKind::House(_, digit) => of_digits(1 << digit.index()),
                GroupKind::Derived => {
                    let board = exec.bindings.position.board();
                    let digits = board.members(group).iter().map(|&c| board.digit_of(c));
                    of_digits(digits.fold(0, |mask, digit| mask | 1 << digit.index()))
                }
            },
            Value::Houses(_) | Value::Constraint(_) => return None,
        };
        Some(List::Nodes(list))
    })
}

/// Tries the truths that the variable can be.
pub fn truth_rows<'a>(
    exec: &mut Execution<'a>,
    var: Var,
    narrow: &[Constraint],
    row: &mut OnRow<'_, 'a>,
) {
    let board = exec.bindings.position.board().clone();
    let inside = exec
        .conditions(narrow)
        .find_map(|condition| match condition {
            Condition::In(a, b) if *b == var => exec.bindings.node(*a),
            _ => None,
        });
    let domain: Vec<Group> = match inside.map(|id| exec.bindings.node_at(id)) {
        // The truth contains the whole node, so it contains the node's first candidate.
        Some(node) => node.cells.first().map_or(Vec::new(), |cell| {
            let slots = board.all_slots(board.candidate(cell, node.digit)).iter();
            slots.map(|slot| slot.group).collect()
        }),
        None => board.groups().collect(),
    };
    for group in domain {
        if board.is_truth(group) && !exec.bindings.position.is_solved_group(group) {
            exec.try_value(var, Value::Truth(group), row);
        }
    }
}

fn leftovers(narrow: &[Constraint]) -> impl Iterator<Item = &LeftoverClause> {
    narrow.iter().filter_map(|constraint| match constraint {
        Constraint::Leftover(clause) => Some(clause),
        _ => None,
    })
}

/// The alternative that contains the next variable.
fn alternative<'a>(exec: &Execution<'a>, clause: &LeftoverClause) -> &'a Alternative {
    &exec.pattern.knowledge[clause.partial.clause].alternatives[clause.alternative]
}
