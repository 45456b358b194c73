//! Lookahead for text drawn for people: drawings of this program with sentences around them, grids
//! with blanks for empty cells, headings.
//!
//! Used only where a line is not a plain puzzle.

use std::io::BufRead;

use super::error::PuzzleError;
use super::line::{self, LineKind};
use super::lines::{Line, Lines};
use super::piece::Piece;
use super::source::{MAX_PUZZLE_BYTES, ReadOptions};
use super::{blanks, chars, drawing};
use crate::grid::Puzzle;

/// The side of a drawing to which a line belongs.
pub(super) enum DrawingSide {
    Above,
    Below,
}

/// The kind of the line after `skip` others.
pub(super) fn kind_ahead<R: BufRead>(lines: &mut Lines<R>, skip: usize) -> Option<LineKind> {
    lines.peek(skip).map(|line| line::kind(&line.bytes))
}

/// Reads a grid with blanks for empty cells, if the lines ahead are one. `empty` blank lines
/// precede it.
pub(super) fn with_blanks<R: BufRead>(
    lines: &mut Lines<R>,
    name: &str,
    options: ReadOptions,
    empty: usize,
) -> Option<(Result<Puzzle, PuzzleError>, Vec<u8>)> {
    let first = lines.peek(0)?;
    let number = first.number;
    let one_line = blanks::read_line(&Piece::new(name, &first.bytes, number, options));
    if let Some(puzzle) = one_line {
        return lines.pop().map(|line| (Ok(puzzle), line.bytes));
    }
    for n in chars::SIZES {
        for above in 0..=empty.min(2) {
            let Some((count, bytes)) = rows_ahead(lines, n - above) else {
                continue;
            };
            let piece = Piece::new(name, &bytes, number, options);
            if let Some(puzzle) = blanks::read(&piece, n, above) {
                drop(piece);
                (0..count).for_each(|_| drop(lines.pop()));
                return Some((puzzle, bytes));
            }
        }
    }
    None
}

/// The lines ahead that contain `rows` rows, blank ones included, if no more rows follow.
fn rows_ahead<R: BufRead>(lines: &mut Lines<R>, rows: usize) -> Option<(usize, Vec<u8>)> {
    let (mut found, mut count) = (0, 0);
    let mut bytes: Vec<u8> = Vec::new();
    while found < rows {
        let line = lines.peek(count)?;
        if bytes.len() + line.bytes.len() > MAX_PUZZLE_BYTES {
            return None;
        }
        if count > 0 {
            bytes.push(b'\n');
        }
        bytes.extend_from_slice(&line.bytes);
        found += usize::from(line::kind(&line.bytes) != LineKind::Border);
        count += 1;
    }
    if kind_ahead(lines, count) == Some(LineKind::Border) {
        count += 1;
    }
    let more = matches!(
        kind_ahead(lines, count),
        Some(LineKind::Row(_) | LineKind::Sixteen)
    );
    (!more).then_some((count, bytes))
}

/// Whether a line begins a drawing, judged with the following lines.
pub(super) fn begins_drawing<R: BufRead>(lines: &mut Lines<R>, line: &[u8]) -> bool {
    // The first character rules out most lines of collections.
    let first = line.trim_ascii_start().first();
    if !matches!(first, Some(b'r' | b'c' | b'1' | b'+' | 0xe2)) {
        return false;
    }
    let text = String::from_utf8_lossy(line);
    if drawing::row_number(&text).is_some() {
        return true;
    }
    let named = drawing::is_column_names(&text) || drawing::is_column_numbers(&text);
    if !named && !chars::is_border(&text) {
        return false;
    }
    // Below the heading and the frame there is a labelled row.
    for skip in 0..8 {
        let Some(line) = lines.peek(skip) else {
            return false;
        };
        let text = String::from_utf8_lossy(&line.bytes);
        if drawing::row_number(&text).is_some() {
            return true;
        }
        let numbers = skip == 0 && named && drawing::is_column_numbers(&text);
        if !numbers && !chars::is_border(&text) && !drawing::is_row(&text) {
            return false;
        }
    }
    false
}

/// Reads the drawing that begins with a line.
pub(super) fn read_drawing<R: BufRead>(
    lines: &mut Lines<R>,
    first: Line,
    name: &str,
    options: ReadOptions,
) -> Result<Puzzle, PuzzleError> {
    let number = first.number;
    let mut text = first.bytes;
    let mut below = drawing::row_number(&String::from_utf8_lossy(&text)).is_some();
    while let Some(line) = lines.peek(0) {
        let next = String::from_utf8_lossy(&line.bytes);
        let row = drawing::is_row(&next);
        let heading = !below && drawing::is_column_numbers(&next);
        if !(row || heading || chars::is_border(&next)) || text.len() > MAX_PUZZLE_BYTES {
            break;
        }
        below |= row;
        text.push(b'\n');
        text.extend_from_slice(&line.bytes);
        lines.pop();
    }
    let piece = Piece::new(name, &text, number, options);
    match text.len() > MAX_PUZZLE_BYTES {
        true => Err(piece.too_long()),
        false => drawing::read(&piece),
    }
}

/// Whether a line belongs to a drawing: a sentence below the previous one, or the name directly
/// above the next.
pub(super) fn beside_drawing<R: BufRead>(
    lines: &mut Lines<R>,
    line: &[u8],
    kind: LineKind,
    drawn: bool,
) -> Option<DrawingSide> {
    if matches!(
        kind,
        LineKind::Blank | LineKind::Comment | LineKind::Section
    ) {
        return None;
    }
    let above = lines.peek(0).is_some_and(|next| {
        let bytes = next.bytes.trim_ascii_start();
        bytes.starts_with(b"c1") && drawing::is_column_names(&String::from_utf8_lossy(bytes))
    });
    // A sentence may have as many letters as a board has cells.
    let caption = (above || drawn) && drawing::is_caption(&String::from_utf8_lossy(line));
    match above {
        true if kind != LineKind::Whole || caption => Some(DrawingSide::Above),
        _ if drawn && caption => Some(DrawingSide::Below),
        _ => None,
    }
}

/// Whether a puzzle is ahead, possibly after blank lines.
pub(super) fn puzzle_follows<R: BufRead>(lines: &mut Lines<R>) -> bool {
    let ahead = (0..4)
        .map(|i| kind_ahead(lines, i))
        .find(|kind| *kind != Some(LineKind::Blank));
    matches!(
        ahead.flatten(),
        Some(
            LineKind::Row(Some(_))
                | LineKind::Whole
                | LineKind::Sixteen
                | LineKind::Border
                | LineKind::Long
        )
    )
}
