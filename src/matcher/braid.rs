//! Braids: propagations in which every truth may lose what the target or any earlier candidate
//! excludes, found fast.
//!
//! Takes a position and a target, gives the truths and what they force, until one has nothing
//! left. Since whatever was forced goes on excluding, one record of what each truth has left
//! is enough, and a set of forced candidates is looked at in one order only: that in which they
//! came up.

use std::collections::BTreeMap;

use super::env::Env;
use crate::grid::{Candidate, Group, GroupKind, bits};

/// A candidate, or a group of them that is forced as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node(usize);

/// What a truth forces: a node, by its truth.
type Forced = (Node, Group);

/// A position, prepared for the search.
pub struct Braids {
    grouped: bool,
    /// What each truth has left; nothing is looked for in others.
    left: Vec<u32>,
    /// The candidates of each node.
    nodes: Vec<Vec<Candidate>>,
    /// What each node excludes: bits of truths.
    excluded: Vec<Vec<(Group, u32)>>,
    /// The node of each candidate of each truth.
    singles: Vec<Vec<Option<Node>>>,
    /// For each truth, parts of it that can be forced as one.
    groups: Vec<Vec<(u32, Node)>>,
    /// What truths force by themselves.
    at_once: Vec<Forced>,
}

/// What came of the search for a target.
pub enum Outcome {
    /// No truth ends up empty.
    None,
    /// A truth ends up empty after fewer steps than asked for.
    Shorter,
    /// The truths with what they force, and the one that has nothing left.
    Found(Vec<(Vec<Candidate>, Group)>, Group),
}

impl Braids {
    /// Prepares the truths of a position.
    pub fn new(env: &Env<'_>, truths: &[Group], grouped: bool) -> Braids {
        let position = env.position;
        let board = position.board();
        let mut braids = Braids {
            grouped,
            left: vec![0; board.group_count()],
            nodes: Vec::new(),
            excluded: Vec::new(),
            singles: vec![Vec::new(); board.group_count()],
            groups: vec![Vec::new(); board.group_count()],
            at_once: Vec::new(),
        };
        truths
            .iter()
            .for_each(|&g| braids.left[g.index()] = env.mask(g));
        let mut by_candidates: BTreeMap<Vec<Candidate>, Node> = BTreeMap::new();
        let mut node = |braids: &mut Braids, candidates: Vec<Candidate>| {
            let next = Node(braids.nodes.len());
            let node = *by_candidates.entry(candidates.clone()).or_insert(next);
            if node == next {
                braids
                    .excluded
                    .push(excluded(env, &candidates, &braids.left));
                braids.nodes.push(candidates);
            }
            node
        };
        for &truth in truths {
            let members = board.members(truth);
            let live = env.mask(truth);
            let mut singles = vec![None; members.len()];
            for i in bits(live) {
                singles[i] = Some(node(&mut braids, vec![members[i]]));
            }
            braids.singles[truth.index()] = singles;
            if !grouped {
                continue;
            }
            for part in crossings(env, truth) {
                let candidates: Vec<Candidate> = bits(part).map(|i| members[i]).collect();
                let group = (part, node(&mut braids, candidates));
                braids.groups[truth.index()].push(group);
            }
        }
        for &truth in truths {
            let forced = braids.forced(truth);
            braids.at_once.extend(forced.map(|node| (node, truth)));
        }
        braids
    }

    /// What a truth forces with what it has left.
    fn forced(&self, truth: Group) -> impl Iterator<Item = Node> + use<> {
        let left = self.left[truth.index()];
        let mut nodes = Vec::new();
        if left.is_power_of_two() {
            nodes.extend(self.singles[truth.index()][left.trailing_zeros() as usize]);
        } else if left != 0 {
            let groups = self.groups[truth.index()].iter();
            nodes.extend(
                { groups }
                    .filter(|(part, _)| left & !part == 0)
                    .map(|g| g.1),
            );
        }
        nodes.into_iter()
    }

    /// Looks for a way to empty a truth by at most so many forced candidates.
    pub fn refute(&mut self, target: Candidate, most: usize) -> Outcome {
        let Some(start) = self.nodes.iter().position(|n| *n == [target]) else {
            return Outcome::None;
        };
        let mut agenda = self.at_once.clone();
        let mut trail = Vec::new();
        let mut chosen = Vec::new();
        let emptied = match self.hold(Node(start), Some(&mut agenda), &mut trail) {
            Some(truth) => Some(truth),
            None => self.extend(&mut agenda, 0, most, &mut chosen),
        };
        self.undo(&trail);
        match emptied {
            None => Outcome::None,
            Some(truth) if chosen.len() == most => {
                let named = |(node, by): (Node, Group)| (self.nodes[node.0].clone(), by);
                Outcome::Found(chosen.into_iter().map(named).collect(), truth)
            }
            Some(_) => Outcome::Shorter,
        }
    }

