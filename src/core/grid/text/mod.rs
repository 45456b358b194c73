//! Reading and writing of puzzle text.
//!
//! Text becomes [`Puzzle`]s, or [`PuzzleError`]s that point at the place. Callers open the files.
//!
//! Boards have sizes 4x4, 6x6 (boxes 2 rows tall), 8x8, 9x9, 10x10, 12x12, 15x15, 16x16, 20x20 and
//! 25x25. The formats are:
//!
//! - n² characters, with `.`, `0`, `*`, `_`, `?`, `-` or `x` for an empty cell and letters from `A`
//!   for digits from 10, on one line or several, with any spaces, commas, quotes and frames around
//!   them;
//! - n² tokens separated by spaces or commas, also numbers up to n on boards larger than 9x9;
//!   nothing between two commas is an empty cell;
//! - n rows with blanks for empty cells, each digit at its place;
//! - drawings of this program, with names of rows and columns, and signs before marked candidates;
//! - pencilmarks: n² groups of digits, bare or in brackets, with or without a frame;
//! - n³ characters: for each cell every digit in turn, or an empty one;
//! - SDM collections, one puzzle per line; TSV and CSV files with the puzzle in the first field;
//! - SDK files with `#` headers, `[Puzzle]` and `[State]`;
//! - links of f-puzzles, SudokuPad and SudokuWiki, one per line;
//! - lines of a technique library, `:0300:4:<board>:<deleted>:<eliminations>:<placements>:<extra>`.
//!
//! `#` begins a comment everywhere. Comments directly above a puzzle or after it are its label, and
//! so is a heading such as `Grid 01`. Lines may be quoted with `>`. [`Reader`] describes how
//! collections with one puzzle per line are distinguished from grids of several lines. The module
//! `interpret` describes how the cells of a puzzle are counted.
//!
//! Givens that leave a cell without candidates are not an error: such a puzzle has no solution,
//! which can be proved. Equal givens in a house are an error unless [`ReadOptions::allow_clash`] is
//! set.

mod blanks;
mod chars;
mod convert;
mod drawing;
mod error;
mod interpret;
mod library;
mod line;
mod lines;
mod link;
mod linked_board;
mod lookahead;
mod lz;
mod payload;
mod piece;
mod reader;
mod scan;
mod sdk;
mod source;
mod write;

pub use convert::TextFormat;
pub use error::{Amount, Excerpt, PuzzleError};
pub use line::read_line;
pub use link::{link_json, read_link};
pub use linked_board::{LinkError, LinkedBoard, Site, packed_link};
pub use reader::Reader;
pub use source::{Entry, MAX_PUZZLE_BYTES, ReadOptions, Source};
pub use write::{candidate_list, grid, groups, library_line, line, pencilmarks};

use super::Puzzle;
use line::LineKind;
use piece::Piece;
use scan::Scan;

/// Reads all puzzles of a text, in order. A bad one does not stop the rest.
pub fn read_puzzles<'a>(source: &Source<'a>) -> Reader<&'a [u8]> {
    read_puzzles_with(source, ReadOptions::default())
}

/// Reads all puzzles of a text, with options.
pub fn read_puzzles_with<'a>(source: &Source<'a>, options: ReadOptions) -> Reader<&'a [u8]> {
    Reader::with_options(source.name, source.bytes, options)
}

/// Reads a text with exactly one puzzle.
pub fn read_puzzle(source: &Source) -> Result<Puzzle, PuzzleError> {
    read_puzzle_with(source, ReadOptions::default())
}

/// Reads a text with exactly one puzzle, with options.
pub fn read_puzzle_with(source: &Source, options: ReadOptions) -> Result<Puzzle, PuzzleError> {
    if let Some(part) = variant_part(source.bytes) {
        return Err(PuzzleError::Link(LinkError::Variant(part.to_owned())));
    }
    let mut entries = read_puzzles_with(source, options);
    let Some(first) = entries.next() else {
        return Err(PuzzleError::Empty {
            name: source.name.into(),
        });
    };
    let Some(second) = entries.next() else {
        return first.puzzle;
    };
    // The line rules find several puzzles. All lines together may still be one puzzle with unusual
    // line breaks, or a large one with small digits only.
    let kinds = || source.bytes.split(|&b| b == b'\n').map(line::kind);
    let of_kind = |kind| kinds().filter(|&k| k == kind).count();
    let by_itself = of_kind(LineKind::Section) + of_kind(LineKind::Library) > 0;
    let fours = of_kind(LineKind::Sixteen);
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

/// The part of a text that makes it a variant puzzle for certain: its `board` line, or JSON.
fn variant_part(bytes: &[u8]) -> Option<&'static str> {
    let mut lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"))?;
    match first {
        _ if first.starts_with(b"board sudoku ") || first.starts_with(b"board latin ") => {
            Some("board")
        }
        _ if first.starts_with(b"{\"") => Some("JSON"),
        _ => None,
    }
}

/// Reads all lines together as one puzzle.
fn all_lines(source: &Source, options: ReadOptions) -> Result<Puzzle, PuzzleError> {
    let mut text = Vec::with_capacity(source.bytes.len());
    for line in source.bytes.split_inclusive(|&b| b == b'\n') {
        let mut line = line.to_vec();
        lines::unquote(&mut line);
        text.append(&mut line);
    }
    let piece = Piece::new(source.name, &text, 1, options);
    let scan = Scan::new(&piece.text);
    let mut puzzle = interpret::interpret(&piece, &scan)?;
    puzzle.label = scan.comment.map(str::to_owned);
    Ok(puzzle)
}

/// The text from a line on, counted from 1.
fn nth_line(bytes: &[u8], number: usize) -> &[u8] {
    let line = bytes
        .split(|&b| b == b'\n')
        .nth(number - 1)
        .unwrap_or_default();
    &line[..line.len().min(200)]
}
