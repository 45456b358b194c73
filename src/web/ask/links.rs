//! Links of other sites, in and out: f-puzzles, SudokuPad and SudokuWiki.
//!
//! Converts a board to links such as `https://sudokupad.app/fpuzN4Ig...`, and a link to its board.
//! The engine knows the formats.

use qedoku_core::grid::Shape;
use qedoku_core::grid::text::{LinkedBoard, Site, candidate_list, line, read_link};
use serde::Serialize;
use serde_json::Value;

use crate::board::BoardView;
use crate::protocol::ApiError;
use crate::service::value;

#[derive(Serialize)]
struct Links {
    /// The givens on one line.
    line: String,
    /// All candidates on one line, if they differ from the candidates that follow from the givens.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sudokuwiki: Option<String>,
    fpuzzles: Option<String>,
    sudokupad: Option<String>,
}

pub fn answer(board: &BoardView) -> Result<Value, ApiError> {
    let puzzle = board.puzzle()?;
    let is_plain = puzzle.pencilmarks.is_none();
    let state = puzzle.state();
    let linked = LinkedBoard {
        shape: Shape {
            height: board.height,
            width: board.width,
        },
        givens: board.givens.clone(),
        entries: board.entries.clone(),
    };
    value(&Links {
        line: line(&puzzle),
        candidates: (!is_plain).then(|| candidate_list(&puzzle.board, &state)),
        sudokuwiki: linked.link(Site::SudokuWiki),
        fpuzzles: linked.link(Site::FPuzzles),
        sudokupad: linked.link(Site::SudokuPad),
    })
}

/// The board of a link. `None` if the text is not a link.
pub fn read(text: &str) -> Option<Result<BoardView, ApiError>> {
    let linked = read_link(text)?;
    Some(match linked {
        Ok(linked) => Ok(BoardView {
            height: linked.shape.height,
            width: linked.shape.width,
            givens: linked.givens,
            entries: linked.entries,
            marks: None,
        }),
        Err(error) => Err(ApiError::of(&error)),
    })
}
