//! Binding variables that are bound to parts of the candidate graph: candidates, groups and truths.

use super::env::{Env, Value};
use super::plan::{Bind, Narrowing};
use super::relations::{Node, NodeId};
use super::run::Run;
use crate::grid::{Digit, Group, GroupKind, bits};
use crate::lang::ir::{Alternative, Condition, Var};

impl<'a, F: FnMut(&Env<'a>)> Run<'a, F> {
    /// Tries the candidates, or groups, that the variable can be.
    pub(super) fn candidates(&mut self, depth: usize) {
        let bind = &self.plan.steps[depth];
        let sort = self.env.sort(bind.var);
        let must_cover: Vec<Node> = (bind.narrowing.iter())
            .filter(|n| n.alone && matches!(self.alternative(n), Alternative::Candidate(_)))
            .flat_map(|narrowing| self.left_nodes(narrowing))
            .map(|id| self.env.node_at(id))
            .collect();
        let Some(domain) = self.node_domain(bind) else {
            return;
        };
        for id in domain {
            let node = self.env.node_at(id);
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
        self.env.truths(&every.subject, &mut |truth| {
            let left = bits(self.left(&narrowing.partial, truth));
            nodes.extend(left.filter_map(|bit| self.env.member_node(truth, bit)));
            true
        });
        nodes
    }

    /// A list that has every node that the variable can be: the shortest that a condition or a
    /// clause gives. `None` if it can be none.
    fn node_domain(&self, bind: &Bind) -> Option<Vec<NodeId>> {
        let env = &self.env;
        let mut shortest: Option<Vec<NodeId>> = None;
        let mut offer = |list: Vec<NodeId>| {
            if shortest
                .as_ref()
                .is_none_or(|known| list.len() < known.len())
            {
                shortest = Some(list);
            }
        };
        for condition in bind.conditions.iter().map(|&c| &self.pattern.conditions[c]) {
            match condition {
                Condition::Relation(relation, a, b) if *b == bind.var && *a != bind.var => {
                    let from = env.node(*a)?;
                    offer(env.facts.related(env, *relation, from).iter().collect());
                }
                Condition::Excludes(a, b) if a != b => {
                    let other = env.node(if *a == bind.var { *b } else { *a })?;
                    offer(env.with_nodes(|nodes| nodes.excluded(other).to_vec()));
                }
                Condition::In(a, b) if *a == bind.var => offer(self.nodes_in(*b)?),
                Condition::Whole { node, digit, cells } if *node == bind.var => {
                    let whole = env.whole(*digit, *cells)?;
                    offer(env.node_of(&whole).into_iter().collect());
                }
                _ => {}
            }
        }
        for narrowing in bind.narrowing.iter().filter(|n| n.alone) {
            let left = || self.left_nodes(narrowing);
            match self.alternative(narrowing) {
                Alternative::Relation(relation, _) => {
                    let all = left().into_iter();
                    let mut reaches = all.map(|from| env.facts.related(env, *relation, from));
                    if let Some(first) = reaches.next() {
                        let others: Vec<_> = reaches.collect();
                        let common = first
                            .iter()
                            .filter(|to| others.iter().all(|r| r.contains(*to)));
                        offer(common.collect());
                    }
                }
                Alternative::Excludes(_) => {
                    if let Some(&first) = left().first() {
                        offer(env.with_nodes(|nodes| nodes.excluded(first).to_vec()));
                    }
                }
                Alternative::Candidate(_) => {
                    if let Some(&first) = left().first() {
                        let digit = env.node_at(first).digit;
                        offer(env.with_nodes(|nodes| nodes.of_digit(digit).to_vec()));
                    }
                }
                _ => {}
            }
        }
        if let Some(shortest) = shortest {
            return Some(shortest);
        }
        let begins = |c: &Condition| match c {
            Condition::Relation(relation, a, _) if *a == bind.var => Some(*relation),
            _ => None,
        };
        let begun = self.pattern.conditions.iter().find_map(begins);
        let firsts = begun.and_then(|relation| env.facts.firsts(env, relation));
        let all = || env.with_nodes(|nodes| (0..nodes.len() as NodeId).collect());
        Some(firsts.unwrap_or_else(all))
    }

    /// The nodes in a cell, of a digit, or in a truth; a list that may have more.
    fn nodes_in(&self, var: Var) -> Option<Vec<NodeId>> {
        let of_digits = |mask: u32| {
            self.env.with_nodes(|nodes| {
                let digits = bits(mask).map(Digit::new);
                digits.flat_map(|d| nodes.of_digit(d).to_vec()).collect()
            })
        };
        let list = match *self.env.get(var)? {
            Value::Digits(mask) => of_digits(mask),
            Value::Candidates(digit, _) => of_digits(1 << digit.index()),
            Value::Cells(cells) => self.env.with_nodes(|nodes| {
                let single = |node: &NodeId| nodes.get(*node).cells.is_subset(&cells);
                let all = 0..nodes.len() as NodeId;
                match cells.first() {
                    Some(cell) if cells.len() == 1 => nodes.at_cell(cell).to_vec(),
                    _ => all.filter(single).collect(),
                }
            }),
            Value::Truth(group) => match self.env.tables.kind(group) {
                GroupKind::Cell(cell) => self.env.with_nodes(|nodes| nodes.at_cell(cell).to_vec()),
                GroupKind::House(_, digit) => of_digits(1 << digit.index()),
            },
            Value::Houses(_) => self
                .env
                .with_nodes(|nodes| (0..nodes.len() as NodeId).collect()),
        };
        Some(list)
    }

    /// Tries the truths that the variable can be.
    pub(super) fn truths(&mut self, depth: usize) {
        let bind = &self.plan.steps[depth];
        let board = self.env.position.board().clone();
        let inside = (bind.conditions.iter()).find_map(|&c| match &self.pattern.conditions[c] {
            Condition::In(a, b) if *b == bind.var => self.env.node(*a),
            _ => None,
        });
        let domain: Vec<Group> = match inside.map(|id| self.env.node_at(id)) {
            // Whatever holds a node holds its first candidate.
            Some(node) => node.cells.first().map_or(Vec::new(), |cell| {
                let slots = board.slots(board.candidate(cell, node.digit)).iter();
                slots.map(|slot| slot.group).collect()
            }),
            None => board.groups().collect(),
        };
        for group in domain {
            if board.is_truth(group) && !self.env.position.is_solved_group(group) {
                self.try_value(depth, Value::Truth(group));
            }
        }
    }
}
