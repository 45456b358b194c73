//! `read`: a board from text that the user pastes, drops or types.

use qedoku_core::grid::Puzzle;
use qedoku_core::grid::text::{PuzzleError, Source, line, read_puzzle, read_puzzles};
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
    /// The first puzzles, each on one line, if there are several.
    lines: Vec<String>,
}

/// Maximum number of puzzles counted.
const MAX_PUZZLES_COUNTED: usize = 10_000;

/// Maximum number of puzzles listed.
const MAX_PUZZLES_LISTED: usize = 1_000;

pub fn answer(text: &str) -> Result<Value, ApiError> {
    if let Some(board) = links::read(text) {
        let board = board?;
        // Rejects equal digits in a house, and unsupported boards.
        board.puzzle()?;
        return value(&Read {
            board,
            label: None,
            puzzles: 1,
            lines: Vec::new(),
        });
    }
    let source = Source::new("the text", text);
    let (puzzle, puzzles, lines) = match read_puzzle(&source) {
        Ok(puzzle) => (puzzle, 1, Vec::new()),
        Err(several @ PuzzleError::Several { .. }) => {
            let entries = read_puzzles(&source).take(MAX_PUZZLES_COUNTED);
            let read: Vec<Puzzle> = entries.filter_map(|entry| entry.puzzle.ok()).collect();
            let lines = read.iter().take(MAX_PUZZLES_LISTED).map(line).collect();
            let count = read.len();
            let first = { read }.into_iter().next();
            let first = first.ok_or_else(|| ApiError::of(&several))?;
            (first, count, lines)
        }
        Err(error) => return Err(ApiError::of(&error)),
    };
    value(&Read {
        board: BoardView::of(&puzzle),
        label: puzzle.label,
        puzzles,
        lines,
    })
}
