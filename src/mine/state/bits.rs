//! Bit sets of small numbers.
//!
//! The candidates of a truth and the candidates that a candidate excludes are such sets. Their
//! members are numbers of the candidate [graph](crate::state::graph). The search for the smallest
//! core spends most of its time intersecting them.

/// A set of numbers below a length that is fixed at construction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// The empty set, with room for numbers below `length`.
    pub fn none(length: usize) -> Bits {
        Bits(vec![0; length.div_ceil(64)])
    }

    /// All numbers below `length`.
    pub fn all(length: usize) -> Bits {
        let mut bits = Bits::none(length);
        (0..length).for_each(|i| bits.insert(i));
        bits
    }

    /// The set of the given numbers, all below `length`.
    pub fn of(length: usize, members: impl IntoIterator<Item = usize>) -> Bits {
        let mut bits = Bits::none(length);
        members.into_iter().for_each(|i| bits.insert(i));
        bits
    }

    /// Adds a number.
    pub fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    /// Removes a number.
    pub fn remove(&mut self, i: usize) {
        self.0[i / 64] &= !(1 << (i % 64));
    }

    /// Whether the number is in the set.
    pub fn contains(&self, i: usize) -> bool {
        self.0[i / 64] & (1 << (i % 64)) != 0
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the sets have a number in common.
    pub fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether the other set contains all members of this set.
    pub fn is_subset(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// Removes the numbers that are not in the other set.
    pub fn keep(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }

    /// Removes the numbers of the other set.
    pub fn drop_all(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
    }

    /// Adds the numbers of the other set.
    pub fn add_all(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// Number of common members.
    pub fn common(&self, other: &Bits) -> usize {
        let words = self.0.iter().zip(&other.0);
        words.map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// The intersection of two sets.
    pub fn and(&self, other: &Bits) -> Bits {
        let mut both = self.clone();
        both.keep(other);
        both
    }

    /// The difference: this set without the members of the other.
    pub fn without(&self, other: &Bits) -> Bits {
        let mut rest = self.clone();
        rest.drop_all(other);
        rest
    }

    /// The smallest member, or `None` if the set is empty.
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The members, smallest first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| i * 64 + rest.trailing_zeros() as usize);
                rest &= rest.wrapping_sub(1);
                bit
            })
        })
    }
}