    /// Chooses what is forced next, from a place in the agenda on.
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
            let (length, mut trail) = (agenda.len(), Vec::new());
            chosen.push((node, truth));
            // What follows from the last choice is of no use.
            let notes = (chosen.len() < most).then_some(&mut *agenda);
            let mut emptied = (self.hold(node, notes, &mut trail))
                .filter(|empty| chosen.iter().all(|(_, by)| by != empty));
            if emptied.is_none() && !trail.is_empty() {
                emptied = self.extend(agenda, next, most, chosen);
            }
            self.undo(&trail);
            agenda.truncate(length);
            if emptied.is_some() {
                return emptied;
            }
            chosen.pop();
        }
        None
    }

    /// Takes away what a node excludes, and notes in the agenda what that forces. Gives a truth that
    /// has nothing left, if there is one.
    fn hold(
        &mut self,
        node: Node,
        mut agenda: Option<&mut Vec<Forced>>,
        trail: &mut Vec<(Group, u32)>,
    ) -> Option<Group> {
        let mut emptied = None;
        for i in 0..self.excluded[node.0].len() {
            let (truth, mask) = self.excluded[node.0][i];
            let before = self.left[truth.index()];
            if before & mask == 0 {
                continue;
            }
            trail.push((truth, before));
            self.left[truth.index()] &= !mask;
            if before & !mask == 0 {
                emptied = emptied.or(Some(truth));
                continue;
            }
            let Some(agenda) = agenda.as_deref_mut() else {
                continue;
            };
            for forced in self.forced(truth) {
                // Without groups, one truth that forces a candidate is as good as another.
                let known = |&(n, v): &Forced| n == forced && (!self.grouped || v == truth);
                if !agenda.iter().any(known) {
                    agenda.push((forced, truth));
                }
            }
        }
        emptied
    }

    fn undo(&mut self, trail: &[(Group, u32)]) {
        for &(truth, before) in trail.iter().rev() {
            self.left[truth.index()] = before;
        }
    }
}

/// What all of these candidates exclude, as bits of the truths that have them left.
fn excluded(env: &Env<'_>, candidates: &[Candidate], left: &[u32]) -> Vec<(Group, u32)> {
    let board = env.position.board();
    let mut all: Option<BTreeMap<Group, u32>> = None;
    for &candidate in candidates {
        let mut masks: BTreeMap<Group, u32> = BTreeMap::new();
        let groups = board.slots(candidate).iter().map(|slot| slot.group);
        let others = groups.flat_map(|g| board.members(g).iter().copied());
        for other in others.filter(|&other| other != candidate) {
            for slot in board.slots(other) {
                if left[slot.group.index()] & slot.bit != 0 {
                    *masks.entry(slot.group).or_default() |= slot.bit;
                }
            }
        }
        all = Some(match all {
            None => masks,
            Some(before) => {
                let common = |(g, m): (Group, u32)| Some((g, m & masks.get(&g)?));
                before.into_iter().filter_map(common).collect()
            }
        });
    }
    let all = all.unwrap_or_default().into_iter();
    all.filter(|(_, mask)| *mask != 0).collect()
}

/// The parts of a digit in a house that lie in another house too, with two live candidates at
/// least.
fn crossings(env: &Env<'_>, truth: Group) -> Vec<u32> {
    let board = env.position.board();
    let (members, live) = (board.members(truth), env.mask(truth));
    if matches!(board.group_kind(truth), GroupKind::Cell(_)) {
        return Vec::new();
    }
    let mut parts = Vec::new();
    for i in bits(live) {
        for slot in board.slots(members[i]) {
            let is_house = matches!(board.group_kind(slot.group), GroupKind::House(..));
            if slot.group == truth || !is_house {
                continue;
            }
            let inside = |j: &usize| board.members(slot.group).contains(&members[*j]);
            let part = bits(live).filter(inside).fold(0, |sum, j| sum | 1 << j);
            if !u32::is_power_of_two(part) && !parts.contains(&part) {
                parts.push(part);
            }
        }
    }
    parts
}
