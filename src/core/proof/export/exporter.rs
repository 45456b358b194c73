//! What every export is: something that is told of a proof's header, steps and claim, one after the other.

use std::io;

use thiserror::Error;

use super::super::model::{Annotation, Claim, Header, Step};
use super::super::read::ReadError;
use super::super::replay::Replay;

/// Why there is no export.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The proof cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file cannot be written.
    #[error("{0}")]
    Write(#[from] io::Error),
    /// A refutation needs something to refute.
    #[error(
        "a proof in clauses refutes a formula, and there is nothing to refute in the claim `{0}`"
    )]
    Claim(&'static str),
    /// The other format cannot say what the proof says.
    #[error("step {step}: {reason}")]
    Refused {
        /// The step, counted from 1.
        step: u64,
        /// What it is that cannot be said.
        reason: Refusal,
    },
}

/// What cannot be said in another format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// A step that rests on the assumption of one solution.
    #[error(
        "a deadly set holds only if the puzzle has one solution, which the formula does not say; \
         discharge such steps first"
    )]
    Deadly,
    /// Clauses do not count well.
    #[error("in clauses this count takes more than {0} lemmas; a VeriPB proof takes one line")]
    TooManyLemmas(usize),
    /// The step does not follow, so that there is nothing to translate.
    #[error("the step does not follow; let the checker say why")]
    NotProved,
}

/// Something that is written while a proof is played back.
pub trait Exporter {
    /// The header: what comes before the first step.
    fn start(&mut self, header: &Header, claim: &Claim, replay: &Replay)
    -> Result<(), ExportError>;

    /// A step; the replay is where the proof stands before it.
    fn step(
        &mut self,
        note: Option<&Annotation>,
        step: &Step,
        before: &Replay,
    ) -> Result<(), ExportError>;

    /// The claim, and what comes after it.
    fn finish(&mut self, claim: &Claim, replay: &Replay) -> Result<(), ExportError>;
}

/// A step that cannot be said.
pub fn refuse<T>(before: &Replay, reason: Refusal) -> Result<T, ExportError> {
    let step = before.steps() + 1;
    Err(ExportError::Refused { step, reason })
}
