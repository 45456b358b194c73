//! Refutations by unit propagation.
//!
//! Example: with 5 in r1c1, r1c4 must be 7, then r6c4 must be 2, and 2 has no place left in box 5.
//! The target is r1c1=5, the two literals have the truths that force them, and `2b5` is empty.

use crate::grid::{Candidate, Group};

/// A refutation by unit propagation. The target is assumed, each literal is then the last candidate
/// of its truth, and in the end a truth is empty.
///
/// With groups, a literal may be several candidates, one of which must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Propagation<L = Candidate> {
    /// The candidate that is assumed and refuted.
    pub target: Candidate,
    /// Each literal with the truth that forces it, in the order of propagation.
    pub forced: Vec<(L, Group)>,
    /// The truth that is empty in the end.
    pub empty: Group,
}

/// A literal of a propagation: candidates one of which holds.
pub trait ForcedLiteral {
    /// The candidates.
    fn members(&self) -> &[Candidate];
}

impl ForcedLiteral for Candidate {
    fn members(&self) -> &[Candidate] {
        std::slice::from_ref(self)
    }
}

impl ForcedLiteral for Vec<Candidate> {
    fn members(&self) -> &[Candidate] {
        self
    }
}
