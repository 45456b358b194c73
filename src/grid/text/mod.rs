//! Puzzle text, read and written.
//!
//! Takes text or bytes with a name for messages, gives [`Puzzle`]s or [`PuzzleError`]s that
//! point at the place. Files are opened by others.
//!
//! What it understands, for boards of 4x4, 6x6 (boxes 2 rows tall), 8x8, 9x9, 10x10, 12x12,
//! 15x15, 16x16, 20x20 and 25x25:
//!
//! - n² characters, with `.`, `0`, `*`, `_` or `?` for an empty cell and letters from `A` for
//!   digits from 10, on one line or on several, with any spaces, commas and frames around;
//! - n² tokens with spaces or commas between them, also numbers up to n on boards larger than 9x9;
//! - pencilmarks: n² groups of digits, bare or in brackets, with or without a frame;
//! - n³ characters: for each cell every digit in turn, or an empty one;
//! - SDM collections, one puzzle on a line; TSV and CSV files with the puzzle in the first field;
//! - SDK files with `#` headers, `[Puzzle]` and `[State]`;
//! - lines of a technique library, `:0300:4:<board>:<deleted>:<eliminations>:<placements>:<extra>`.
//!
//! `#` begins a comment everywhere; comments directly above a puzzle or behind it are its
//! label. How a collection with one puzzle on a line is told from grids of several lines is
//! said at [`Reader`]; how the cells of one puzzle are counted, in the module `interpret`.
//!
//! Givens that leave a cell without candidates are no error: such a puzzle has no solution,
//! and that can be proved. Two equal givens in a house are one unless
//! [`ReadOptions::allow_clash`] says otherwise.

mod chars;
mod error;
mod interpret;
mod library;
mod line;
mod lines;
mod piece;
mod reader;
mod scan;
mod sdk;
mod write;

pub use error::{Count, Excerpt, PuzzleError};
pub use line::read_line;
pub use reader::Reader;
pub use write::{candidate_list, grid, groups, library_line, line, pencilmarks};

use super::Puzzle;
use line::Kind;
use piece::Piece;
use scan::Scan;

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

/// Reads all puzzles of a text, in order. A bad one does not stop the rest.
pub fn read_puzzles<'a>(source: &Source<'a>) -> Reader<&'a [u8]> {
    read_puzzles_with(source, ReadOptions::default())
}

/// Reads all puzzles of a text, and lets some errors pass.
pub fn read_puzzles_with<'a>(source: &Source<'a>, options: ReadOptions) -> Reader<&'a [u8]> {
    Reader::with_options(source.name, source.bytes, options)
}

/// Reads a text that is one puzzle.
pub fn read_puzzle(source: &Source) -> Result<Puzzle, PuzzleError> {
    read_puzzle_with(source, ReadOptions::default())
}

/// Reads a text that is one puzzle, and lets some errors pass.
pub fn read_puzzle_with(source: &Source, options: ReadOptions) -> Result<Puzzle, PuzzleError> {
    let mut entries = read_puzzles_with(source, options);
    let Some(first) = entries.next() else {
        return Err(PuzzleError::Empty {
            name: source.name.into(),
        });
    };
    let Some(second) = entries.next() else {
        return first.puzzle;
    };
    // The rule for a stream of lines finds several. All lines together may still be one
    // puzzle, broken in an unusual way, or a large one with small digits only.
    let kinds = || source.bytes.split(|&b| b == b'\n').map(line::kind);
    let of_kind = |kind| kinds().filter(|&k| k == kind).count();
    let by_itself = of_kind(Kind::Section) + of_kind(Kind::Library) > 0;
    let fours = of_kind(Kind::Sixteen);
    let together = if fours > 0 {
        fours == 16
    } else {
        first.puzzle.is_err()
    };
    if together && !by_itself && source.bytes.len() <= MAX_PUZZLE_BYTES {
        return all_lines(source, options);
    }
    first.puzzle?;
    let text = nth_line(source.bytes, second.line);
    Err(Piece::new(source.name, text, second.line, options).several(0..text.len()))
}

/// Reads all lines together as one puzzle.
fn all_lines(source: &Source, options: ReadOptions) -> Result<Puzzle, PuzzleError> {
    let piece = Piece::new(source.name, source.bytes, 1, options);
    let scan = Scan::new(&piece.text);
    let mut puzzle = interpret::interpret(&piece, &scan)?;
    puzzle.label = scan.comment.map(str::to_owned);
    Ok(puzzle)
}

/// The start of a line, counted from 1.
fn nth_line(bytes: &[u8], number: usize) -> &[u8] {
    let line = bytes
        .split(|&b| b == b'\n')
        .nth(number - 1)
        .unwrap_or_default();
    &line[..line.len().min(200)]
}
