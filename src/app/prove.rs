//! Proofs that the independent checker has accepted. No other proof leaves a shell.

use qedoku_check::Verdict;
use qedoku_core::engine::Path;
use qedoku_core::engine::Solver;
use qedoku_core::grid::Puzzle;
use qedoku_core::proof::Proof;
use qedoku_core::report::trace;

use crate::error::Error;

/// A proof with its text, accepted by the checker.
pub struct CheckedProof {
    /// The proof.
    pub proof: Proof,
    /// Its text.
    pub text: String,
}

/// Follows a path to its end. Fails if the checker does not accept the proof.
pub fn prove(
    solver: &Solver<'_>,
    puzzle: &Puzzle,
    path: &mut Path<'_, '_>,
) -> Result<CheckedProof, Error> {
    checked(trace::prove_path(solver, puzzle, path))
}

/// Checks a proof.
pub fn checked(proof: Proof) -> Result<CheckedProof, Error> {
    let text = proof.to_text();
    let Some(why) = refusal(&text) else {
        return Ok(CheckedProof { proof, text });
    };
    let message = format!("the checker does not accept the proof: {why}");
    Err(Error::new("proof::defect", message).help("this is a bug in qedoku; nothing was written"))
}

/// The reason why the checker does not accept the text of a proof, if any.
pub fn refusal(text: &str) -> Option<String> {
    match qedoku_check::check(text.as_bytes()) {
        Ok(Verdict::Accepted(_)) => None,
        Ok(verdict) => Some(verdict.to_string()),
        Err(error) => Some(error.to_string()),
    }
}
