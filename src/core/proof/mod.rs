//! Proofs: the model of `proofs/FORMAT.md`, with writing, reading and exporting.
//!
//! The engine's steps become the text of a `.qed` file, and such a file becomes steps again, or
//! files for other checkers. Only the checker decides whether a proof is right, and it shares no
//! code with this module.

mod count;
mod cover;
pub mod export;
mod model;
mod read;
mod replay;
mod rows;
mod write;

pub use count::{count_of_deadly, count_of_pattern, count_of_propagation};
pub use model::{Annotation, Claim, Count, DeadlySet, Header, Proof, Step, Term, TermSet};
pub use read::{LineError, ProofItem, ProofReader, ReadError};
pub use replay::{EliminationReason, NoOpenSupposition, Replay, TruthReason};
pub use rows::{
    FillProblem, Machine, MachineState, Named, Row, RowNames, RowSet, RowStep, RowTerm, Rule,
    Rules, Variable,
};
pub use write::Writer;
