//! What a refutation by unit propagation is.
//!
//! Given by every search for one, taken by certificates: with 5 in r1c1, r1c4 must be 7, then r6c4 must be 2, and no place
//! is left for 2 in box 5. The target is r1c1=5, the two literals carry the truths that force them, and `2b5` is empty.

use crate::grid::{Candidate, Group};

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
