//! Proofs: the model of `proofs/FORMAT.md`, writing it down, reading it back, and exporting it.
//!
//! Takes steps as the engine makes them, gives the text of a `.qed` file; takes such a file, gives
//! its steps, or files for other checkers. Whether a proof is
//! right is not decided here but by the checker, which shares no code with this module.

mod count;
mod cover;
pub mod export;
mod model;
mod read;
mod replay;
mod write;

pub use count::{count_of_deadly, count_of_pattern, count_of_propagation};
pub use model::{Annotation, Claim, Count, DeadlySet, Header, Proof, Step, Term, TermSet};
pub use read::{LineError, ProofItem, ProofReader, ReadError};
pub use replay::{Death, HoldsBecause, NothingOpen, Replay};
pub use write::Writer;
