//! `grade`: how hard a puzzle is.

use qedoku_core::engine::Solver;
use qedoku_core::report::grade::Grade;
use serde_json::Value;

use super::strategy::strategy;
use crate::board::BoardView;
use crate::desk::{Desk, value};
use crate::protocol::{Trouble, Wishes};

pub fn answer(desk: &mut Desk, board: &BoardView, how: &Wishes) -> Result<Value, Trouble> {
    let puzzle = board.puzzle()?;
    let library = desk.library(&how.rules)?;
    let solver = Solver::new(&puzzle.board, &library, strategy(how)?.by_rounds());
    value(&Grade::of(&solver, &puzzle))
}
