//! Cases of the sums of a count that no file can reach.

use super::*;
use crate::Board;

// A line cannot be long enough to cause this overflow.
#[test]
fn sums_beyond_64_bits_are_noticed() {
    let board = Board::sudoku(1, 1).unwrap();
    let x = board.candidate_at(0, 0);
    let row = |weights: &[i64]| Row::new(weights.iter().map(|&it| (x, it)), [None; 2]);
    let (none, one, two) = (row(&[]), row(&[1]), row(&[2]));
    fn bound(terms: &[(&Row, i64, i64)]) -> Option<i64> {
        let mut list: Vec<Term> = Vec::new();
        for &(row, multiplier, most) in terms {
            list.push((multiplier, most, Cow::Borrowed(row)));
        }
        add_up(&list, &[true], &mut [0])
    }
    assert_eq!(bound(&[(&one, i64::MAX, 2)]), None);
    assert_eq!(bound(&[(&one, i64::MAX, 0)]), Some(0));
    assert_eq!(bound(&[(&two, i64::MAX, 0)]), None);
    assert_eq!(bound(&[(&one, i64::MAX, 0), (&one, 1, 0)]), None);
    assert_eq!(bound(&[(&none, i64::MIN, 1)]), Some(i64::MIN));
    assert_eq!(bound(&[(&none, i64::MIN, 1), (&none, -1, 1)]), None);
}
