//! `hint`: the next step, or the reason why there is none.

use qedoku_app::hint::{Ended, Hint, NextStep, mistaken, next_step};
use qedoku_core::engine::{Solver, Strategy};
use qedoku_core::grid::Puzzle;
use qedoku_core::lang::ir::Level;
use serde_json::Value;

use super::step::Shown;
use crate::board::BoardView;
use crate::protocol::{ApiError, SolveOptions};
use crate::service::{Service, value};

pub fn answer(
    service: &mut Service,
    board: &BoardView,
    options: &SolveOptions,
) -> Result<Value, ApiError> {
    let puzzle = board.puzzle()?;
    let full = service.strategy(options)?;
    if let Some(ended) = mistaken(&puzzle) {
        return value(&Hint::<Shown>::ended(&ended));
    }
    // Easy techniques are tried first, without preparing the others.
    let easy = Strategy {
        max_level: Level::Easy,
        search: false,
        ..full.clone()
    };
    let is_easy = |hint: &Hint<Shown>| {
        let step = hint.step.as_ref();
        step.is_some_and(|step| step.level == Level::Easy.word())
    };
    let found = service.with_solver(&puzzle.board, options, easy, |s| hint(s, &puzzle))?;
    if is_easy(&found) {
        return value(&found);
    }
    let found = service.with_solver(&puzzle.board, options, full, |s| hint(s, &puzzle))?;
    value(&found)
}

/// The next step with this solver. If there is none, the claim at the end.
fn hint(solver: &Solver<'_>, puzzle: &Puzzle) -> Hint<Shown> {
    let next: Result<NextStep, Ended> = next_step(&mut solver.path(puzzle));
    Hint::of(solver, &next, |next| {
        Shown::alone(solver, puzzle, &next.step)
    })
}
