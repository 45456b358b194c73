//! Grids in which an empty cell is a blank.
//!
//! Lines that fit no other format are tried as rows of digits at their places:
//!
//! ```text
//! 53  7                +---+---+---+
//! 6  195               |53 | 7 |   |
//!  98    6             |6  |195|   |
//! ```
//!
//! Without a frame, a cell has one character, or two with a space between. In a frame, each part
//! between strokes has as many cells as a box is wide, with or without spaces around them. A whole
//! puzzle may also be on one line, one character per cell.

use super::chars::{self, Class, EMPTY};
use super::error::PuzzleError;
use super::interpret::grid;
use super::piece::Piece;
use crate::grid::{Puzzle, Shape};

/// Cells with their places, row by row.
type CellsInText = Vec<(Class, usize)>;

/// Reads a grid of n rows, the first `above` of which are blank lines above the text.
pub(super) fn read(piece: &Piece, n: usize, above: usize) -> Option<Result<Puzzle, PuzzleError>> {
    let text = &*piece.text;
    let mut start = 0;
    let mut lines = Vec::new();
    for line in text.split('\n') {
        if !chars::is_border(line) {
            lines.push((start, line.trim_end_matches('\r')));
        }
        start += line.len() + 1;
    }
    if lines.len() + above != n || !text.is_ascii() && !text.chars().any(chars::is_box_drawing) {
        return None;
    }
    let framed = lines
        .iter()
        .all(|(_, line)| line.trim().starts_with(['|', '│', '┃', '║']));
    let width = Shape::of_size(n)?.width;
    let strides: [(usize, usize); 3] = match framed {
        true => [(0, 1), (1, 2), (0, 2)],
        false => [(0, 1), (0, 2), (0, 2)],
    };
    let cells = strides.into_iter().find_map(|(first, stride)| {
        let row = |&(start, line): &(usize, &str)| match framed {
            true => framed_row(line, start, n, width, first, stride),
            false => plain_row(line, start, n, stride),
        };
        let rows: Option<Vec<CellsInText>> = lines.iter().map(row).collect();
        Some(rows?.concat())
    })?;
    // If every cell or nearly no cell is filled, the text is not a grid with blanks.
    let filled = cells.iter().filter(|(class, _)| *class != EMPTY).count();
    if filled == n * n || filled < n {
        return None;
    }
    let blank = (0..above * n).map(|_| (EMPTY, 0));
    let cells: CellsInText = blank.chain(cells).collect();
    let classes: Vec<Class> = cells.iter().map(|(class, _)| *class).collect();
    Some(grid(piece, &classes, n, |i| cells[i].1..cells[i].1 + 1))
}

/// Reads a line with one character per cell. A row of pencilmarks in columns may have the same
/// length, so lines with few digits or with clashes are rejected.
pub(super) fn read_line(piece: &Piece) -> Option<Puzzle> {
    let line = piece.text.trim_end_matches('\r');
    let n = chars::square(line.len()).filter(|_| line.is_ascii())?;
    let classes: Option<Vec<Class>> = line.chars().map(|c| class(c, n)).collect();
    let classes = classes?;
    let filled = classes.iter().filter(|&&class| class != EMPTY).count();
    if filled == classes.len() || filled < 2 * n - 1 {
        return None;
    }
    grid(piece, &classes, n, |i| i..i + 1).ok()
}

/// The class of a character, with a blank as an empty cell.
fn class(c: char, n: usize) -> Option<Class> {
    match chars::class_of(c) {
        _ if c == ' ' => Some(EMPTY),
        // If another character marks empty cells, a blank is not a cell.
        class if class != EMPTY && usize::from(class) <= n => Some(class),
        _ => None,
    }
}

/// A row without a frame: a cell has one character, or two.
fn plain_row(line: &str, start: usize, n: usize, stride: usize) -> Option<CellsInText> {
    let bytes = line.as_bytes();
    let between = |(i, &b): (usize, &u8)| i % stride == 0 || b == b' ';
    if bytes.len() > n * stride || !bytes.iter().enumerate().all(between) {
        return None;
    }
    let cell = |i: usize| {
        let c = bytes.get(i * stride).map_or(' ', |&b| char::from(b));
        Some((
            class(c, n)?,
            start + (i * stride).min(bytes.len().saturating_sub(1)),
        ))
    };
    (0..n).map(cell).collect()
}

/// A row in a frame: the parts between strokes have the cells of a box, or one cell.
fn framed_row(
    line: &str,
    start: usize,
    n: usize,
    width: usize,
    first: usize,
    stride: usize,
) -> Option<CellsInText> {
    let is_bar = |c: char| c == '|' || chars::is_box_drawing(c);
    let bars: Vec<(usize, char)> = line.char_indices().filter(|b| is_bar(b.1)).collect();
    let parts = bars.len().checked_sub(1)?;
    let in_part = if parts == n { 1 } else { width };
    if parts * in_part != n {
        return None;
    }
    let mut cells = Vec::with_capacity(n);
    for pair in bars.windows(2) {
        let at = pair[0].0 + pair[0].1.len_utf8();
        let part = line.get(at..pair[1].0)?.as_bytes();
        let length = first * 2 + (in_part - 1) * stride + 1;
        let between =
            |(i, &b): (usize, &u8)| (i >= first && (i - first).is_multiple_of(stride)) || b == b' ';
        if part.len() != length || !part.iter().enumerate().all(between) {
            return None;
        }
        for i in 0..in_part {
            let place = first + i * stride;
            cells.push((class(char::from(part[place]), n)?, start + at + place));
        }
    }
    Some(cells)
}
