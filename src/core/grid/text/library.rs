//! One line of a technique library: a state, and the step that must be found in it.
//!
//! The format is `:code:digits:board:deleted:eliminations:placements:extra`. The board has a `+`
//! before each digit that was placed, not given, and candidates are triples of digit, row and
//! column. The fields after the board may be missing.

use std::ops::Range;

use super::chars::{self, Class};
use super::error::{Amount, PuzzleError, nearest_sizes};
use super::interpret::find_clash;
use super::piece::Piece;
use crate::grid::{Board, Candidate, Cell, Digit, Expected, Puzzle, State};

/// A field of the line, with its place.
#[derive(Clone, Copy)]
struct LibraryField<'t> {
    text: &'t str,
    start: usize,
}

impl LibraryField<'_> {
    fn place(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// Reads a line that begins with `:`.
pub(super) fn read(piece: &Piece) -> Result<Puzzle, PuzzleError> {
    let text = piece.text.trim_end();
    let start = text.len() - text.trim_start().len();
    let mut at = start;
    let mut fields = text[start..].split(':').map(|text| {
        let field = LibraryField { text, start: at };
        at += text.len() + 1;
        field
    });
    let end = LibraryField {
        text: "",
        start: text.len(),
    };
    // There is no text before the first colon.
    let mut next = || fields.next().unwrap_or(end);
    let [
        _,
        code,
        digits,
        grid,
        deleted,
        eliminations,
        placements,
        extra,
    ] = std::array::from_fn(|_| next());

    let (code, variant) = read_code(piece, code)?;
    let (board, cells) = read_board(piece, grid)?;
    let mut state = State::full(&board);
    for (i, cell) in cells.iter().enumerate() {
        if let Some(digit) = chars::digit(cell.class) {
            state.place(&board, board.candidate(Cell::new(i), digit));
        }
    }
    for candidate in candidates(piece, &board, deleted, "deleted candidates")? {
        state.eliminate(&board, candidate);
    }
    let expected = Expected {
        code,
        variant,
        digits: read_digits(piece, &board, digits)?,
        eliminations: candidates(piece, &board, eliminations, "eliminations")?,
        placements: candidates(piece, &board, placements, "placements")?,
        extra: text
            .get(extra.start..)
            .unwrap_or("")
            .trim_end_matches(':')
            .to_owned(),
    };
    let given = |cell: &Filled| chars::digit(cell.class).filter(|_| !cell.placed);
    Ok(Puzzle {
        givens: Some(cells.iter().map(given).collect()),
        filled: Some((cells.iter().map(|cell| chars::digit(cell.class).is_some())).collect()),
        pencilmarks: Some(
            board
                .cells()
                .map(|cell| state.digits(&board, cell))
                .collect(),
        ),
        board,
        label: None,
        expected: Some(expected),
    })
}

/// A code such as `0300`, with an optional variant: `0710-2`, `0606-x`, or as a fifth digit,
/// `03111`.
fn read_code(piece: &Piece, field: LibraryField) -> Result<(String, Option<String>), PuzzleError> {
    let digits = field
        .text
        .bytes()
        .take(4)
        .take_while(u8::is_ascii_alphanumeric);
    if digits.count() < 4 {
        return Err(piece.bad_library_line("code of four digits", field.place()));
    }
    let (code, rest) = field.text.split_at(4);
    let variant = rest.strip_prefix('-').unwrap_or(rest);
    Ok((
        code.to_owned(),
        Some(variant).filter(|v| !v.is_empty()).map(str::to_owned),
    ))
}

/// A cell of the board.
struct Filled {
    class: Class,
    placed: bool,
    at: usize,
}

fn read_board(
    piece: &Piece,
    field: LibraryField,
) -> Result<(std::sync::Arc<Board>, Vec<Filled>), PuzzleError> {
    if field.text.is_empty() {
        return Err(piece.bad_library_line("board", field.place()));
    }
    let mut cells = Vec::with_capacity(81);
    let mut placed = false;
    for (i, c) in field.text.char_indices() {
        let at = field.start + i;
        match chars::class_of(c) {
            _ if c == '+' && !placed => placed = true,
            // The libraries use one sign for an empty cell, so a dash is a mistake.
            _ if matches!(c, '-' | 'x' | 'X') => return Err(piece.strange(at, None, None)),
            class if chars::is_cell(class) && !(placed && class == chars::EMPTY) => {
                cells.push(Filled { class, placed, at });
                placed = false;
            }
            _ => return Err(piece.strange(at, None, None)),
        }
    }
    let Some(n) = chars::square(cells.len()).filter(|_| !placed) else {
        let note = format!("{} here", cells.len());
        let nearest = nearest_sizes(cells.len());
        return Err(piece.wrong_length(Amount::Cells(cells.len()), nearest, field.place(), note));
    };
    let board = chars::board(n);
    if let Some(i) = cells.iter().position(|c| usize::from(c.class) > n) {
        let name = board.cell_name(Cell::new(i));
        return Err(piece.strange(cells[i].at, Some(n), Some(name)));
    }
    let classes: Vec<Class> = cells.iter().map(|c| c.class).collect();
    if !piece.options.allow_clash
        && let Some((a, b)) = find_clash(&board, &classes)
    {
        let at = |i: usize| (Cell::new(i), cells[i].at..cells[i].at + 1);
        return Err(piece.clash(&board, classes[b], [at(a), at(b)]));
    }
    Ok((board, cells))
}

fn read_digits(
    piece: &Piece,
    board: &Board,
    field: LibraryField,
) -> Result<Vec<Digit>, PuzzleError> {
    let digit = |(i, c): (usize, char)| {
        let strange = || piece.strange(field.start + i, Some(board.size()), None);
        board.parse_digit(c).ok_or_else(strange)
    };
    field
        .text
        .char_indices()
        .filter(|(_, c)| *c != ' ')
        .map(digit)
        .collect()
}

/// The candidates of a field, one character each for digit, row and column.
fn candidates(
    piece: &Piece,
    board: &Board,
    field: LibraryField,
    name: &'static str,
) -> Result<Vec<Candidate>, PuzzleError> {
    let mut found = Vec::new();
    let mut at = field.start;
    for triple in field.text.split(' ') {
        let place = at..at + triple.len();
        at = place.end + 1;
        if triple.is_empty() {
            continue;
        }
        let mut chars = triple.chars().map(|c| board.parse_digit(c));
        let parts: [Option<Digit>; 3] = std::array::from_fn(|_| chars.next().flatten());
        let ([Some(digit), Some(row), Some(column)], None) = (parts, chars.next()) else {
            return Err(piece.bad_triple(name, place));
        };
        found.push(board.candidate(board.cell(row.index(), column.index()), digit));
    }
    Ok(found)
}
