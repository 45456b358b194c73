//! `read`: a board from text that the user pastes, drops or types.

use qedoku_core::grid::text::{PuzzleError, Source, read_puzzle, read_puzzles};
use serde::Serialize;
use serde_json::Value;

use super::links;
use crate::board::BoardView;
use crate::protocol::ApiError;
use crate::service::value;

#[derive(Serialize)]
struct Read {
    board: BoardView,
    /// The name or comment that came with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    /// The number of puzzles in the text. The board is the first of them.
    puzzles: usize,
}

/// Maximum number of puzzles counted.
const COUNTED: usize = 10_000;

pub fn answer(text: &str) -> Result<Value, ApiError> {
    if let Some(board) = links::read(text) {
        let board = board?;
        // Rejects equal digits in a house, and unsupported boards.
        board.puzzle()?;
        return value(&Read {
            board,
            label: None,
            puzzles: 1,
        });
    }
    let source = Source::new("text", text);
    let (puzzle, puzzles) = match read_puzzle(&source) {
        Ok(puzzle) => (puzzle, 1),
        Err(several @ PuzzleError::Several { .. }) => {
            let mut entries = read_puzzles(&source).take(COUNTED);
            let first = entries.next().and_then(|entry| entry.puzzle.ok());
            let first = first.ok_or_else(|| ApiError::of(&several))?;
            (first, 1 + entries.count())
        }
        Err(error) => return Err(ApiError::of(&error)),
    };
    value(&Read {
        board: BoardView::of(&puzzle),
        label: puzzle.label,
        puzzles,
    })
}
