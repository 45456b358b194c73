//! Braids and whips with groups: gB and gW.
//!
//! The rating is the smallest n such that braids (whips) of length up to n solve the state, where a
//! truth may also force several candidates as one. If row 3 has its 7s in box 1 and in r3c9, and
//! r3c9 is excluded, "one of the 7s in row 3 and box 1" holds and excludes the other 7s of the box.
//! Such a group is two or more live candidates of a digit where two houses meet.
//!
//! Braids without groups are tried first, because they are much faster. Before a target is
//! followed, all its possible consequences are computed in waves. If no truth is empty after as
//! many waves as there are truths left, no braid is short enough.

use crate::grid::{Board, Candidate, Group, GroupKind, State, bits};
use crate::propagate::{RefutationKind, Refuter, Singles, Stop};

use super::rating::{Rating, WhipOrder};

/// A candidate, or a group of a digit where two houses meet, that can be forced as one.
struct ForcedNode {
    /// The candidates that it excludes.
    excludes: Vec<Candidate>,
}

/// A truth, and the index of the node that it forces.
type Forcing = (Group, usize);

/// A state prepared for the search.
struct GroupedSearch<'b> {
    board: &'b Board,
    kind: RefutationKind,
    nodes: Vec<ForcedNode>,
    /// For each unsettled truth, its parts that can be forced as one.
    parts: Vec<Option<Vec<(u32, usize)>>>,
    truths: Vec<Group>,
    stop: Stop,
}

/// Rates a state by braids or whips with groups.
pub fn rate(board: &Board, start: &State, kind: RefutationKind, stop: &Stop) -> Rating {
    rate_in(WhipOrder::default(), board, start, kind, stop)
}

/// Rates a state by braids or whips with groups, with whips in another order.
pub fn rate_in(
    mut order: WhipOrder,
    board: &Board,
    start: &State,
    kind: RefutationKind,
    stop: &Stop,
) -> Rating {
    let mut state = start.clone();
    rate_within(&mut order, board, &mut state, kind, usize::MAX, stop)
}

/// Rates a state by braids or whips with groups up to a length. The state becomes the one in which
/// the rating ends.
pub(super) fn rate_within(
    order: &mut WhipOrder,
    board: &Board,
    state: &mut State,
    kind: RefutationKind,
    limit: usize,
    stop: &Stop,
) -> Rating {
    let mut singles = Singles::default();
    let mut refuter = Refuter::default();
    refuter.stop_when(stop.clone());
    singles.expect_all(state);
    let mut rating = 0;
    loop {
        if let Err(empty) = singles.settle(board, state, |_, _| ()) {
            return Rating::Impossible(empty);
        }
        refuter.read(board, state);
        if refuter.is_solved() {
            return Rating::Solved(rating);
        }
        // Whips are taken in order, the simplest first. Braids have no order: all plain ones up to
        // the current length go before groups.
        let first = match kind {
            RefutationKind::Braid => rating.max(1),
            RefutationKind::Whip => 1,
        };
        let count = refuter.target_count();
        let begin = order.start(count);
        let mut find = |length: usize| {
            let mut parts = [begin..count, 0..begin].into_iter();
            parts.find_map(|part| refuter.find(board, kind, length, part))
        };
        let plain = (1..first).find_map(&mut find);
        let mut search = None;
        let mut length = first;
        let target = loop {
            if let Some((_, refutation)) = &plain {
                break refutation.target;
            }
            if let Some((_, refutation)) = find(length) {
                break refutation.target;
            }
            // Groups do not help where a single truth refutes.
            if length >= 2 {
                let search =
                    search.get_or_insert_with(|| GroupedSearch::new(board, state, kind, stop));
                if let Some(target) = search.find(state, length, begin) {
                    break target;
                }
            }
            if stop.now() {
                return Rating::Stopped(rating.max(length));
            }
            if length >= limit || length > MAX_GROUPED_LENGTH {
                return Rating::Unsolved;
            }
            length += 1;
        };
        rating = rating.max(length);
        singles.eliminate(board, state, target);
    }
}

/// Maximum length of refutations. Longer ones have never been needed on a board of nine digits.
const MAX_GROUPED_LENGTH: usize = 48;

