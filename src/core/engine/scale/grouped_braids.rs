//! Braids and whips with groups: gB and gW.
//!
//! The rating is the smallest n such that braids (whips) of length up to n solve the state, where a
//! truth may also force a group of candidates. If row 3 has its 7s in box 1 and in r3c9, and r3c9
//! is excluded, "one of the 7s in row 3 and box 1" holds and excludes the other 7s of the box. Such
//! a group is two or more live candidates of a digit where two houses meet.
//!
//! Braids without groups are tried first, because they are much faster. Before the search for a
//! target, all possible consequences are computed in waves. Each wave stands for one truth. If no
//! truth is empty after the last wave, no braid is short enough.

use crate::grid::{Board, Candidate, Group, State, bits};
use crate::propagate::{Propagation, RefutationKind, Stop, crossings};

/// A refutation with literals that may be groups.
pub type GroupedPropagation = Propagation<Vec<Candidate>>;

/// A candidate, or a group of a digit in the crossing of two houses, that can be forced.
struct ForcedNode {
    members: Vec<Candidate>,
    /// The excluded candidates.
    excludes: Vec<Candidate>,
}

/// A truth, and the index of the node that it forces.
type Forcing = (Group, usize);

/// A truth of a whip.
struct WhipStep {
    /// The candidate of the truth by which the whip continues.
    by: Candidate,
    truth: Group,
    node: usize,
}

/// A state prepared for the search.
pub(super) struct GroupedSearch<'b> {
    board: &'b Board,
    kind: RefutationKind,
    nodes: Vec<ForcedNode>,
    /// For each unsettled truth, the groups in it that can be forced.
    parts: Vec<Option<Vec<(u32, usize)>>>,
    truths: Vec<Group>,
    stop: Stop,
}

/// Maximum length of refutations. Longer ones have never been needed on a board of nine digits.
pub(super) const MAX_GROUPED_LENGTH: usize = 48;

