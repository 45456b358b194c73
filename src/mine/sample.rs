//! Random choices that are the same for the same seed.

/// So many different numbers below `length`, in a random order that depends on the seed alone.
/// A larger sample begins with the smaller one.
pub fn sample(length: usize, count: usize, seed: u64) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..length).collect();
    let mut state = seed;
    for i in 0..count.min(length) {
        let room = (length - i) as u64;
        let choice = i + (next(&mut state) % room) as usize;
        numbers.swap(i, choice);
    }
    numbers.truncate(count);
    numbers
}

/// The next number of the SplitMix64 sequence.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
