//! The implications that chains are made of.
//!
//! A true candidate makes others false. In a cell, or a digit of a house, with two candidates, a
//! false candidate makes the other one true. If 7 is in r1c1, it is not in r1c5. If it is not in
//! r1c1, and box 1 has it only in r1c1 and r2c3, it is in r2c3.
//!
//! Chains of equal length are taken in the order in which they are found, so the order of
//! implications is part of the definition: cells before houses, boxes before rows and columns,
//! cells in reading order, digits ascending.

use crate::grid::{Board, Candidate, Group, GroupKind, HouseKind, State};

/// A candidate with a truth value: twice its index, plus one if it is true.
pub(super) type ChainNode = u16;

/// A candidate that is true.
#[inline]
pub(super) fn on(candidate: u16) -> ChainNode {
    candidate * 2 + 1
}

/// A candidate that is false.
#[inline]
pub(super) fn off(candidate: u16) -> ChainNode {
    candidate * 2
}

/// The candidate of a node.
#[inline]
pub(super) fn candidate_of(node: ChainNode) -> u16 {
    node / 2
}

/// Whether the candidate of the node is true.
#[inline]
pub(super) fn is_on(node: ChainNode) -> bool {
    node & 1 == 1
}

/// The candidates of a board and their exclusions.
pub(super) struct ChainBoard {
    /// For each candidate, the excluded candidates: candidates of its cell, then candidates of its
    /// digit in each house.
    peers: Vec<Vec<u16>>,
    /// For each candidate, the number of excluded candidates in its cell.
    mates: Vec<usize>,
    /// For each candidate, its cell and the houses of its digit, in order. Each is a truth with the
    /// candidate's bit in it.
    truths: Vec<Vec<(Group, u32)>>,
    /// The number of digits.
    pub(super) size: usize,
}

impl ChainBoard {
    pub(super) fn new(board: &Board) -> ChainBoard {
        let rank = |kind: HouseKind| match kind {
            HouseKind::Box => 0,
            HouseKind::Row => 1,
            HouseKind::Column => 2,
            HouseKind::Extra => 3,
        };
        let mut made = ChainBoard {
            peers: Vec::new(),
            mates: Vec::new(),
            truths: Vec::new(),
            size: board.size(),
        };
        for candidate in (0..board.candidate_count()).map(Candidate::new) {
            let cell = board.cell_group(board.cell_of(candidate));
            let mut own: Vec<Group> = (board.slots(candidate).iter())
                .map(|slot| slot.group)
                .filter(|&group| group != cell)
                .collect();
            own.sort_by_key(|&group| match board.group_kind(group) {
                GroupKind::Cell(_) => 0,
                GroupKind::House(house, _) => rank(board.house(house).kind),
                GroupKind::Derived => u8::MAX.into(),
            });
            own.insert(0, cell);
            let mut peers: Vec<u16> = Vec::new();
            for &group in &own {
                let others = board.members(group).iter().filter(|&&c| c != candidate);
                for other in others.map(|c| c.index() as u16) {
                    if !peers.contains(&other) {
                        peers.push(other);
                    }
                }
            }
            made.mates.push(board.members(cell).len() - 1);
            made.peers.push(peers);
            let bit_in = |group: Group| {
                let slot = board
                    .slots(candidate)
                    .iter()
                    .find(|slot| slot.group == group);
                slot.map_or(0, |slot| slot.bit)
            };
            made.truths
                .push(own.into_iter().map(|g| (g, bit_in(g))).collect());
        }
        made
    }

    /// The cell of a candidate and the houses of its digit, in order, each with the bit of the
    /// candidate.
    #[inline]
    pub(super) fn truths(&self, candidate: u16) -> &[(Group, u32)] {
        &self.truths[usize::from(candidate)]
    }

    /// The candidates that a candidate excludes, live or eliminated. Without `cells`, only those of
    /// its digit.
    pub(super) fn peers(&self, candidate: u16, cells: bool) -> &[u16] {
        let at = usize::from(candidate);
        let first = if cells { 0 } else { self.mates[at] };
        &self.peers[at][first..]
    }
}

/// The implications between the live candidates of a state. All lists are slices of two long ones,
/// because they are rebuilt for every state.
pub(super) struct ChainLinks {
    /// The live candidates of open cells, in order.
    pub(super) open: Vec<u16>,
    pub(super) is_live: Vec<bool>,
    /// The candidates that are false if a candidate is true, concatenated.
    weak: Vec<u16>,
    /// The candidates that are true if a candidate is false, concatenated.
    strong: Vec<u16>,
    /// For each candidate, its range in each of the two lists.
    parts: Vec<LinkParts>,
}