impl<'b> GroupedSearch<'b> {
    fn new(
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
            .map(|candidate| ForcedNode {
                excludes: match state.is_live(board, candidate) {
                    true => excluded(board, state, &[candidate]),
                    false => Vec::new(),
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
                search.nodes.push(ForcedNode {
                    excludes: excluded(board, state, &group),
                });
            }
            search.parts[truth.index()] = Some(parts);
            search.truths.push(truth);
        }
        search
    }

    /// The first candidate that is refuted within this length, from index `begin` on.
    fn find(&mut self, state: &State, length: usize, begin: usize) -> Option<Candidate> {
        let open = |c: &Candidate| {
            let cell = self.board.cell_group(self.board.cell_of(*c));
            !state.mask(cell).is_power_of_two()
        };
        let mut targets: Vec<Candidate> = state.candidates(self.board).filter(open).collect();
        let count = targets.len();
        targets.rotate_left(begin.min(count));
        targets.into_iter().find(|target| {
            let mut now = state.clone();
            let gone = self.hold(&mut now, target.index());
            if self.stop.now() || !self.may_end(&now, &gone, length) {
                return false;
            }
            match self.kind {
                RefutationKind::Braid => {
                    let mut agenda = Vec::new();
                    self.note(&now, &gone, &mut agenda);
                    self.braid(&now, &agenda, 0, &mut Vec::new(), length)
                }
                RefutationKind::Whip => self.whip(&now, &gone, &mut Vec::new(), length),
            }
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

    /// True if one of these truths is empty.
    fn is_empty(state: &State, touched: &[Group]) -> bool {
        touched.iter().any(|&truth| state.mask(truth) == 0)
    }

    /// Whether `budget` more truths, the empty one included, can be enough.
    fn may_end(&self, state: &State, gone: &[Candidate], budget: usize) -> bool {
        let mut state = state.clone();
        let mut touched = self.touched(gone);
        // The truths that can force a node without any elimination.
        let mut ready: Vec<Group> = self.truths.clone();
        for _ in 1..budget {
            if Self::is_empty(&state, &touched) {
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
        Self::is_empty(&state, &touched)
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

    /// Whether a braid ends here with `budget` more truths, all different from those used. Skipped
    /// entries of the agenda stay unused.
    fn braid(
        &self,
        state: &State,
        agenda: &[Forcing],
        from: usize,
        used: &mut Vec<Group>,
        budget: usize,
    ) -> bool {
        let is_new = |truth: &&Group| !used.contains(truth);
        if { self.truths.iter().filter(is_new) }.any(|&truth| state.mask(truth) == 0) {
            return true;
        }
        if budget < 2 || self.stop.now() {
            return false;
        }
        for (at, &(truth, node)) in agenda.iter().enumerate().skip(from) {
            let mut now = state.clone();
            if used.contains(&truth) {
                continue;
            }
            let gone = self.hold(&mut now, node);
            if gone.is_empty() || !self.may_end(&now, &gone, budget - 1) {
                continue;
            }
            let mut longer = agenda.to_vec();
            self.note(&now, &gone, &mut longer);
            used.push(truth);
            let found = self.braid(&now, &longer, at + 1, used, budget - 1);
            used.pop();
            if found {
                return true;
            }
        }
        false
    }

    /// Whether a whip ends here with `budget` more truths. Each is new, and is reached through a
    /// candidate that the previous node excludes and that was not used for this before.
    fn whip(
        &self,
        state: &State,
        gone: &[Candidate],
        before: &mut Vec<(Candidate, Group)>,
        budget: usize,
    ) -> bool {
        let mut touched = self.touched(gone);
        touched.retain(|truth| before.iter().all(|(_, used)| used != truth));
        if Self::is_empty(state, &touched) {
            return true;
        }
        if budget < 2 || self.stop.now() {
            return false;
        }
        let nexts = self.nexts(state, gone, before);
        nexts.into_iter().any(|(by, truth, node)| {
            let mut now = state.clone();
            let went = self.hold(&mut now, node);
            if !self.may_end(&now, &went, budget - 1) {
                return false;
            }
            // A whip may continue through a candidate that was already eliminated.
            let linked = self.nodes[node].excludes.clone();
            before.push((by, truth));
            let found = self.whip(&now, &linked, before, budget - 1);
            before.pop();
            found
        })
    }

    /// The possible continuations of a whip: the candidate, the truth and the node.
    fn nexts(
        &self,
        state: &State,
        gone: &[Candidate],
        before: &[(Candidate, Group)],
    ) -> Vec<(Candidate, Group, usize)> {
        let mut nexts: Vec<(Candidate, Group, usize)> = Vec::new();
        let served = |by: &Candidate| before.iter().any(|(left, _)| left == by);
        let used = |truth: &Group| before.iter().any(|(_, known)| known == truth);
        for &by in gone.iter().filter(|by| !served(by)) {
            for truth in self.touched(&[by]).into_iter().filter(|t| !used(t)) {
                for node in self.forced(state, truth) {
                    if !nexts.iter().any(|&(_, _, known)| known == node) {
                        nexts.push((by, truth, node));
                    }
                }
            }
        }
        nexts
    }
}

/// The live candidates that exclude all of these.
fn excluded(board: &Board, state: &State, group: &[Candidate]) -> Vec<Candidate> {
    let Some((first, others)) = group.split_first() else {
        return Vec::new();
    };
    let mut excluded: Vec<Candidate> = Vec::new();
    for slot in board.slots(*first) {
        for candidate in state.domain(board, slot.group) {
            let by_all = candidate != *first && others.iter().all(|&c| board.exclude(c, candidate));
            if by_all && !excluded.contains(&candidate) {
                excluded.push(candidate);
            }
        }
    }
    excluded
}

/// The parts of a digit in a house, as masks, that also lie in another house and have at least two
/// live candidates.
fn crossings(board: &Board, state: &State, truth: Group) -> Vec<u32> {
    let is_house = |group: Group| matches!(board.group_kind(group), GroupKind::House(..));
    let (members, live) = (board.members(truth), state.mask(truth));
    let mut parts: Vec<u32> = Vec::new();
    if !is_house(truth) {
        return parts;
    }
    for i in bits(live) {
        let houses = board.slots(members[i]).iter().map(|slot| slot.group);
        for house in houses.filter(|&group| group != truth && is_house(group)) {
            let inside = |j: &usize| board.members(house).contains(&members[*j]);
            let part = bits(live).filter(inside).fold(0u32, |sum, j| sum | 1 << j);
            if !part.is_power_of_two() && !parts.contains(&part) {
                parts.push(part);
            }
        }
    }
    parts
}
