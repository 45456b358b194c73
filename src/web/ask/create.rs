//! `create`: a new puzzle of a level or with a technique, or a state for practising a technique.
//!
//! Attempts have the order of `qedoku create`, so equal seeds give equal puzzles in the program and
//! on the page. The daily puzzle of the page depends on this.

use qedoku_app::create::{PuzzleDemand, PuzzleRequest};
use qedoku_app::names;
use qedoku_core::engine::make::GivenPlan;
use qedoku_core::engine::{Stop, create::Creator};
use qedoku_core::grid::Board;
use serde::Serialize;
use serde_json::Value;

use super::step::Shown;
use crate::board::{BoardView, board_of};
use crate::protocol::ApiError;
use crate::service::{standard, value};

/// Maximum number of attempts. If a user stops waiting, the page ends the worker.
const MAX_ATTEMPTS: u64 = 5_000;

/// Maximum number of rows of a new puzzle. Larger ones take too long.
const MAX_CREATED_ROWS: usize = 16;

/// The requirements of the user.
pub struct CreateOptions {
    pub level: Option<String>,
    pub needs: Option<String>,
    pub position: Option<String>,
}

#[derive(Serialize)]
struct Created {
    /// The puzzle, or the practice state with its candidates.
    board: BoardView,
    /// The level of the puzzle. `None` without a wish, because the puzzle is not graded.
    level: Option<&'static str>,
    /// The name of its hardest technique.
    hardest: Option<String>,
    /// The step to find in a practice state.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<Shown>,
    /// The number of attempts.
    tried: u64,
}

/// The progress of the attempts.
#[derive(Serialize)]
struct CreateProgress {
    tried: u64,
}

pub fn answer(
    shape: (usize, usize),
    seed: u64,
    wish: &CreateOptions,
    tell: &mut dyn FnMut(Value),
) -> Result<Value, ApiError> {
    let board = board_of(shape)?;
    if board.size() > MAX_CREATED_ROWS {
        let message = format!("puzzles with more than {MAX_CREATED_ROWS} rows cannot be made here");
        return Err(ApiError::new("create::size", message));
    }
    if wish.level.is_none() && wish.needs.is_none() && wish.position.is_none() {
        return value(&Created {
            board: BoardView::of(&Creator::new(&board, seed).puzzle()),
            level: None,
            hardest: None,
            step: None,
            tried: 1,
        });
    }
    let library = standard()?;
    let needs: Vec<String> = wish.needs.iter().cloned().collect();
    let words = PuzzleRequest {
        level: wish.level.as_deref().map(names::level).transpose()?,
        needs: &needs,
        position: wish.position.as_deref(),
        ..PuzzleRequest::default()
    };
    let plan = plan(&board);
    let demand = PuzzleDemand::new(&words, plan, library, &board, Stop::default())?;
    for number in 0..MAX_ATTEMPTS {
        tell(value(&CreateProgress { tried: number })?);
        let Some(attempt) = demand.attempt(seed, number, &[], false) else {
            continue;
        };
        let Some(grade) = demand.graded(&attempt.puzzle) else {
            continue;
        };
        let step = attempt.position.as_ref().and_then(|found| {
            let practice = &found.practice;
            let technique = library.techniques.iter().find(|t| t.title == found.title)?;
            Some(Shown::of_rule(&found.state(), technique, &practice.step))
        });
        let puzzle = (attempt.position.as_ref()).map_or(attempt.puzzle, |found| found.state());
        return value(&Created {
            board: BoardView::of(&puzzle),
            level: grade.level,
            hardest: grade.hardest,
            step,
            tried: number + 1,
        });
    }
    let message = format!("no puzzle was found in {MAX_ATTEMPTS} attempts");
    let help = "try again, or choose another level or technique";
    Err(ApiError::new("create::none", message).help(help))
}

/// Minimal puzzles with givens anywhere, as the program makes them by default.
fn plan(board: &std::sync::Arc<Board>) -> GivenPlan {
    let mut plan = GivenPlan::free(board);
    plan.minimal = true;
    plan
}
