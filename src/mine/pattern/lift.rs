//! Lifting: turns a core on a board into a pattern of slots.
//!
//! The input is a target and the truths that refute it. The pattern consists of truths as sets of
//! slots, the exclusions that the refutation needs, and the kinds of both. It has no cells and no
//! digits.

use std::collections::BTreeMap;

use crate::state::graph::Graph;
use qedoku_core::grid::{Candidate, Group, GroupKind, HouseKind};

/// Kinds of groups, as a mask: a cell, or a digit in a house.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupKinds(pub u8);

impl GroupKinds {
    /// A cell.
    pub const CELL: GroupKinds = GroupKinds(1);
    /// A digit in a row.
    pub const ROW: GroupKinds = GroupKinds(2);
    /// A digit in a column.
    pub const COLUMN: GroupKinds = GroupKinds(4);
    /// A digit in a box.
    pub const BOX: GroupKinds = GroupKinds(8);
    /// A digit in an extra house.
    pub const EXTRA: GroupKinds = GroupKinds(16);
    /// A digit in any house.
    pub const HOUSE: GroupKinds = GroupKinds(2 | 4 | 8 | 16);

    /// The kind of a group.
    pub fn of(graph: &Graph, group: Group) -> GroupKinds {
        match graph.board().group_kind(group) {
            GroupKind::Cell(_) => GroupKinds::CELL,
            GroupKind::House(house, _) => match graph.board().house(house).kind {
                HouseKind::Row => GroupKinds::ROW,
                HouseKind::Column => GroupKinds::COLUMN,
                HouseKind::Box => GroupKinds::BOX,
                HouseKind::Extra => GroupKinds::EXTRA,
            },
            GroupKind::Derived => GroupKinds::default(),
        }
    }

    /// The kinds of the groups that hold both candidates.
    pub fn shared(graph: &Graph, a: Candidate, b: Candidate) -> GroupKinds {
        let board = graph.board();
        let in_both = (board.slots(a).iter()).filter(|s| board.members(s.group).contains(&b));
        in_both.fold(GroupKinds::default(), |sum, slot| {
            sum.or(GroupKinds::of(graph, slot.group))
        })
    }

    /// The union of two masks.
    pub const fn or(self, other: GroupKinds) -> GroupKinds {
        GroupKinds(self.0 | other.0)
    }

    /// The intersection of two masks.
    pub const fn and(self, other: GroupKinds) -> GroupKinds {
        GroupKinds(self.0 & other.0)
    }

    /// Whether the mask has no kind.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the kind is a row or a column.
    pub const fn is_line(self) -> bool {
        self.0 == GroupKinds::ROW.0 || self.0 == GroupKinds::COLUMN.0
    }

    /// The mask with rows and columns exchanged.
    pub const fn transposed(self) -> GroupKinds {
        let (row, column) = (self.0 & GroupKinds::ROW.0, self.0 & GroupKinds::COLUMN.0);
        GroupKinds(self.0 & !(GroupKinds::ROW.0 | GroupKinds::COLUMN.0) | row << 1 | column >> 1)
    }
}

/// A place in a pattern: a candidate, or candidates that always occur together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternSlot {
    /// Candidates of the slot in the graph.
    pub candidates: Vec<usize>,
    /// The kinds of groups that link it with the target, or `None` if the pattern does not need the
    /// link.
    pub target: Option<GroupKinds>,
}

/// A pattern that refutes a target, independent of its location on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiftedCore {
    /// The slots.
    pub slots: Vec<PatternSlot>,
    /// The slots of each truth.
    pub truths: Vec<Vec<usize>>,
    /// The kind of each truth.
    pub kinds: Vec<GroupKinds>,
    /// The kinds of other groups with the same candidates, for example a box if all places of a
    /// digit in a row lie in one box.
    pub other_kinds: Vec<GroupKinds>,
    /// The exclusions between slots that the pattern needs, smaller number first.
    pub links: BTreeMap<(usize, usize), GroupKinds>,
}

impl LiftedCore {
    /// Lifts a core that refutes the target.
    pub fn new(graph: &Graph, target: usize, core: &[usize]) -> LiftedCore {
        let candidates = graph.candidates();
        let mut numbers: Vec<usize> = (core.iter())
            .flat_map(|&v| graph.truths()[v].domain.iter())
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        let kinds_of = |a: usize, b: usize| GroupKinds::shared(graph, candidates[a], candidates[b]);
        let slots: Vec<PatternSlot> = (numbers.iter())
            .map(|&c| PatternSlot {
                candidates: vec![c],
                target: Some(kinds_of(c, target)).filter(|k| !k.is_empty() && c != target),
            })
            .collect();
        let position = |c: usize| numbers.binary_search(&c).expect("it is a slot");
        let truths: Vec<Vec<usize>> = (core.iter())
            .map(|&v| graph.truths()[v].domain.iter().map(position).collect())
            .collect();
        let kinds = (core.iter())
            .map(|&v| GroupKinds::of(graph, graph.truths()[v].group))
            .collect();
        let other_kinds = (core.iter())
            .map(|&v| {
                let others = graph.truths()[v].others.iter();
                others.fold(GroupKinds::default(), |sum, &group| {
                    sum.or(GroupKinds::of(graph, group))
                })
            })
            .collect();
        let mut links = BTreeMap::new();
        for (i, &a) in numbers.iter().enumerate() {
            for (j, &b) in numbers.iter().enumerate().skip(i + 1) {
                let shared = kinds_of(a, b);
                if !shared.is_empty() {
                    links.insert((i, j), shared);
                }
            }
        }
        let mut lifted = LiftedCore {
            slots,
            truths,
            kinds,
            other_kinds,
            links,
        };
        lifted.minimise_links();
        lifted.merge_groups(graph);
        lifted
    }

