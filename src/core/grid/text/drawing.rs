//! Reads back the drawings of this program, in all three layouts.
//!
//! A drawing is recognised by its labelled rows:
//!
//! ```text
//!      c1    c2    c3       c4
//!    +--------------------+----
//! r1 | 1267  8     125*7  | 257
//! ```
//!
//! Signs before marked candidates are dropped, so the result is the state before the step. The
//! layout with every digit at its own place has lines without a label. The narrowest layout shows
//! only solved cells, with two characters per cell.

use std::ops::Range;

use super::chars;
use super::error::{Amount, PuzzleError, size_of};
use super::interpret::{interpret, marked};
use super::piece::Piece;
use super::scan::Scan;
use crate::grid::{Puzzle, Shape};

/// Whether a line has the names of the columns: `c1 c2 c3`.
pub(super) fn is_column_names(line: &str) -> bool {
    let named = |(i, word): (usize, &str)| word == format!("c{}", i + 1);
    let words = line.split_whitespace().count();
    chars::SIZES.contains(&words) && line.split_whitespace().enumerate().all(named)
}

/// Whether a line may have the numbers of the columns, used where names are too wide: `1 2 3   4 5
/// 6`.
pub(super) fn is_column_numbers(line: &str) -> bool {
    let number = |word: &str| word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit());
    let mut words = line.split_whitespace();
    words.clone().next().is_some() && words.all(number)
}

/// The number of a labelled row: `r3 | ... |`.
pub(super) fn row_number(line: &str) -> Option<usize> {
    let rest = line.trim().strip_prefix('r')?;
    let end = rest.find(|c: char| !c.is_ascii_digit())?;
    let bar = rest[end..]
        .trim_start()
        .chars()
        .next()
        .filter(|&c| is_bar(c));
    bar.and(rest.get(..end.min(3))?.parse().ok())
}

/// Whether a line is a row of a drawing, or a part of one without a label.
pub(super) fn is_row(line: &str) -> bool {
    let line = line.trim();
    let mut bars = line.chars().filter(|&c| is_bar(c));
    row_number(line).is_some() || (line.starts_with(is_bar) && bars.nth(1).is_some())
}

/// Whether a line is a sentence above or below a drawing: it has words that cannot be cells, or the
/// effect of a step.
pub(super) fn is_caption(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_ascii_alphabetic());
    let strange = |c: char| !chars::is_cell(chars::class_of(c));
    line.contains("=>") || words.any(|word| word.len() > 2 && word.contains(strange))
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║')
}

fn is_sign(c: char) -> bool {
    matches!(c, '*' | '~' | '-' | '+')
}

/// A line between the borders, split at its vertical strokes.
struct DrawnRow {
    number: Option<usize>,
    parts: Vec<Range<usize>>,
}

/// Reads a drawing.
pub(super) fn read(piece: &Piece) -> Result<Puzzle, PuzzleError> {
    let text = &*piece.text;
    let rows = rows(text);
    let n = rows.iter().filter(|row| row.number.is_some()).count();
    let numbers = rows.iter().filter_map(|row| row.number);
    let in_order = { numbers }.eq(1..=n);
    let Some(shape) = Shape::of_size(n).filter(|_| in_order && chars::SIZES.contains(&n)) else {
        return Err(wrong_rows(piece, &rows, n));
    };
    let boxes = n / shape.width;
    if let Some(odd) = rows.iter().find(|row| row.parts.len() != boxes) {
        let note = format!("{} boxes side by side here", odd.parts.len());
        let place = odd.parts.first().map_or(0, |p| p.start)..odd.parts.last().map_or(0, |p| p.end);
        let found = Amount::Cells(odd.parts.len() * shape.width);
        return Err(piece.wrong_length(found, size_of(n), place, note));
    }
    let width = |part: &Range<usize>| text[part.clone()].chars().count();
    let all = |wanted: usize| (rows.iter()).all(|row| row.parts.iter().all(|p| width(p) == wanted));
    if rows.len() > n && all(shape.width * (2 * shape.width + 1) + 1) {
        return blocks(piece, &rows, shape);
    }
    let narrow = all(2 * shape.width + 1);
    let plain = without_frame(text, &rows, narrow);
    interpret(piece, &Scan::new(&plain))
}

