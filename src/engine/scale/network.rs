//! What is still open of a state, numbered densely.
//!
//! Takes a state without singles, gives its undecided candidates, what each of them excludes, and
//! the truths that are not settled. Of truths with the same live candidates only the first is
//! kept: no refutation needs both.

use crate::grid::{Board, Candidate, Group, State, bits};

/// An undecided candidate, by its number in a [`Network`].
pub type Node = u16;

/// An unsettled truth, by its number in a [`Network`].
pub type Truth = u16;

/// A list of short lists, one after the other.
#[derive(Default)]
struct Lists<T> {
    items: Vec<T>,
    starts: Vec<u32>,
}

impl<T> Lists<T> {
    fn clear(&mut self) {
        self.items.clear();
        self.starts.clear();
        self.starts.push(0);
    }

    /// Ends the list that the last items belong to.
    fn end(&mut self) {
        self.starts.push(self.items.len() as u32);
    }

    #[inline]
    fn get(&self, index: u16) -> &[T] {
        let index = usize::from(index);
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

/// The open part of a state.
#[derive(Default)]
pub struct Network {
    candidates: Vec<Candidate>,
    groups: Vec<Group>,
    peers: Lists<Node>,
    members: Lists<Node>,
    places: Lists<(Truth, u32)>,
    /// For each candidate of the board its number here; meaningless for decided ones.
    number: Vec<Node>,
    /// For each candidate, the last one that was found to exclude it; to take each but once.
    seen: Vec<Node>,
}

impl Network {
    /// Reads a state in which no truth is empty and every single has been placed.
    pub fn read(&mut self, board: &Board, state: &State) {
        self.number_candidates(board, state);
        self.list_peers(board, state);
        self.list_truths(board, state);
    }

    fn number_candidates(&mut self, board: &Board, state: &State) {
        self.candidates.clear();
        self.number.resize(board.candidate_count(), 0);
        for cell in board.cells() {
            let group = board.cell_group(cell);
            if state.mask(group).count_ones() > 1 {
                for candidate in state.domain(board, group) {
                    self.number[candidate.index()] = self.candidates.len() as Node;
                    self.candidates.push(candidate);
                }
            }
        }
    }

    fn list_peers(&mut self, board: &Board, state: &State) {
        self.peers.clear();
        self.seen.clear();
        self.seen.resize(self.candidates.len(), Node::MAX);
        for (node, &candidate) in self.candidates.iter().enumerate() {
            self.seen[node] = node as Node;
            for slot in board.slots(candidate) {
                let members = board.members(slot.group);
                for i in bits(state.mask(slot.group) & !slot.bit) {
                    let peer = self.number[members[i].index()];
                    let seen = &mut self.seen[usize::from(peer)];
                    if std::mem::replace(seen, node as Node) != node as Node {
                        self.peers.items.push(peer);
                    }
                }
            }
            self.peers.end();
        }
    }

    fn list_truths(&mut self, board: &Board, state: &State) {
        self.groups.clear();
        self.members.clear();
        for group in board.groups() {
            if state.mask(group).count_ones() > 1
                && board.is_truth(group)
                && !has_twin(board, state, group)
            {
                let domain = state.domain(board, group);
                let nodes = domain.map(|candidate| self.number[candidate.index()]);
                self.members.items.extend(nodes);
                self.members.end();
                self.groups.push(group);
            }
        }
        self.list_places();
    }

    /// Turns the members of truths round: the truths of each candidate.
    fn list_places(&mut self) {
        let count = self.candidates.len();
        let starts = &mut self.places.starts;
        starts.clear();
        starts.resize(count + 1, 0);
        for &node in &self.members.items {
            starts[usize::from(node) + 1] += 1;
        }
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let items = &mut self.places.items;
        items.clear();
        items.resize(self.members.items.len(), (0, 0));
        // Filling moves each start to the end of its list, which is the next one's start.
        for truth in 0..self.groups.len() as Truth {
            for (i, &node) in self.members.get(truth).iter().enumerate() {
                let place = &mut starts[usize::from(node)];
                items[*place as usize] = (truth, 1 << i);
                *place += 1;
            }
        }
        starts.rotate_right(1);
        starts[0] = 0;
    }

    /// The number of undecided candidates.
    pub fn node_count(&self) -> usize {
        self.candidates.len()
    }

    /// The number of unsettled truths.
    pub fn truth_count(&self) -> usize {
        self.groups.len()
    }

    /// All undecided candidates, in the order of the board.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + use<> {
        0..self.candidates.len() as Node
    }

    /// The candidate with this number.
    pub fn candidate(&self, node: Node) -> Candidate {
        self.candidates[usize::from(node)]
    }

    /// The group with this number.
    pub fn group(&self, truth: Truth) -> Group {
        self.groups[usize::from(truth)]
    }

    /// The undecided candidates that a candidate excludes.
    #[inline]
    pub fn peers(&self, node: Node) -> &[Node] {
        self.peers.get(node)
    }

    /// The candidates of a truth; the i-th has bit i in [`Network::places`].
    #[inline]
    pub fn members(&self, truth: Truth) -> &[Node] {
        self.members.get(truth)
    }

    /// The truths that hold a candidate, each with the candidate's bit in it.
    #[inline]
    pub fn places(&self, node: Node) -> &[(Truth, u32)] {
        self.places.get(node)
    }

    /// All bits of a truth.
    pub fn full_mask(&self, truth: Truth) -> u32 {
        ((1u64 << self.members(truth).len()) - 1) as u32
    }
}

/// Whether a truth before this one has the same live candidates.
fn has_twin(board: &Board, state: &State, group: Group) -> bool {
    let Some(first) = state.domain(board, group).next() else {
        return false;
    };
    let size = state.mask(group).count_ones();
    let earlier = board.slots(first).iter().map(|slot| slot.group);
    let same = |other: Group| {
        board.is_truth(other)
            && state.mask(other).count_ones() == size
            && state.domain(board, other).eq(state.domain(board, group))
    };
    earlier.filter(|&other| other < group).any(same)
}
