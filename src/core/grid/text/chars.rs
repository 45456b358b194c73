//! What each character of puzzle text means, and which counts of cells make a board.
//!
//! One table, so that reading a line is one pass with one load for each byte.

use std::sync::{Arc, OnceLock};

use crate::grid::{Board, Digit, MAX_SIZE, Shape};

/// Every size that puzzle text may have.
pub(super) const SIZES: [usize; 10] = [4, 6, 8, 9, 10, 12, 15, 16, 20, 25];

/// What a byte of puzzle text is: 0 is an empty cell, 1..=25 a digit, the rest below.
pub(super) type Class = u8;
/// An empty cell.
pub(super) const EMPTY: Class = 0;
/// The largest class that is a cell.
pub(super) const LAST_DIGIT: Class = MAX_SIZE as Class;
/// Space between tokens, the upright strokes of a drawn grid, and quotation marks around a line.
pub(super) const SPACE: Class = 100;
/// The rest of the line is a comment.
pub(super) const HASH: Class = 101;
/// Nothing that stands for a cell.
pub(super) const STRANGE: Class = 102;
/// The first or a later byte of a character that is not ASCII.
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
            b' ' | b'\t' | b'\r' | b'\n' | 11 | 12 | b'|' | b',' | b';' | b'"' | b'\'' => SPACE,
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

/// The class of a character; characters beyond ASCII are space or strange.
pub(super) fn class_of(c: char) -> Class {
    match c {
        _ if c.is_ascii() => class(c as u8),
        '\u{feff}' | '“' | '”' | '‘' | '’' => SPACE,
        _ if c.is_whitespace() || is_box_drawing(c) => SPACE,
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

/// Whether a line is part of a drawn frame and holds no cells: `+---+---+`, `'---'---'`, `├───┤`.
///
/// A horizontal stroke must be in it: a row of dots is a row of empty cells, and single
/// dashes between spaces are cells without candidates.
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

/// The cells of a row, and the width of its text, if some of them are empty ones written `-`.
///
/// Only beside such a row can `---------` be a row of empty cells and no part of a frame.
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

/// Whether a line of dashes is a row of empty cells, beside a row with this many cells and this width.
pub(super) fn is_empty_row(line: &str, (cells, width): (usize, usize)) -> bool {
    let line = line.trim();
    let dashes = line.bytes().filter(|&b| b == b'-').count();
    line.len() == width && dashes == cells && line.bytes().all(|b| b == b'-' || b == b' ')
}

/// The size of a board with this many cells.
pub(super) fn square(count: usize) -> Option<usize> {
    SIZES.into_iter().find(|n| n * n == count)
}

/// The size of a board with this many candidates.
pub(super) fn cube(count: usize) -> Option<usize> {
    SIZES.into_iter().find(|n| n * n * n == count)
}

/// The standard board of one of the [`SIZES`].
///
/// Kept here once more so that reading a million lines takes no lock a million times.
pub(super) fn board(size: usize) -> Arc<Board> {
    static BOARDS: [OnceLock<Arc<Board>>; MAX_SIZE + 1] = [const { OnceLock::new() }; MAX_SIZE + 1];
    let shape = Shape::of_size(size).expect("one of the usual sizes");
    Arc::clone(BOARDS[size].get_or_init(|| Board::sudoku(shape)))
}
