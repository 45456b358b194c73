//! Sets of candidates of boards with at most nine digits, as words of bits.

use crate::grid::{Board, Candidate, Cell};

/// Maximum number of digits of a variant puzzle.
pub(crate) const MAX_DIGITS: usize = 9;

/// Number of words: 729 candidates fit into 12 of them.
const SET_BLOCKS: usize = 12;

/// A set of candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CandidateSet([u64; SET_BLOCKS]);

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
        self.0.iter().fold(0, |all, word| all | word) == 0
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
        let rest = |word: u64| (word != 0).then_some(word);
        self.0.iter().enumerate().flat_map(move |(at, &word)| {
            std::iter::successors(rest(word), move |&word| rest(word & (word - 1)))
                .map(move |word| Candidate::new(at * 64 + word.trailing_zeros() as usize))
        })
    }

    /// The members with the `count` indexes from `first` on, as a mask of at most 32 bits.
    fn window(&self, first: usize, count: usize) -> u32 {
        let (block, bit) = (first / 64, first % 64);
        let next = self.0.get(block + 1).filter(|_| bit > 0);
        let word = self.0[block] >> bit | next.map_or(0, |it| it << (64 - bit));
        (word & ((1 << count) - 1)) as u32
    }
}

impl FromIterator<Candidate> for CandidateSet {
    fn from_iter<I: IntoIterator<Item = Candidate>>(all: I) -> Self {
        let mut set = CandidateSet::default();
        all.into_iter().for_each(|it| set.insert(it));
        set
    }
}

/// The live digits of a cell. The candidates of a cell have consecutive numbers.
pub(crate) fn mask(board: &Board, live: &CandidateSet, cell: Cell) -> u32 {
    live.window(cell.index() * board.size(), board.size())
}
