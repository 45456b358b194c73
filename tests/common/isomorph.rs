//! Isomorphic copies of 9x9 puzzles: digits relabelled, rows, bands, columns and stacks
//! permuted, transposed.

use super::random::Random;

/// Returns the numbers below `n` in a random order.
fn shuffled(random: &mut Random, n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, random.below(i + 1));
    }
    order
}

/// Returns the source of each of nine lines: bands permuted, and lines permuted within bands.
fn lines(random: &mut Random) -> Vec<usize> {
    let bands = shuffled(random, 3);
    let mut line = Vec::new();
    for band in bands {
        line.extend(shuffled(random, 3).iter().map(|i| band * 3 + i));
    }
    line
}

/// Returns a random isomorphic copy of a line of 81 characters.
pub fn isomorph(random: &mut Random, puzzle: &str) -> String {
    let cells: Vec<char> = puzzle.chars().take(81).collect();
    let digits = shuffled(random, 9);
    let (rows, columns) = (lines(random), lines(random));
    let transposed = random.once_in(2);
    let cell = |i: usize| {
        let (r, c) = (rows[i / 9], columns[i % 9]);
        let from = if transposed { c * 9 + r } else { r * 9 + c };
        match cells[from].to_digit(10) {
            Some(digit @ 1..=9) => {
                let digit = digits[digit as usize - 1] as u32 + 1;
                char::from_digit(digit, 10).expect("a digit")
            }
            _ => '.',
        }
    };
    (0..81).map(cell).collect()
}