fn rows(text: &str) -> Vec<DrawnRow> {
    let mut rows = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if is_row(line) && !chars::is_border(line) {
            let bars: Vec<(usize, char)> = line.char_indices().filter(|b| is_bar(b.1)).collect();
            let between = |w: &[(usize, char)]| start + w[0].0 + w[0].1.len_utf8()..start + w[1].0;
            rows.push(DrawnRow {
                number: row_number(line),
                parts: bars.windows(2).map(between).collect(),
            });
        }
        start += line.len();
    }
    rows
}

/// The error for rows that do not form a board.
fn wrong_rows(piece: &Piece, rows: &[DrawnRow], found: usize) -> PuzzleError {
    let is_odd = |(i, row): (usize, &DrawnRow)| row.number != Some(i + 1);
    let labelled = || rows.iter().filter(|row| row.number.is_some());
    let odd = labelled().enumerate().find(|&row| is_odd(row));
    let row = odd.map(|(_, row)| row).or(labelled().next_back());
    let place = row
        .and_then(|row| row.parts.first())
        .cloned()
        .unwrap_or(0..0);
    let note = match odd {
        Some((i, _)) => format!("row {} is missing above", i + 1),
        None => format!("{found} rows"),
    };
    let nearest = chars::SIZES.into_iter().find(|&n| n >= found).unwrap_or(25);
    piece.wrong_length(
        Amount::Cells(found * nearest),
        size_of(nearest),
        place,
        note,
    )
}

/// The text with spaces in place of everything but the cells. The length is unchanged, so that
/// places stay valid.
fn without_frame(text: &str, rows: &[DrawnRow], narrow: bool) -> String {
    let mut plain: Vec<u8> = text
        .bytes()
        .map(|b| if b == b'\n' { b } else { b' ' })
        .collect();
    for part in rows.iter().flat_map(|row| row.parts.iter()) {
        let inner = &text[part.clone()];
        // Characters beyond ASCII are not cells and are kept for the error.
        if !inner.is_ascii() {
            plain[part.clone()].copy_from_slice(inner.as_bytes());
            continue;
        }
        let to = &mut plain[part.clone()];
        let mut at = 0;
        for (i, c) in inner.char_indices() {
            let next = inner[i + 1..].chars().next();
            match c {
                ' ' => at = i + 1,
                _ if is_sign(c) && next.is_some_and(|c| c != ' ') => at += usize::from(narrow),
                // The digit that the step is about to place is not part of the state.
                _ if narrow && (c == '!' || inner[..i].ends_with('+')) => {
                    to[at] = b'.';
                    at += 1;
                }
                // A cell without candidates. There is always a space after it.
                '!' => to[at..(at + 2).min(inner.len())]
                    .copy_from_slice(&b"{}"[..(inner.len() - at).min(2)]),
                _ => {
                    to[at] = c as u8;
                    at += 1;
                }
            }
        }
    }
    String::from_utf8(plain).unwrap_or_else(|_| text.to_owned())
}

/// Reads the layout with a block per cell, in which every digit has its own place.
fn blocks(piece: &Piece, rows: &[DrawnRow], shape: Shape) -> Result<Puzzle, PuzzleError> {
    let n = shape.size();
    let cell_width = 2 * shape.width + 1;
    let mut masks = vec![0u32; n * n];
    let mut places = vec![0..0; n * n];
    let labelled = rows
        .iter()
        .enumerate()
        .filter(|(_, row)| row.number.is_some());
    for (row, (label, _)) in labelled.enumerate() {
        let first = label.saturating_sub(shape.height / 2);
        for line in rows.iter().skip(first).take(shape.height) {
            for (number, part) in line.parts.iter().enumerate() {
                for (i, (at, c)) in piece.text[part.clone()].char_indices().enumerate() {
                    let column = number * shape.width + i / cell_width;
                    let class = chars::class_of(c);
                    if c == ' ' || c == '!' || is_sign(c) || column >= n {
                        continue;
                    }
                    if !(1..=n).contains(&usize::from(class)) {
                        return Err(piece.strange(part.start + at, Some(n), None));
                    }
                    masks[row * n + column] |= 1 << (class - 1);
                }
                for column in number * shape.width..(number + 1) * shape.width {
                    places[row * n + column] = part.clone();
                }
            }
        }
    }
    marked(piece, masks, n, |cell| places[cell].clone())
}
