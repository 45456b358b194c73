//! What is read: a text with a name, what to let pass in it, and what comes out of it one by one.

use super::super::Puzzle;
use super::error::PuzzleError;

/// The text of one puzzle has at most this many bytes.
pub const MAX_PUZZLE_BYTES: usize = 1 << 20;

/// What to let pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReadOptions {
    /// Read a grid with equal digits in a house all the same: a proof that it has no
    /// solution may be wanted.
    pub allow_clash: bool,
    /// Read pencilmarks with an empty group all the same.
    pub allow_empty: bool,
}

/// Text with a name.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// What messages call it: a file's name, or `<stdin>`.
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
    /// The number of its first line, from 1.
    pub line: usize,
    /// The puzzle, or what is wrong with it.
    pub puzzle: Result<Puzzle, PuzzleError>,
}
