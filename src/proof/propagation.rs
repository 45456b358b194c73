//! Refutations by unit propagation.

use crate::grid::{Board, Candidate, Group, State};

/// A refutation by unit propagation: the target is assumed, then each literal is the last
/// candidate left in its truth, and in the end a truth has none left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Propagation {
    /// What is assumed, and thereby refuted.
    pub target: Candidate,
    /// Each literal with the truth that forces it, in the order of propagation.
    pub forced: Vec<(Candidate, Group)>,
    /// The truth that ends up empty.
    pub empty: Group,
}

/// Assumes the target and follows what that forces, through these truths only.
pub fn propagate(
    board: &Board,
    state: &State,
    truths: &[Group],
    target: Candidate,
) -> Option<Propagation> {
    let mut open = truths.to_vec();
    let mut literals = vec![target];
    let mut forced = Vec::new();
    loop {
        let known = literals.len();
        let mut next = None;
        for (at, &truth) in open.iter().enumerate() {
            let mut left = state.domain(board, truth).filter(|&c| {
                let gone = |&l: &Candidate| board.exclude(c, l);
                !literals.iter().any(gone)
            });
            match (left.next(), left.next()) {
                (None, _) => {
                    return Some(Propagation {
                        target,
                        forced,
                        empty: truth,
                    });
                }
                (Some(one), None) => {
                    next = Some((at, one));
                    break;
                }
                _ => {}
            }
        }
        let (at, literal) = next?;
        let truth = open.remove(at);
        if !literals.contains(&literal) {
            literals.push(literal);
            forced.push((literal, truth));
        }
        if literals.len() == known && open.is_empty() {
            return None;
        }
    }
}
