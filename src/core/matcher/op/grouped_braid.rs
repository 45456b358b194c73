//! Braids in which a truth may force a group: "one of these two 7s in row 3".
//!
//! The search starts from a target and lists the truths and the groups that they force, until a
//! truth is empty. Each set of forced groups is tried in one order only, that of the agenda.

use std::collections::{BTreeMap, BTreeSet};

use crate::grid::{Board, Candidate, Group, State, bits};
use crate::propagate::{Propagator, Reason, crossings};

/// Index of a node: a candidate, or a group that is forced as one.
type NodeNumber = usize;

/// A forced node and its truth.
type Forced = (NodeNumber, Group);

/// A refutation: the forced groups with their truths, and the truth that is empty at the end.
pub type GroupedRefutation = (Vec<(Vec<Candidate>, Group)>, Group);

/// A position, prepared for the search.
pub struct GroupedBraids<'b> {
    board: &'b Board,
    propagator: Propagator,
    /// By group of the board: true if it is an unsolved truth.
    takes_part: Vec<bool>,
    /// The candidates of each node, and the nodes by their candidates.
    nodes: Vec<Vec<Candidate>>,
    by_candidates: BTreeMap<Vec<Candidate>, NodeNumber>,
    /// By group of the board: the groups in it that can be forced.
    parts: Vec<Vec<(u32, NodeNumber)>>,
    /// The nodes that truths force before any assumption.
    at_once: Vec<Forced>,
}

impl<'b> GroupedBraids<'b> {
    /// Prepares the truths of a state.
    pub fn new(board: &'b Board, state: &State, truths: &[Group]) -> GroupedBraids<'b> {
        let mut braids = GroupedBraids {
            board,
            propagator: Propagator::default(),
            takes_part: vec![false; board.group_count()],
            nodes: Vec::new(),
            by_candidates: BTreeMap::new(),
            parts: vec![Vec::new(); board.group_count()],
            at_once: Vec::new(),
        };
        braids.propagator.start(board, state);
        for &truth in truths {
            braids.takes_part[truth.index()] = true;
            for candidate in state.domain(board, truth) {
                braids.node(vec![candidate]);
            }
            let members = board.members(truth);
            for part in crossings(board, state, truth) {
                let node = braids.node(bits(part).map(|i| members[i]).collect());
                braids.parts[truth.index()].push((part, node));
            }
        }
        for &truth in truths {
            let forced = braids.forced(truth).into_iter();
            braids.at_once.extend(forced.map(|node| (node, truth)));
        }
        braids
    }

    fn node(&mut self, candidates: Vec<Candidate>) -> NodeNumber {
        let next = self.nodes.len();
        let node = *self.by_candidates.entry(candidates.clone()).or_insert(next);
        if node == next {
            self.nodes.push(candidates);
        }
        node
    }

    /// The nodes that a truth forces with its remaining candidates.
    fn forced(&self, truth: Group) -> Vec<NodeNumber> {
        let left = self.propagator.state().mask(truth);
        match self.propagator.state().single(self.board, truth) {
            Some(single) => vec![self.by_candidates[&vec![single]]],
            None => (self.parts[truth.index()].iter())
                .filter(|(part, _)| left != 0 && left & !part == 0)
                .map(|&(_, node)| node)
                .collect(),
        }
    }

    /// Searches for at most `most` forced groups that empty a truth.
    pub fn refute(&mut self, target: Candidate, most: usize) -> Option<GroupedRefutation> {
        let &start = self.by_candidates.get(&vec![target])?;
        let mut agenda = self.at_once.clone();
        let mut chosen = Vec::new();
        let (emptied, _) = self.hold(start, Some(&mut agenda));
        let emptied = emptied.or_else(|| self.extend(&mut agenda, 0, most, &mut chosen));
        self.propagator.clear(self.board);
        let named = |(node, by): Forced| (self.nodes[node].clone(), by);
        Some((chosen.into_iter().map(named).collect(), emptied?))
    }

    /// Chooses the next forced node, from a place in the agenda on.
    fn extend(
        &mut self,
        agenda: &mut Vec<Forced>,
        from: usize,
        most: usize,
        chosen: &mut Vec<Forced>,
    ) -> Option<Group> {
        if chosen.len() == most {
            return None;
        }
        let mut next = from;
        while next < agenda.len() {
            let (node, truth) = agenda[next];
            next += 1;
            if chosen.iter().any(|&(n, v)| n == node || v == truth) {
                continue;
            }
            let (length, before) = (agenda.len(), self.propagator.mark());
            chosen.push((node, truth));
            // The consequences of the last choice are never used.
            let noted = (chosen.len() < most).then_some(&mut *agenda);
            let (emptied, is_new) = self.hold(node, noted);
            let mut emptied = emptied.filter(|empty| chosen.iter().all(|(_, by)| by != empty));
            if emptied.is_none() && is_new {
                emptied = self.extend(agenda, next, most, chosen);
            }
            self.propagator.back(self.board, before);
            agenda.truncate(length);
            if emptied.is_some() {
                return emptied;
            }
            chosen.pop();
        }
        None
    }

    /// Eliminates the candidates that a node excludes, and adds newly forced nodes to the agenda.
    /// Returns an empty truth, if there is one, and whether any candidate was eliminated.
    fn hold(
        &mut self,
        node: NodeNumber,
        agenda: Option<&mut Vec<Forced>>,
    ) -> (Option<Group>, bool) {
        let position = self.propagator.literals().len();
        (self.propagator).assume_one_of(self.board, &self.nodes[node], Reason::Assumed);
        let excluded = self.propagator.excluded_by(position).iter();
        let slots = excluded.flat_map(|&c| self.board.all_slots(c));
        let touched: BTreeSet<Group> = slots
            .map(|slot| slot.group)
            .filter(|group| self.takes_part[group.index()])
            .collect();
        if let Some(agenda) = agenda {
            for &truth in &touched {
                for node in self.forced(truth) {
                    if !agenda.contains(&(node, truth)) {
                        agenda.push((node, truth));
                    }
                }
            }
        }
        let emptied = touched.iter().find(|&&t| self.propagator.is_empty(t));
        (emptied.copied(), !touched.is_empty())
    }
}
