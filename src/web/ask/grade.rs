//! `grade`: the difficulty of a puzzle.

use qedoku_core::report::grade::Grade;
use serde_json::Value;

use super::strategy::strategy;
use crate::board::BoardView;
use crate::desk::{Desk, value};
use crate::protocol::{Trouble, Wishes};

pub fn answer(desk: &mut Desk, board: &BoardView, wishes: &Wishes) -> Result<Value, Trouble> {
    let puzzle = board.puzzle()?;
    let strategy = strategy(wishes)?.by_rounds();
    let grade = desk.with_solver(&puzzle.board, wishes, strategy, |solver| {
        Grade::of(solver, &puzzle)
    })?;
    value(&grade)
}