impl<'b> GroupedSearch<'b> {
    pub(super) fn new(
        board: &'b Board,
        state: &State,
        kind: RefutationKind,
        stop: &Stop,
    ) -> GroupedSearch<'b> {
        let mut search = GroupedSearch {
            board,
            kind,
            nodes: Vec::new(),
            parts: vec![None; board.group_count()],
            truths: Vec::new(),
            stop: stop.clone(),
        };
        let all = (0..board.candidate_count()).map(Candidate::new);
        search.nodes = all
            .map(|candidate| match state.is_live(board, candidate) {
                true => ForcedNode::of(board, state, vec![candidate]),
                false => ForcedNode {
                    members: Vec::new(),
                    excludes: Vec::new(),
                },
            })
            .collect();
        for truth in board.groups() {
            let live = state.mask(truth);
            if !board.is_truth(truth) || live.is_power_of_two() {
                continue;
            }
            let members = board.members(truth);
            let mut parts = Vec::new();
            for part in crossings(board, state, truth) {
                let group: Vec<Candidate> = bits(part).map(|i| members[i]).collect();
                parts.push((part, search.nodes.len()));
                search.nodes.push(ForcedNode::of(board, state, group));
            }
            search.parts[truth.index()] = Some(parts);
            search.truths.push(truth);
        }
        search
    }

    /// The first refutation of at most this length. Targets are tried from the index `begin` on.
    pub(super) fn find(
        &self,
        state: &State,
        length: usize,
        begin: usize,
    ) -> Option<GroupedPropagation> {
        let open = |c: &Candidate| {
            let cell = self.board.cell_group(self.board.cell_of(*c));
            !state.mask(cell).is_power_of_two()
        };
        let mut targets: Vec<Candidate> = state.candidates(self.board).filter(open).collect();
        let count = targets.len();
        targets.rotate_left(begin.min(count));
        targets.into_iter().find_map(|target| {
            let mut now = state.clone();
            let gone = self.hold(&mut now, target.index());
            if self.stop.now() || !self.may_end(&now, &gone, length) {
                return None;
            }
            let (mut braid, mut whip) = (Vec::new(), Vec::new());
            let empty = match self.kind {
                RefutationKind::Braid => {
                    let mut agenda = Vec::new();
                    self.note(&now, &gone, &mut agenda);
                    self.braid(&now, &agenda, 0, &mut braid, length)?
                }
                RefutationKind::Whip => self.whip(&now, &gone, &mut whip, length)?,
            };
            braid.extend(whip.into_iter().map(|step| (step.truth, step.node)));
            let forced = braid.into_iter();
            Some(GroupedPropagation {
                target,
                forced: forced
                    .map(|(truth, node)| (self.nodes[node].members.clone(), truth))
                    .collect(),
                empty,
            })
        })
    }

    /// Assumes a node true. Returns the eliminated candidates.
    fn hold(&self, state: &mut State, node: usize) -> Vec<Candidate> {
        let excludes = self.nodes[node].excludes.iter().copied();
        let live = |c: &Candidate| state.is_live(self.board, *c);
        let gone: Vec<Candidate> = excludes.filter(live).collect();
        for &candidate in &gone {
            state.eliminate(self.board, candidate);
        }
        gone
    }

    /// The nodes that a truth forces with its remaining candidates.
    fn forced<'s>(&'s self, state: &State, truth: Group) -> impl Iterator<Item = usize> + 's {
        let left = state.mask(truth);
        let single = match left.is_power_of_two() {
            true => Some(self.board.members(truth)[left.trailing_zeros() as usize].index()),
            false => None,
        };
        let parts = self.parts[truth.index()].as_deref().unwrap_or_default();
        let parts = parts
            .iter()
            .filter(move |(part, _)| left != 0 && left & !part == 0);
        let groups = parts
            .map(|&(_, node)| node)
            .filter(move |_| single.is_none());
        single.into_iter().chain(groups)
    }

    /// The participating truths that lost a candidate.
    fn touched(&self, gone: &[Candidate]) -> Vec<Group> {
        let mut touched: Vec<Group> = Vec::new();
        for slot in gone.iter().flat_map(|&c| self.board.slots(c)) {
            if self.parts[slot.group.index()].is_some() && !touched.contains(&slot.group) {
                touched.push(slot.group);
            }
        }
        touched
    }

    /// The first empty truth.
    fn empty(state: &State, touched: &[Group]) -> Option<Group> {
        { touched.iter().copied() }.find(|&truth| state.mask(truth) == 0)
    }

    /// Whether a refutation with `budget` more truths is possible, including the empty truth.
    fn may_end(&self, state: &State, gone: &[Candidate], budget: usize) -> bool {
        let mut state = state.clone();
        let mut touched = self.touched(gone);
        // The truths that can force a node before any elimination.
        let mut ready: Vec<Group> = self.truths.clone();
        for _ in 1..budget {
            if Self::empty(&state, &touched).is_some() {
                return true;
            }
            let mut all = Vec::new();
            let forced: Vec<usize> = (ready.iter())
                .flat_map(|&truth| self.forced(&state, truth))
                .collect();
            for node in forced {
                all.extend(self.hold(&mut state, node));
            }
            if all.is_empty() {
                return false;
            }
            touched = self.touched(&all);
            ready.clone_from(&touched);
        }
        Self::empty(&state, &touched).is_some()
    }

    /// Adds the nodes that truths now force.
    fn note(&self, state: &State, gone: &[Candidate], agenda: &mut Vec<Forcing>) {
        for truth in self.touched(gone) {
            for node in self.forced(state, truth) {
                if !agenda.contains(&(truth, node)) {
                    agenda.push((truth, node));
                }
            }
        }
    }

    /// Finds a braid that ends within `budget` more truths, all different from those used. Returns
    /// its empty truth and adds its truths to `used`. Skipped entries of the agenda stay unused.
    fn braid(
        &self,
        state: &State,
        agenda: &[Forcing],
        from: usize,
        used: &mut Vec<Forcing>,
        budget: usize,
    ) -> Option<Group> {
        let is_used = |used: &[Forcing], truth: Group| used.iter().any(|(own, _)| *own == truth);
        let mut unused = self.truths.iter().filter(|truth| !is_used(used, **truth));
        if let Some(&empty) = unused.find(|&&truth| state.mask(truth) == 0) {
            return Some(empty);
        }
        if budget < 2 || self.stop.now() {
            return None;
        }
        for (at, &(truth, node)) in agenda.iter().enumerate().skip(from) {
            let mut now = state.clone();
            if is_used(used, truth) {
                continue;
            }
            let gone = self.hold(&mut now, node);
            if gone.is_empty() || !self.may_end(&now, &gone, budget - 1) {
                continue;
            }
            let mut longer = agenda.to_vec();
            self.note(&now, &gone, &mut longer);
            used.push((truth, node));
            let empty = self.braid(&now, &longer, at + 1, used, budget - 1);
            if empty.is_some() {
                return empty;
            }
            used.pop();
        }
        None
    }

    /// Finds a whip that ends within `budget` more truths. Returns its empty truth and adds its
    /// steps to `before`. Each truth is new. The whip reaches it through a candidate that the
    /// previous node excludes, and uses each such candidate only once.
    fn whip(
        &self,
        state: &State,
        gone: &[Candidate],
        before: &mut Vec<WhipStep>,
        budget: usize,
    ) -> Option<Group> {
        let mut touched = self.touched(gone);
        touched.retain(|truth| before.iter().all(|step| step.truth != *truth));
        let empty = Self::empty(state, &touched);
        if empty.is_some() || budget < 2 || self.stop.now() {
            return empty;
        }
        for step in self.nexts(state, gone, before) {
            let mut now = state.clone();
            let went = self.hold(&mut now, step.node);
            if !self.may_end(&now, &went, budget - 1) {
                continue;
            }
            // A whip may continue through a candidate that was already eliminated.
            let linked = &self.nodes[step.node].excludes;
            before.push(step);
            let empty = self.whip(&now, linked, before, budget - 1);
            if empty.is_some() {
                return empty;
            }
            before.pop();
        }
        None
    }

    /// The possible continuations of a whip.
    fn nexts(&self, state: &State, gone: &[Candidate], before: &[WhipStep]) -> Vec<WhipStep> {
        let mut nexts: Vec<WhipStep> = Vec::new();
        let served = |by: &Candidate| before.iter().any(|step| step.by == *by);
        let used = |truth: &Group| before.iter().any(|step| step.truth == *truth);
        for &by in gone.iter().filter(|by| !served(by)) {
            for truth in self.touched(&[by]).into_iter().filter(|t| !used(t)) {
                for node in self.forced(state, truth) {
                    if !nexts.iter().any(|step| step.node == node) {
                        nexts.push(WhipStep { by, truth, node });
                    }
                }
            }
        }
        nexts
    }
}

impl ForcedNode {
    /// A node with the live candidates that it excludes: candidates that share a link with all
    /// members.
    fn of(board: &Board, state: &State, members: Vec<Candidate>) -> ForcedNode {
        let mut excludes: Vec<Candidate> = Vec::new();
        for slot in board.slots(members[0]) {
            let linked = board.members(slot.group);
            if !members.iter().all(|member| linked.contains(member)) {
                continue;
            }
            for candidate in state.domain(board, slot.group) {
                if !members.contains(&candidate) && !excludes.contains(&candidate) {
                    excludes.push(candidate);
                }
            }
        }
        ForcedNode { members, excludes }
    }
}
