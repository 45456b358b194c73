//! `grade`: the difficulty of a puzzle.

use qedoku_core::report::grade::Grade;
use serde_json::Value;

use super::strategy::strategy;
use crate::board::BoardView;
use crate::protocol::{ApiError, SolveOptions};
use crate::service::{Service, value};

pub fn answer(
    service: &mut Service,
    board: &BoardView,
    options: &SolveOptions,
) -> Result<Value, ApiError> {
    let puzzle = board.puzzle()?;
    let strategy = strategy(options)?.by_rounds();
    let grade = service.with_solver(&puzzle.board, options, strategy, |solver| {
        Grade::of(solver, &puzzle)
    })?;
    value(&grade)
}
