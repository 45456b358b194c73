//! The meaning of each character of puzzle text, and the numbers of cells that make a board.
//!
//! Everything is in one table, so that reading a line takes one load per byte.

use std::sync::{Arc, OnceLock};

use crate::grid::{Board, Digit, MAX_SIZE, Shape};

/// The supported board sizes.
pub(super) const SIZES: [usize; 10] = [4, 6, 8, 9, 10, 12, 15, 16, 20, 25];

/// The class of a byte: 0 is an empty cell, 1..=25 a digit, the rest below.
pub(super) type Class = u8;
/// An empty cell.
pub(super) const EMPTY: Class = 0;
/// The largest class that is a cell.
pub(super) const LAST_DIGIT: Class = MAX_SIZE as Class;
/// Space between tokens, the vertical strokes of a frame, and quotation marks around a line.
pub(super) const BLANK: Class = 100;
/// The start of a comment, up to the end of the line.
pub(super) const HASH: Class = 101;
/// A character that is not a cell.
pub(super) const STRANGE: Class = 102;
/// A byte of a character that is not ASCII.
pub(super) const WIDE: Class = 103;

static CLASSES: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut table = [STRANGE; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = match b {
            b'.' | b'0' | b'*' | b'_' | b'?' | b'-' | b'x' | b'X' => EMPTY,
            b'1'..=b'9' => b - b'0',
            b'A'..=b'P' => b - b'A' + 10,
            b'a'..=b'p' => b - b'a' + 10,
            b' ' | b'\t' | b'\r' | b'\n' | 11 | 12 | b'|' | b',' | b';' | b'"' | b'\'' => BLANK,
            b'#' => HASH,
            128.. => WIDE,
            _ => STRANGE,
        };
        byte += 1;
    }
    table
}

/// The class of a byte.
pub(super) fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

/// The class of a character. Characters beyond ASCII are space or strange.
pub(super) fn class_of(c: char) -> Class {
    match c {
        _ if c.is_ascii() => class(c as u8),
        '\u{feff}' | '“' | '”' | '‘' | '’' => BLANK,
        _ if c.is_whitespace() || is_box_drawing(c) => BLANK,
        _ => STRANGE,
    }
}

/// Whether the class is a cell: a digit or an empty one.
pub(super) fn is_cell(class: Class) -> bool {
    class <= LAST_DIGIT
}

/// The digit of a class, `None` for an empty cell.
pub(super) fn digit(class: Class) -> Option<Digit> {
    debug_assert!(is_cell(class));
    usize::from(class).checked_sub(1).map(Digit::new)
}

/// Characters of the Unicode block "Box Drawing".
pub(super) fn is_box_drawing(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c)
}

/// Whether a line is part of a frame and has no cells: `+---+---+`, `'---'---'`, `├───┤`.
///
/// It must contain a horizontal stroke. A row of dots is a row of empty cells, and single dashes
/// between spaces are cells without candidates.
pub(super) fn is_border(line: &str) -> bool {
    let mut stroke = false;
    let mut last = ' ';
    for c in line.chars() {
        let horizontal = matches!(c, '-' | '=');
        stroke |=
            is_box_drawing(c) && !matches!(c, '│' | '┃' | '║' | '╎' | '╏' | '┆' | '┇' | '┊' | '┋');
        stroke |= horizontal && (last == c || last == '+') || c == '+' && matches!(last, '-' | '=');
        if !(horizontal
            || matches!(c, '+' | '|' | '\'' | '.' | ':' | '*' | '`' | ',')
            || is_box_drawing(c)
            || c.is_whitespace())
        {
            return false;
        }
        last = c;
    }
    stroke
}

/// The number of cells of a row and the width of its text, if some empty cells are written `-`.
///
/// Only next to such a row can `---------` be a row of empty cells instead of a frame.
pub(super) fn dashed_row(line: &str) -> Option<(usize, usize)> {
    let line = line.trim();
    if !line.contains('-') || line.contains('|') || is_border(line) {
        return None;
    }
    let mut cells = 0;
    for c in line.chars().filter(|c| !c.is_whitespace()) {
        if !is_cell(class_of(c)) {
            return None;
        }
        cells += 1;
    }
    SIZES.contains(&cells).then_some((cells, line.len()))
}

/// Whether a line of dashes is a row of empty cells, next to a row with this number of cells and
/// width.
pub(super) fn is_empty_row(line: &str, (cells, width): (usize, usize)) -> bool {
    let line = line.trim();
    let dashes = line.bytes().filter(|&b| b == b'-').count();
    line.len() == width && dashes == cells && line.bytes().all(|b| b == b'-' || b == b' ')
}

/// The size of a board with this number of cells.
pub(super) fn square(count: usize) -> Option<usize> {
    SIZES.into_iter().find(|n| n * n == count)
}

/// The size of a board with this number of candidates.
pub(super) fn cube(count: usize) -> Option<usize> {
    SIZES.into_iter().find(|n| n * n * n == count)
}

/// The standard board of one of the [`SIZES`].
///
/// Cached here as well, so that reading a million lines takes no lock.
pub(super) fn board(size: usize) -> Arc<Board> {
    static BOARDS: [OnceLock<Arc<Board>>; MAX_SIZE + 1] = [const { OnceLock::new() }; MAX_SIZE + 1];
    let shape = Shape::of_size(size).expect("one of the usual sizes");
    Arc::clone(BOARDS[size].get_or_init(|| Board::sudoku(shape)))
}
