//! Binding variables that are bound to parts of the candidate graph: candidates, groups and truths.
//!
//! Takes a variable and what is bound already, gives what it can be. In a rule that says `p excludes t` and has bound `p`,
//! only what shares a link with `p` is tried as `t`; a truth that a clause speaks of is one that holds a candidate that is
//! bound, if there is one.

use std::rc::Rc;

use crate::grid::{Digit, Group, GroupKind, bits};
use crate::lang::ir::{Alternative, Conclusion, Condition, Subject, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::exec::search::Execution;
use crate::matcher::index::node_set::{NodeId, NodeSet};
use crate::matcher::index::nodes::Node;
use crate::matcher::index::value::Value;
use crate::matcher::plan::{Bind, Capacity, Narrowing, Partial};
use crate::matcher::relation::Reachable;

/// Nodes that a variable can be.
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

impl<'a, F: FnMut(&Bindings<'a>)> Execution<'a, F> {
    /// Tries the candidates, or groups, that the variable can be.
    pub(crate) fn candidates(&mut self, depth: usize) {
        let bind = &self.plan.steps[depth];
        let sort = self.bindings.sort(bind.var);
        let must_cover: Vec<Node> = (bind.narrowing.iter())
            .filter(|n| n.alone && matches!(self.alternative(n), Alternative::Candidate(_)))
            .flat_map(|narrowing| self.left_nodes(narrowing))
            .map(|id| self.bindings.node_at(id))
            .collect();
        let possible = self.possible_nodes(depth);
        if possible.as_ref().is_some_and(NodeSet::is_empty) {
            return;
        }
        let Some(domain) = self.node_domain(bind) else {
            return;
        };
        for at in 0..domain.len() {
            let id = domain.get(at);
            if possible.as_ref().is_some_and(|set| !set.contains(id)) {
                continue;
            }
            let node = self.bindings.node_at(id);
            let covers =
                |part: &Node| part.digit == node.digit && part.cells.is_subset(&node.cells);
            if node.is_of(sort) && must_cover.iter().all(covers) {
                self.try_value(depth, node.value());
            }
        }
    }

    /// The nodes that the variable can be, as far as that is known of all of them at once: from where a relation leads anywhere, or
    /// where it leads to.
    fn possible_nodes(&self, depth: usize) -> Option<NodeSet> {
        let bind = &self.plan.steps[depth];
        let conditions = bind.conditions.iter().map(|&c| &self.pattern.conditions[c]);
        let conclusions: &[Conclusion] = match self.plan.concludes_after == Some(depth) {
            true => &self.pattern.conclusions,
            false => &[],
        };
        let known = self
            .bindings
            .possible_nodes(bind.var, conditions, conclusions);
        known.or_else(|| {
            let begins = self.pattern.conditions.iter().find_map(|c| match c {
                Condition::Relation(relation, a, b)
                    if *a == bind.var && *b != bind.var && self.bindings.get(*b).is_none() =>
                {
                    Some(*relation)
                }
                _ => None,
            });
            let closure = self.bindings.cache.closure(&self.bindings, begins?)?;
            Some(closure.sources())
        })
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
    fn common_successors(&self, relation: usize, from: Vec<NodeId>) -> Option<Rc<[NodeId]>> {
        let cache = self.bindings.cache;
        if let Some(closure) = cache.closure(&self.bindings, relation) {
            let mut sets = from.iter().map(|&node| closure.row(usize::from(node)));
            let mut common = NodeSet::from(sets.next()?);
            sets.for_each(|set| common.intersect(set));
            if common.is_empty() {
                return Some(Rc::from([]));
            }
        }
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
                        bindings.with_nodes(|nodes| nodes.excluded(bindings.tables, other)),
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
                    if let Some(common) = self.common_successors(*relation, left()) {
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
                    Some(cell) if cells.len() == 1 => nodes.at_cell(cell),
                    _ => {
                        let inside = |node: &NodeId| nodes.get(*node).cells.is_subset(&cells);
                        (0..nodes.len() as NodeId).filter(inside).collect()
                    }
                },
                Value::Truth(group) => match self.bindings.tables.kind(group) {
                    GroupKind::Cell(cell) => nodes.at_cell(cell),
                    GroupKind::House(_, digit) => of_digits(1 << digit.index()),
                    GroupKind::Derived => {
                        let board = self.bindings.position.board();
                        let digits = board.members(group).iter().map(|&c| board.digit_of(c));
                        of_digits(digits.fold(0, |mask, digit| mask | 1 << digit.index()))
                    }
                },
                Value::Houses(_) => return None,
            };
            Some(List::Nodes(list))
        })
    }

    /// The open truths that have as few candidates as a clause about the variable says; `None` if none says so.
    fn small_truths(&self, bind: &Bind) -> Option<Vec<Group>> {
        let room = |partial: &Partial| match partial.capacity {
            Capacity::Candidates(most) => {
                let every = &self.pattern.knowledge[partial.clause];
                let is_own = every.subject == Subject::Truth(bind.var) && partial.bound.is_empty();
                is_own.then_some(most)
            }
            _ => None,
        };
        let most = bind.clauses.iter().filter_map(room).min()?;
        { self.bindings.position.few() }
            .truths(most as usize)
            .map(Iterator::collect)
    }

    /// Tries the truths that the variable can be.
    pub(crate) fn truths(&mut self, depth: usize) {
        let bind = &self.plan.steps[depth];
        let board = self.bindings.position.board().clone();
        let inside = (bind.conditions.iter()).find_map(|&c| match &self.pattern.conditions[c] {
            Condition::In(a, b) if *b == bind.var => self.bindings.node(*a),
            _ => None,
        });
        let domain: Vec<Group> = match inside.map(|id| self.bindings.node_at(id)) {
            // Whatever holds a node holds its first candidate.
            Some(node) => node.cells.first().map_or(Vec::new(), |cell| {
                let slots = board.all_slots(board.candidate(cell, node.digit)).iter();
                slots.map(|slot| slot.group).collect()
            }),
            None => self
                .small_truths(bind)
                .unwrap_or_else(|| board.groups().collect()),
        };
        for group in domain {
            if board.is_truth(group) && !self.bindings.position.is_solved_group(group) {
                self.try_value(depth, Value::Truth(group));
            }
        }
    }
}
