//! `hint`: the next step; or that there is none, and why.

use qedoku_core::engine::Solver;
use qedoku_core::engine::entries::mistake;
use qedoku_core::report::grade::claim_word;
use qedoku_core::report::mistake::ShownMistake;
use qedoku_core::report::step::{Look, name, where_to_look};
use serde::Serialize;
use serde_json::Value;

use super::step::Shown;
use super::strategy::strategy;
use crate::board::BoardView;
use crate::desk::{Desk, value};
use crate::protocol::{Trouble, Wishes};

#[derive(Default, Serialize)]
struct Hint {
    /// What can be said when there is no step to hint at: `unique` once it is solved, `none`, `many` or `open`.
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<&'static str>,
    /// What is wrong with the entries, where that is why there is no step.
    #[serde(skip_serializing_if = "Option::is_none")]
    mistake: Option<ShownMistake>,
    /// Where to look, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    /// Where to look: houses, cells and candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    look: Option<Look>,
    /// For which technique.
    #[serde(skip_serializing_if = "Option::is_none")]
    technique: Option<String>,
    /// The whole step.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<Shown>,
}

pub fn answer(desk: &mut Desk, board: &BoardView, how: &Wishes) -> Result<Value, Trouble> {
    let puzzle = board.puzzle()?;
    let library = desk.library(&how.rules)?;
    let solver = Solver::new(&puzzle.board, &library, strategy(how)?);
    if let Some(mistake) = mistake(&puzzle) {
        return value(&Hint {
            claim: Some("none"),
            mistake: Some(ShownMistake::of(&puzzle.board, &mistake)),
            ..Hint::default()
        });
    }
    let mut path = solver.path(&puzzle);
    let before = path.position().clone();
    let Some(step) = path.next() else {
        return value(&Hint {
            claim: Some(claim_word(path.claim())),
            ..Hint::default()
        });
    };
    value(&Hint {
        place: Some(where_to_look(&puzzle.board, &step)),
        look: Some(Look::at(&before, &step)),
        technique: Some(name(&solver, &step).to_owned()),
        step: Some(Shown::alone(&solver, &puzzle, &step)),
        ..Hint::default()
    })
}
