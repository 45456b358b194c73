//! Of the sums of a count, what no file can reach.

use super::*;

// No line is long enough for a file to get here.
#[test]
fn sums_beyond_64_bits_are_noticed() {
    let board = Board::sudoku(1, 1).unwrap();
    let (state, set) = (State::new(vec![true]), [board.candidate_at(0, 0)]);
    let mut sums = Sums::default();
    sums.clear(&board);
    assert_eq!(sums.add(&state, &set, i64::MAX, 2), None);
    assert_eq!(sums.add(&state, &set, i64::MAX, 0), Some(()));
    assert_eq!(sums.add(&state, &set, 1, 0), None);
    assert_eq!(sums.add(&state, &[], i64::MIN, 1), Some(()));
    assert_eq!(sums.add(&state, &[], -1, 1), None);
}
