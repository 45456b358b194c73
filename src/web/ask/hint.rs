//! `hint`: the next step, or the reason why there is none.

use qedoku_core::engine::entries::mistake;
use qedoku_core::engine::{Solver, Strategy};
use qedoku_core::grid::Puzzle;
use qedoku_core::lang::ir::Level;
use qedoku_core::report::grade::claim_word;
use qedoku_core::report::mistake::ShownMistake;
use qedoku_core::report::step::{WhereToLook, name, where_to_look};
use serde::Serialize;
use serde_json::Value;

use super::step::Shown;
use super::strategy::strategy;
use crate::board::BoardView;
use crate::protocol::{ApiError, SolveOptions};
use crate::service::{Service, value};

#[derive(Default, Serialize)]
struct Hint {
    /// The claim if there is no step: `unique` once it is solved, `none`, `many` or `open`.
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<&'static str>,
    /// The wrong entries, if they are the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    mistake: Option<ShownMistake>,
    /// The place to look at, as a phrase.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    /// The place to look at: houses, cells and candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    look: Option<WhereToLook>,
    /// The technique.
    #[serde(skip_serializing_if = "Option::is_none")]
    technique: Option<String>,
    /// The whole step.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<Shown>,
}

pub fn answer(
    service: &mut Service,
    board: &BoardView,
    options: &SolveOptions,
) -> Result<Value, ApiError> {
    let puzzle = board.puzzle()?;
    if let Some(mistake) = mistake(&puzzle) {
        return value(&Hint {
            claim: Some("none"),
            mistake: Some(ShownMistake::of(&puzzle.board, &mistake)),
            ..Hint::default()
        });
    }
    let full = strategy(options)?;
    // Easy techniques are tried first, without preparing the others.
    let easy = Strategy {
        max_level: Level::Easy,
        search: false,
        ..full.clone()
    };
    let found = service.with_solver(&puzzle.board, options, easy, |solver| {
        hint(solver, &puzzle).filter(|h| {
            h.step
                .as_ref()
                .is_some_and(|s| s.level == Level::Easy.word())
        })
    })?;
    if let Some(easy) = found {
        return value(&easy);
    }
    let found =
        service.with_solver(&puzzle.board, options, full, |solver| hint(solver, &puzzle))?;
    value(&found)
}

/// The next step with this solver. If there is none, the claim at the end.
fn hint(solver: &Solver<'_>, puzzle: &Puzzle) -> Option<Hint> {
    let mut path = solver.path(puzzle);
    let before = path.position().clone();
    let Some(step) = path.next() else {
        return Some(Hint {
            claim: Some(claim_word(path.claim())),
            ..Hint::default()
        });
    };
    Some(Hint {
        place: Some(where_to_look(&puzzle.board, &step)),
        look: Some(WhereToLook::at(&before, &step)),
        technique: Some(name(solver, &step).to_owned()),
        step: Some(Shown::alone(solver, puzzle, &step)),
        ..Hint::default()
    })
}
