//! `report`: a proof as one page to read and to print.

use qedoku_core::Grade;
use qedoku_core::report::document::report;
use serde_json::{Value, json};

use super::proof::read;
use super::strategy::strategy;
use crate::desk::Desk;
use crate::protocol::{Trouble, Wishes};

/// The page for a proof, with the grade of its puzzle. The caller has checked the proof.
pub fn answer(desk: &mut Desk, proof: &str, title: &str) -> Result<Value, Trouble> {
    let proof = read(proof)?;
    let puzzle = proof.header.puzzle();
    let wishes = Wishes::default();
    let by_rounds = strategy(&wishes)?.by_rounds();
    let grade = desk.with_solver(&puzzle.board, &wishes, by_rounds, |solver| {
        Grade::of(solver, &puzzle)
    })?;
    Ok(json!({ "html": report(title, &proof, Some(&grade)) }))
}
