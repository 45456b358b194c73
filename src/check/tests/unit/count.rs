//! Cases of the sums of a count that no file can reach.

use super::*;
use crate::board::Board;

// A line cannot be long enough to cause this overflow.
#[test]
fn sums_beyond_64_bits_are_noticed() {
    let checker = Checker::new(true, Board::sudoku(1, 1).expect("one digit"));
    let row = |weight| Row::new([(Candidate::at(0), weight)].into_iter(), [None; 2]);
    let (none, one, two) = (row(0), row(1), row(2));
    let bound = |terms: &[(&Row, i64, i64)]| {
        let term = |&(row, multiplier, most)| (multiplier, most, Cow::Owned(Row::clone(row)));
        let terms: Vec<Term> = terms.iter().map(term).collect();
        let sums = checker.add_up(&terms, |_| true);
        sums.map(|(_, bound)| bound)
    };
    assert_eq!(bound(&[(&one, i64::MAX, 2)]), None);
    assert_eq!(bound(&[(&one, i64::MAX, 0)]), Some(0));
    assert_eq!(bound(&[(&two, i64::MAX, 0)]), None);
    assert_eq!(bound(&[(&one, i64::MAX, 0), (&one, 1, 0)]), None);
    assert_eq!(bound(&[(&none, i64::MIN, 1)]), Some(i64::MIN));
    assert_eq!(bound(&[(&none, i64::MIN, 1), (&none, -1, 1)]), None);
}