/// The slices of a candidate: the implications in its cell, then the implications in its houses.
#[derive(Clone, Copy, Default)]
struct LinkParts {
    weak: [u32; 3],
    strong: [u32; 3],
}

impl LinkParts {
    /// A part of a list of links: the links by cells, the links by houses, or all.
    #[inline]
    fn part([first, houses, end]: [u32; 3], list: &[u16], by_cell: bool, by_house: bool) -> &[u16] {
        let from = if by_cell { first } else { houses };
        let to = if by_house { end } else { houses };
        &list[from as usize..to as usize]
    }
}

impl ChainLinks {
    pub(super) fn of(shared: &ChainBoard, board: &Board, state: &State) -> ChainLinks {
        let count = board.candidate_count();
        let mut links = ChainLinks {
            open: Vec::new(),
            is_live: vec![false; count],
            weak: Vec::with_capacity(8 * count),
            strong: Vec::with_capacity(count),
            parts: vec![LinkParts::default(); count],
        };
        // A cell with one candidate is solved, or is about to be, so it is omitted.
        for candidate in state.candidates(board) {
            let cell = board.cell_group(board.cell_of(candidate));
            if state.mask(cell).count_ones() > 1 {
                links.is_live[candidate.index()] = true;
                links.open.push(candidate.index() as u16);
            }
        }
        links.open.sort_unstable();
        for &candidate in &links.open {
            let at = usize::from(candidate);
            let is_live = &links.is_live;
            let (mates, others) = shared.peers(candidate, true).split_at(shared.mates[at]);
            let live = |peers: &[u16], list: &mut Vec<u16>| {
                list.extend(peers.iter().filter(|&&c| is_live[usize::from(c)]));
                list.len() as u32
            };
            let first = links.weak.len() as u32;
            let houses = live(mates, &mut links.weak);
            let weak = [first, houses, live(others, &mut links.weak)];
            let first = links.strong.len();
            let mut houses = first;
            for (nth, &(group, _)) in shared.truths[at].iter().enumerate() {
                if state.mask(group).count_ones() != 2 || !board.is_truth(group) {
                    continue;
                }
                let other = (state.domain(board, group).map(|c| c.index() as u16))
                    .find(|&other| other != candidate);
                let Some(other) = other else { continue };
                if !links.strong[first..].contains(&other) {
                    links.strong.push(other);
                }
                if nth == 0 {
                    houses = links.strong.len();
                }
            }
            let strong = [first, houses, links.strong.len()].map(|at| at as u32);
            links.parts[at] = LinkParts { weak, strong };
        }
        links
    }

    /// The candidates that become false if a candidate is true. Without `cells`, the candidates of
    /// its cell are omitted.
    #[inline]
    pub(super) fn weak(&self, candidate: u16, cells: bool) -> &[u16] {
        let parts = self.parts[usize::from(candidate)].weak;
        LinkParts::part(parts, &self.weak, cells, true)
    }

    /// The candidates that are true if a candidate is false, by cells, by houses, or both.
    #[inline]
    pub(super) fn strong(&self, candidate: u16, cells: bool, houses: bool) -> &[u16] {
        let parts = self.parts[usize::from(candidate)].strong;
        LinkParts::part(parts, &self.strong, cells, houses)
    }

    /// Whether some link makes another candidate true when this candidate is false.
    #[inline]
    pub(super) fn goes_on(&self, candidate: u16, cells: bool, houses: bool) -> bool {
        !self.strong(candidate, cells, houses).is_empty()
    }

    /// The candidates that a conclusion eliminates, in order: a false candidate itself, or the
    /// other candidates in the cell of a true one.
    pub(super) fn eliminated(&self, conclusion: ChainNode) -> Vec<u16> {
        let candidate = candidate_of(conclusion);
        let parts = self.parts[usize::from(candidate)].weak;
        match is_on(conclusion) {
            true => LinkParts::part(parts, &self.weak, true, false).to_vec(),
            false => vec![candidate],
        }
    }

    /// Number of candidates in the cell of a candidate.
    pub(super) fn in_cell(&self, candidate: u16) -> usize {
        let [first, houses, _] = self.parts[usize::from(candidate)].weak;
        (houses - first) as usize + 1
    }
}