    /// Whether two slots exclude each other.
    pub fn linked(&self, a: usize, b: usize) -> bool {
        self.links.contains_key(&(a.min(b), a.max(b)))
    }

    /// Whether the pattern refutes the target.
    pub fn is_refuted(&self) -> bool {
        let mut held = Vec::new();
        !self.can_meet(0, &mut held)
    }

    fn can_meet(&self, truth: usize, held: &mut Vec<usize>) -> bool {
        let Some(slots) = self.truths.get(truth) else {
            return true;
        };
        if slots.iter().any(|s| held.contains(s)) {
            return self.can_meet(truth + 1, held);
        }
        slots.iter().any(|&slot| {
            let free = self.slots[slot].target.is_none();
            if !free || held.iter().any(|&h| self.linked(h, slot)) {
                return false;
            }
            held.push(slot);
            let met = self.can_meet(truth + 1, held);
            held.pop();
            met
        })
    }

    /// Drops exclusions that the refutation does not need. Exclusions between slots are tried
    /// first, since candidates that the target excludes need no name. Among these, exclusions
    /// within a truth come first.
    fn minimise_links(&mut self) {
        let inside = |&(a, b): &(usize, usize)| {
            let both = |slots: &Vec<usize>| slots.contains(&a) && slots.contains(&b);
            self.truths.iter().any(both)
        };
        // Exclusions of slots that the target already excludes are redundant.
        let twice = |&(a, b): &(usize, usize)| {
            self.slots[a].target.is_some() || self.slots[b].target.is_some()
        };
        let mut order: Vec<(usize, usize)> = self.links.keys().copied().collect();
        order.sort_by_key(|pair| (!twice(pair), !inside(pair), std::cmp::Reverse(*pair)));
        for pair in order {
            if let Some(kinds) = self.links.remove(&pair)
                && !self.is_refuted()
            {
                self.links.insert(pair, kinds);
            }
        }
        for slot in (0..self.slots.len()).rev() {
            let kinds = self.slots[slot].target.take();
            if kinds.is_some() && !self.is_refuted() {
                self.slots[slot].target = kinds;
            }
        }
    }

    /// Merges slots that belong to the same truths and have the same links. The merged slots must
    /// form a group (one digit where two houses cross), or be excluded by the target alone.
    fn merge_groups(&mut self, graph: &Graph) {
        let mut a = 0;
        while a < self.slots.len() {
            let mut b = a + 1;
            while b < self.slots.len() {
                if self.are_twins(graph, a, b) {
                    self.merge(a, b);
                } else {
                    b += 1;
                }
            }
            a += 1;
        }
    }

    fn are_twins(&self, graph: &Graph, a: usize, b: usize) -> bool {
        let same_truths = self.truths.iter().all(|t| t.contains(&a) == t.contains(&b));
        let others = (0..self.slots.len()).filter(|&s| s != a && s != b);
        let same_links = !self.linked(a, b)
            && { others }.all(|s| self.linked(a, s) == self.linked(b, s))
            && self.slots[a].target.is_some() == self.slots[b].target.is_some();
        let starred = self.excluders(a).len() == 1 && self.excluders(b).len() == 1;
        let all = || (self.slots[a].candidates.iter()).chain(&self.slots[b].candidates);
        same_truths && same_links && (starred || is_group(graph, all().copied().collect()))
    }

    fn merge(&mut self, a: usize, b: usize) {
        let gone = self.slots.remove(b);
        let kept = &mut self.slots[a];
        kept.candidates.extend(gone.candidates);
        if let (Some(one), Some(other)) = (kept.target, gone.target) {
            kept.target = Some(one.and(other));
        }
        let renumbered = |s: usize| match s.cmp(&b) {
            std::cmp::Ordering::Less => s,
            std::cmp::Ordering::Equal => a,
            std::cmp::Ordering::Greater => s - 1,
        };
        for slots in &mut self.truths {
            slots.iter_mut().for_each(|s| *s = renumbered(*s));
            slots.sort_unstable();
            slots.dedup();
        }
        let mut links: BTreeMap<(usize, usize), GroupKinds> = BTreeMap::new();
        for (&(x, y), &kinds) in &self.links {
            let (x, y) = (renumbered(x), renumbered(y));
            let all = links.entry((x.min(y), x.max(y))).or_insert(kinds);
            *all = all.and(kinds);
        }
        self.links = links;
    }

    /// The excluders of a slot: other slots, and `None` for the target.
    pub fn excluders(&self, slot: usize) -> Vec<Option<usize>> {
        let target = self.slots[slot].target.map(|_| None);
        let slots = (0..self.slots.len()).filter(|&s| self.linked(s, slot));
        target.into_iter().chain(slots.map(Some)).collect()
    }
}

/// Whether the candidates have one digit and their cells have two houses in common.
fn is_group(graph: &Graph, numbers: Vec<usize>) -> bool {
    let board = graph.board();
    let candidates: Vec<Candidate> = numbers.iter().map(|&n| graph.candidates()[n]).collect();
    let houses = (board.slots(candidates[0]).iter()).filter(|slot| {
        let members = board.members(slot.group);
        matches!(board.group_kind(slot.group), GroupKind::House(..))
            && candidates.iter().all(|c| members.contains(c))
    });
    houses.count() >= 2
}
