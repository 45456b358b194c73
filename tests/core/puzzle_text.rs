//! Puzzle text: accepted forms, error messages, round trips, and drawings of states.

mod characters;
mod collections;
mod convert;
mod drawing;
mod errors;
mod formats;
mod links;
mod pasted_text;
mod properties;
mod stream;

use qedoku_core::grid::Puzzle;
use qedoku_core::grid::text::{self, PuzzleError, Source};

/// The example of the Wikipedia article on Sudoku.
const WIKIPEDIA: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Reads a text with exactly one puzzle.
fn read(text: &str) -> Result<Puzzle, PuzzleError> {
    text::read_puzzle(&Source::new("test", text))
}

/// Reads a text with exactly one valid puzzle.
fn good(text: &str) -> Puzzle {
    read(text).unwrap_or_else(|error| panic!("{text}\n{:?}", miette::Report::new(error)))
}

/// Returns the content of a puzzle: its size, givens and pencilmarks.
fn content(puzzle: &Puzzle) -> (usize, Option<String>, Option<Vec<u32>>) {
    (
        puzzle.board.size(),
        puzzle.line(),
        puzzle.pencilmarks.clone(),
    )
}
