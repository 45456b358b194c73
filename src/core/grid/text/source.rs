//! The input of the reader: a text with a name, options, and the entries read from it.

use super::super::Puzzle;
use super::error::PuzzleError;

/// Maximum size of the text of one puzzle, in bytes.
pub const MAX_PUZZLE_BYTES: usize = 1 << 20;

/// Errors to tolerate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReadOptions {
    /// Accept equal digits in a house: a proof that there is no solution may be wanted.
    pub allow_clash: bool,
    /// Accept pencilmarks with an empty group.
    pub allow_empty: bool,
}

/// Text with a name.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The name in messages: a file name, or `<stdin>`.
    pub name: &'a str,
    /// The text, which need not be valid UTF-8.
    pub bytes: &'a [u8],
}

impl<'a> Source<'a> {
    /// A text with a name.
    pub fn new(name: &'a str, text: &'a (impl AsRef<[u8]> + ?Sized)) -> Source<'a> {
        Source {
            name,
            bytes: text.as_ref(),
        }
    }
}

/// One puzzle of a collection.
#[derive(Debug)]
pub struct Entry {
    /// The number of the puzzle's first line, from 1.
    pub line: usize,
    /// The puzzle, or the error in its text.
    pub puzzle: Result<Puzzle, PuzzleError>,
}
