//! `report`: a proof as one page to read and to print.

use qedoku_core::report::document::report;
use qedoku_core::report::grade::Grade;
use serde::Serialize;
use serde_json::Value;

use super::proof::read;
use crate::protocol::{ApiError, SolveOptions};
use crate::service::{Service, value};

#[derive(Serialize)]
struct Report {
    /// One file to read and to print.
    html: String,
}

/// The page for a proof, with the grade of its puzzle. The caller has checked the proof.
pub fn answer(service: &mut Service, proof: &str, title: &str) -> Result<Value, ApiError> {
    let proof = read(proof)?;
    let puzzle = proof.header.puzzle();
    let options = SolveOptions::default();
    let by_rounds = service.strategy(&options)?.by_rounds();
    let grade = service.with_solver(&puzzle.board, &options, by_rounds, |solver| {
        Grade::of(solver, &puzzle)
    })?;
    value(&Report {
        html: report(title, &proof, Some(&grade)),
    })
}
