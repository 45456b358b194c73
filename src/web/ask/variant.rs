//! `variant`: the proof of a puzzle with constraints, such as cages. The page shows its steps with
//! `proof` and `show`.

use qedoku_app::variant::prove;
use qedoku_core::report::grade::claim_word;
use qedoku_core::variant::{VariantSolver, read_variant};
use serde::Serialize;
use serde_json::Value;

use crate::protocol::{ApiError, SolveOptions};
use crate::service::{Service, value};

#[derive(Serialize)]
struct SolvedVariant {
    /// `unique`, `none`, `many` or `open`.
    claim: &'static str,
    /// The text of the proof.
    proof: String,
    /// The parts of the text that were not read as constraints.
    warnings: Vec<String>,
}

pub fn answer(
    service: &mut Service,
    text: &str,
    options: &SolveOptions,
) -> Result<Value, ApiError> {
    let unreadable = |error| ApiError::new("puzzle::variant", format!("{error}"));
    let puzzle = read_variant(text, &[]).map_err(unreadable)?;
    let strategy = service.strategy(options)?;
    let library = service.library(&options.rules)?;
    let solver = VariantSolver::new(&library, strategy.clone());
    let proved = prove(&solver.prepare(&puzzle), strategy.search)?;
    value(&SolvedVariant {
        claim: claim_word(&proved.proof.claim),
        proof: proved.text,
        warnings: puzzle.warnings,
    })
}
