//! Pseudo-random choices determined by a seed.
//!
//! `create --seed 7` makes the same puzzles on every machine. No crate is used, so that no new
//! version of one changes the meaning of a seed.

/// The SplitMix64 sequence.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number below `limit`, from the next number of the sequence.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit.max(1) as u64) as usize
    }

    /// The numbers below `length` in a random order.
    pub fn order(&mut self, length: usize) -> Vec<usize> {
        self.choose(length, length)
    }

    /// `count` distinct numbers below `length`, in a random order.
    fn choose(&mut self, length: usize, count: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..length).collect();
        for i in 0..count.min(length) {
            let choice = i + self.below(length - i);
            numbers.swap(i, choice);
        }
        numbers.truncate(count);
        numbers
    }
}

/// `count` distinct numbers below `length`, in a random order that depends on the seed alone. A
/// larger sample begins with the smaller one.
pub fn sample(length: usize, count: usize, seed: u64) -> Vec<usize> {
    Random::new(seed).choose(length, count)
}
