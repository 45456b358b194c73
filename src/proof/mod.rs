//! Proofs: the model of `proofs/FORMAT.md`, and writing it down.
//!
//! Takes steps as the engine makes them, gives the text of a `.qed` file. Whether a proof is
//! right is not decided here but by the checker, which shares no code with this module.

mod count;
mod model;
mod propagation;
mod suppose;
mod write;

pub use count::{count_of_pattern, count_of_propagation};
pub use model::{Annotation, Claim, Count, DeadlySet, Header, Proof, Step, Term, TermSet};
pub use propagation::{Propagation, propagate};
pub use suppose::suppose_of_pattern;
pub use write::Writer;
