//! Candidates, sets of them, and rows: `1 <= r1c1=1 + r1c1=2 + ... + r1c1=9 <= 1` is the row of a
//! cell.

use std::iter;

/// "This digit is in this cell": `cell * n + digit - 1`, cells counted from 0 in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate(u16);

impl Candidate {
    /// The index of the candidate in the list of all candidates of the board.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(crate) fn at(index: usize) -> Candidate {
        // 25 * 25 * 25 fits in 16 bits.
        Candidate(index as u16)
    }
}

/// A set of candidates: one bit for each candidate of the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Set(Vec<u64>);

impl Set {
    /// The set of some candidates with indexes below a limit.
    pub(crate) fn of(limit: usize, members: impl IntoIterator<Item = Candidate>) -> Set {
        let mut set = Set(vec![0; limit.div_ceil(64)]);
        members.into_iter().for_each(|x| set.insert(x));
        set
    }

    /// Whether the set contains a candidate.
    pub fn has(&self, x: Candidate) -> bool {
        self.0[x.index() / 64] >> (x.index() % 64) & 1 == 1
    }

    /// The members, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Candidate> {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            // Each word lacks the lowest bit of the one before it.
            let words = iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
            let bits = words.take_while(|&rest| rest != 0).map(u64::trailing_zeros);
            bits.map(move |bit| Candidate::at(64 * index + bit as usize))
        })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(crate) fn insert(&mut self, x: Candidate) {
        self.0[x.index() / 64] |= 1 << (x.index() % 64);
    }

    pub(crate) fn remove(&mut self, x: Candidate) {
        self.0[x.index() / 64] &= !(1 << (x.index() % 64));
    }

    pub(crate) fn add(&mut self, other: &Set) {
        let words = self.0.iter_mut().zip(&other.0);
        words.for_each(|(word, other)| *word |= other);
    }

    /// The members of both sets.
    pub(crate) fn and(&self, other: &Set) -> Set {
        let words = self.0.iter().zip(&other.0);
        Set(words.map(|(word, other)| word & other).collect())
    }

    /// The members that another set lacks.
    pub fn minus(&self, other: &Set) -> Set {
        let words = self.0.iter().zip(&other.0);
        Set(words.map(|(word, other)| word & !other).collect())
    }
}

/// A lower and an upper bound, where they exist.
pub(crate) type Bounds = [Option<i64>; 2];

/// A linear constraint: `lo` <= number of true candidates, each with its weight, <= `hi`.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The candidates with a weight other than 0, in ascending order, and their weights.
    pub(crate) weights: Vec<(Candidate, i64)>,
    pub(crate) lo: Option<i64>,
    pub(crate) hi: Option<i64>,
}

impl Row {
    /// The row with these weights, which are not 0; at most one for each candidate.
    pub(crate) fn new(terms: impl Iterator<Item = (Candidate, i64)>, [lo, hi]: Bounds) -> Row {
        let mut weights: Vec<_> = terms.collect();
        weights.sort_unstable_by_key(|&(x, _)| x);
        Row { weights, lo, hi }
    }

    /// The candidates with a weight other than 0, in ascending order.
    pub fn members(&self) -> impl Iterator<Item = Candidate> {
        self.weights.iter().map(|&(x, _)| x)
    }

    /// Whether at least one member is true.
    pub(crate) fn is_truth(&self) -> bool {
        self.lo == Some(1) && self.weights.iter().all(|&(_, weight)| weight == 1)
    }

    /// Whether at most one member is true.
    pub(crate) fn is_link(&self) -> bool {
        self.hi == Some(1) && self.weights.iter().all(|&(_, weight)| weight == 1)
    }

    pub(crate) fn weight(&self, x: Candidate) -> i64 {
        let place = self.weights.binary_search_by_key(&x, |&(member, _)| member);
        place.map_or(0, |at| self.weights[at].1)
    }

    /// The sum of the weights of the members in a set.
    pub(crate) fn sum(&self, set: &Set) -> i64 {
        let inside = self.weights.iter().filter(|(x, _)| set.has(*x));
        inside.map(|(_, weight)| weight).sum()
    }

    pub(crate) fn allows(&self, sum: i64) -> bool {
        self.lo.is_none_or(|lo| lo <= sum) && self.hi.is_none_or(|hi| sum <= hi)
    }
}
