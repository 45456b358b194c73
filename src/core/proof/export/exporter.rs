//! The interface of exporters, which receive a proof's header, steps and claim in order.

use std::io;

use thiserror::Error;

use super::super::model::{Annotation, Claim, Header, Step};
use super::super::read::ReadError;
use super::super::replay::Replay;

/// Error of an export.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The proof cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file cannot be written.
    #[error("{0}")]
    Write(#[from] io::Error),
    /// The claim has nothing to refute.
    #[error(
        "a proof in clauses refutes a formula, and there is nothing to refute in the claim `{0}`"
    )]
    Claim(&'static str),
    /// Constraint lines are not written in clauses.
    #[error("clauses cannot express `{0}` constraints; export to VeriPB instead")]
    Constraint(String),
    /// The constraint lines are too large for a formula.
    #[error("as a formula the constraints take more than {0} terms")]
    FormulaSize(usize),
    /// The other format cannot express the proof.
    #[error("step {step}: {reason}")]
    Refused {
        /// The step, counted from 1.
        step: u64,
        /// The reason.
        reason: Refusal,
    },
}

/// The reason why another format cannot express a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The step assumes a unique solution.
    #[error(
        "a deadly set holds only if the puzzle has one solution, which the formula does not say; \
         discharge such steps first"
    )]
    Deadly,
    /// The count needs too many clauses.
    #[error("in clauses this count takes more than {0} lemmas; a VeriPB proof takes one line")]
    TooManyLemmas(usize),
    /// The step uses arithmetic that clauses cannot express.
    #[error(
        "a proof in clauses has no `{0}` steps over rows; export to VeriPB instead, or prove the \
         puzzle with --quick"
    )]
    InClauses(&'static str),
    /// A filling with too many cases.
    #[error("this filling takes more than {0} lines")]
    TooManyCases(usize),
    /// The step does not follow, so it cannot be translated.
    #[error("the step does not follow; `qedoku check` says why")]
    NotProved,
}

/// A writer that follows a proof as it is replayed.
pub trait Exporter {
    /// Writes the part before the first step.
    fn start(&mut self, header: &Header, claim: &Claim, replay: &Replay)
    -> Result<(), ExportError>;

    /// Writes a step. `before` is the state before it.
    fn step(
        &mut self,
        note: Option<&Annotation>,
        step: &Step,
        before: &Replay,
    ) -> Result<(), ExportError>;

    /// Writes the claim and the end of the file.
    fn finish(&mut self, claim: &Claim, replay: &Replay) -> Result<(), ExportError>;
}

/// The error for a step that cannot be expressed.
pub fn refuse<T>(before: &Replay, reason: Refusal) -> Result<T, ExportError> {
    let step = before.steps() + 1;
    Err(ExportError::Refused { step, reason })
}
