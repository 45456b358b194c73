//! Sets of candidates of boards with at most nine digits, as words of bits.

use crate::grid::{Board, Candidate, Cell};

/// Maximum number of digits of a variant puzzle.
pub(super) const MAX_DIGITS: usize = 9;

/// Number of words: 729 candidates fit into 12 of them.
const SET_BLOCKS: usize = 12;

/// A set of candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CandidateSet([u64; SET_BLOCKS]);

impl CandidateSet {
    pub fn insert(&mut self, candidate: Candidate) {
        self.0[candidate.index() / 64] |= 1 << (candidate.index() % 64);
    }

    pub fn remove(&mut self, candidate: Candidate) {
        self.0[candidate.index() / 64] &= !(1 << (candidate.index() % 64));
    }

    pub fn contains(&self, candidate: Candidate) -> bool {
        self.0[candidate.index() / 64] >> (candidate.index() % 64) & 1 == 1
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; SET_BLOCKS]
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn and(&self, other: &CandidateSet) -> CandidateSet {
        CandidateSet(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    pub fn or(&self, other: &CandidateSet) -> CandidateSet {
        CandidateSet(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    pub fn without(&self, other: &CandidateSet) -> CandidateSet {
        CandidateSet(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    /// The candidates in order.
    pub fn iter(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| Candidate::new(at * 64 + bit))
        })
    }
}

impl FromIterator<Candidate> for CandidateSet {
    fn from_iter<I: IntoIterator<Item = Candidate>>(all: I) -> Self {
        let mut set = CandidateSet::default();
        all.into_iter().for_each(|it| set.insert(it));
        set
    }
}

/// The live digits of a cell.
pub(super) fn mask(board: &Board, live: &CandidateSet, cell: Cell) -> u32 {
    let members = board.members(board.cell_group(cell)).iter().enumerate();
    members
        .filter(|(_, it)| live.contains(**it))
        .fold(0, |mask, (at, _)| mask | 1 << at)
}
