//! The count of a match whose truths force one candidate after the other.
//!
//! Takes truths and the candidate that they refute, gives one count, where unit propagation through
//! these truths alone ends in an empty one. Some such refutations need a truth more than once,
//! which a count of each truth once cannot say.

use crate::grid::{Board, Candidate, Group, State};
use crate::proof::{Count, Propagation, count_of_propagation};

/// Refutes the target by unit propagation through the truths, as one count.
pub fn fold(board: &Board, state: &State, truths: &[Group], target: Candidate) -> Option<Count> {
    let mut literals = vec![target];
    let mut forced: Vec<(Candidate, Group)> = Vec::new();
    loop {
        let is_open = |c: &Candidate| !literals.iter().any(|&l| board.exclude(l, *c));
        let mut next = None;
        for &truth in truths {
            let left: Vec<Candidate> = state.domain(board, truth).filter(is_open).collect();
            match *left.as_slice() {
                [] => {
                    let propagation = Propagation {
                        target,
                        forced,
                        empty: truth,
                    };
                    return count_of_propagation(board, state, &propagation);
                }
                [only] if !literals.contains(&only) => next = next.or(Some((only, truth))),
                _ => {}
            }
        }
        let (literal, truth) = next?;
        literals.push(literal);
        forced.push((literal, truth));
    }
}
