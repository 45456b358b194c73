//! Binding variables that are bound to parts of the candidate graph: candidates, groups and truths.
//!
//! Takes a variable and what is bound already, gives what it can be. In a rule that says `p excludes t` and has bound `p`,
//! only what shares a link with `p` is tried as `t`; a truth that a clause speaks of is one that holds a candidate that is
//! bound, if there is one.

use std::rc::Rc;

use super::bindings::Bindings;
use super::plan::{Bind, Capacity, Narrowing};
use super::relations::{Node, NodeId, Reach};
use super::run::Run;
use super::value::Value;
use crate::grid::{Digit, Group, GroupKind, bits};
use crate::lang::ir::{Alternative, Condition, Var};

/// Nodes that a variable can be.
enum List {
    Nodes(Rc<[NodeId]>),
    Reached(Rc<Reach>),
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

impl<'a, F: FnMut(&Bindings<'a>)> Run<'a, F> {
    /// Tries the candidates, or groups, that the variable can be.
    pub(super) fn candidates(&mut self, depth: usize) {
        let bind = &self.plan.steps[depth];
        let sort = self.bindings.sort(bind.var);
        let must_cover: Vec<Node> = (bind.narrowing.iter())
            .filter(|n| n.alone && matches!(self.alternative(n), Alternative::Candidate(_)))
            .flat_map(|narrowing| self.left_nodes(narrowing))
            .map(|id| self.bindings.node_at(id))
            .collect();
        let Some(domain) = self.node_domain(bind) else {
            return;
        };
        for at in 0..domain.len() {
            let node = self.bindings.node_at(domain.get(at));
            let covers =
                |part: &Node| part.digit == node.digit && part.cells.is_subset(&node.cells);
            if node.is_of(sort) && must_cover.iter().all(covers) {
                self.try_value(depth, node.value());
            }
        }
    }

    /// The candidates that a clause leaves over.
    fn left_nodes(&self, narrowing: &Narrowing) -> Vec<NodeId> {
        let every = &self.pattern.knowledge[narrowing.partial.clause];
        let mut nodes = Vec::new();
        self.bindings.truths(&every.subject, &mut |truth| {
            let left = bits(self.left(&narrowing.partial, truth));
            nodes.extend(left.filter_map(|bit| self.bindings.member_node(truth, bit)));
            true
        });
        nodes
    }

    /// What all of these nodes are related to; `None` if there are none of them.
    fn reached_by_all(&self, relation: usize, from: Vec<NodeId>) -> Option<Rc<[NodeId]>> {
        let cache = self.bindings.cache;
        let mut reaches =
            { from.into_iter() }.map(|from| cache.related(&self.bindings, relation, from));
        let first = reaches.next()?;
        let others: Vec<_> = reaches.collect();
        let common = first
            .iter()
            .filter(|to| others.iter().all(|r| r.contains(*to)));
        Some(common.collect())
    }

    /// A list that has every node that the variable can be: the shortest that a condition or a
    /// clause gives. `None` if it can be none.
    fn node_domain(&self, bind: &Bind) -> Option<List> {
        let bindings = &self.bindings;
        let mut shortest: Option<List> = None;
        let mut offer = |list: List| {
            if { shortest.as_ref() }.is_none_or(|known| list.len() < known.len()) {
                shortest = Some(list);
            }
        };
        for condition in bind.conditions.iter().map(|&c| &self.pattern.conditions[c]) {
            match condition {
                Condition::Relation(relation, a, b) if *b == bind.var && *a != bind.var => {
                    let from = bindings.node(*a)?;
                    offer(List::Reached(
                        bindings.cache.related(bindings, *relation, from),
                    ));
                }
                Condition::Excludes(a, b) if a != b => {
                    let other = bindings.node(if *a == bind.var { *b } else { *a })?;
                    offer(List::Nodes(
                        bindings.with_nodes(|nodes| nodes.excluded(other)),
                    ));
                }
                Condition::In(a, b) if *a == bind.var => {
                    if let Some(list) = self.nodes_in(*b) {
                        offer(list);
                    }
                }
                Condition::Whole { node, digit, cells } if *node == bind.var => {
                    let whole = bindings.whole(*digit, *cells)?;
                    offer(List::Nodes(bindings.node_of(&whole).into_iter().collect()));
                }
                _ => {}
            }
        }
        for narrowing in &bind.narrowing {
            let left = || self.left_nodes(narrowing);
            if !narrowing.alone {
                // As many as there is room for: each of the others has to be one of them.
                if let Capacity::Candidates(capacity) = narrowing.partial.capacity
                    && let left = left()
                    && left.len() == capacity as usize
                {
                    offer(List::Nodes(left.into()));
                }
                continue;
            }
            match self.alternative(narrowing) {
                Alternative::Relation(relation, _) => {
                    if let Some(common) = self.reached_by_all(*relation, left()) {
                        offer(List::Nodes(common));
                    }
                }
                Alternative::Excludes(_) => {
                    if let Some(&first) = left().first() {
                        offer(List::Nodes(
                            bindings.with_nodes(|nodes| nodes.excluded(first)),
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

    /// The nodes in a cell, of a digit, or in a truth; a list that may have more. Houses have too
    /// many.
    fn nodes_in(&self, var: Var) -> Option<List> {
        let value = self.bindings.get(var)?;
        self.bindings.with_nodes(|nodes| {
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
                    Some(cell) if cells.len() == 1 => nodes.at_cell(cell).clone(),
                    _ => {
                        let inside = |node: &NodeId| nodes.get(*node).cells.is_subset(&cells);
                        (0..nodes.len() as NodeId).filter(inside).collect()
                    }
                },
                Value::Truth(group) => match self.bindings.tables.kind(group) {
                    GroupKind::Cell(cell) => nodes.at_cell(cell).clone(),
                    GroupKind::House(_, digit) => of_digits(1 << digit.index()),
                },
                Value::Houses(_) => return None,
            };
            Some(List::Nodes(list))
        })
    }

    /// Tries the truths that the variable can be.
    pub(super) fn truths(&mut self, depth: usize) {
        let bind = &self.plan.steps[depth];
        let board = self.bindings.position.board().clone();
        let inside = (bind.conditions.iter()).find_map(|&c| match &self.pattern.conditions[c] {
            Condition::In(a, b) if *b == bind.var => self.bindings.node(*a),
            _ => None,
        });
        let domain: Vec<Group> = match inside.map(|id| self.bindings.node_at(id)) {
            // Whatever holds a node holds its first candidate.
            Some(node) => node.cells.first().map_or(Vec::new(), |cell| {
                let slots = board.slots(board.candidate(cell, node.digit)).iter();
                slots.map(|slot| slot.group).collect()
            }),
            None => board.groups().collect(),
        };
        for group in domain {
            if board.is_truth(group) && !self.bindings.position.is_solved_group(group) {
                self.try_value(depth, Value::Truth(group));
            }
        }
    }
}
