//! Interpretation of tokens: chooses among the ways to write a grid.
//!
//! With T tokens of C characters in total, the first reading that fits is used:
//!
//! 1. T = n², one character each: a grid.
//! 2. T = n², n > 9, without letters, each token a number up to n: a grid.
//! 3. T = n², each token a set of digits: pencilmarks.
//! 4. C = n³, where position k of each n characters is digit k or empty: pencilmarks.
//! 5. C = n²: a grid, however its characters are grouped.
//!
//! No text of a proper puzzle fits two of them. Groups and lists of candidates omit no cell, so a
//! grid that looks like one has digits in every n characters, all of them among the first few. 64
//! is the only number that is both a square (8x8) and a cube (4x4).

use std::ops::Range;

use super::chars::{self, Class, EMPTY};
use super::error::{Amount, PuzzleError, nearest_sizes, size_of};
use super::piece::Piece;
use super::scan::{Scan, TextToken};
use crate::grid::{Board, Cell, Digit, MAX_SIZE, Puzzle};

/// Reads the tokens of a piece of text as one puzzle.
pub(super) fn interpret(piece: &Piece, scan: &Scan) -> Result<Puzzle, PuzzleError> {
    if scan.tokens.is_empty() {
        return Err(PuzzleError::Empty {
            name: piece.name.into(),
        });
    }
    let tokens = &scan.tokens;
    let by_tokens = chars::square(tokens.len());
    if let Some(n) = by_tokens.filter(|_| !scan.is_plain()) {
        if n > 9 && numbers_fit(tokens, n) {
            return numbers(piece, scan, n);
        }
        if groups_fit(tokens, n) {
            return pencilmarks(piece, scan, n);
        }
    }
    if let Some(n) = chars::cube(scan.chars)
        && (chars::square(scan.chars).is_none() || list_fits(scan, n))
    {
        return candidate_list(piece, scan, n);
    }
    let empty_group = tokens.iter().any(|t| t.text.is_empty());
    if let Some(n) = chars::square(scan.chars).filter(|_| !empty_group) {
        return characters(piece, scan, n);
    }
    Err(misfit(piece, scan))
}

/// Reads one character per cell.
fn characters(piece: &Piece, scan: &Scan, n: usize) -> Result<Puzzle, PuzzleError> {
    let board = chars::board(n);
    let mut cells = Vec::with_capacity(n * n);
    for (i, (at, c)) in scan.characters().enumerate() {
        let class = chars::class_of(c);
        if usize::from(class) > n {
            let cell = board.cell_name(Cell::new(i));
            return Err(piece.strange(at, Some(n), Some(cell)));
        }
        cells.push(class);
    }
    let place = |i| {
        let (at, c) = scan.characters().nth(i).unwrap_or((0, ' '));
        at..at + c.len_utf8()
    };
    grid(piece, &cells, n, place)
}

/// Whether the tokens are numbers up to n, some with two digits, and none is a letter.
pub(super) fn numbers_fit(tokens: &[TextToken], n: usize) -> bool {
    tokens
        .iter()
        .all(|t| number(t.text).is_some_and(|k| k <= n))
}

/// A number of one or two digits, 0 for an empty cell.
pub(super) fn number(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [b] if b.is_ascii_digit() => Some(usize::from(b - b'0')),
        [b] if chars::class(*b) == EMPTY => Some(0),
        [a, b] if a.is_ascii_digit() && b.is_ascii_digit() => {
            Some(usize::from(a - b'0') * 10 + usize::from(b - b'0'))
        }
        _ => None,
    }
}

/// Reads one number per cell.
fn numbers(piece: &Piece, scan: &Scan, n: usize) -> Result<Puzzle, PuzzleError> {
    let class = |t: &TextToken| number(t.text).unwrap_or(0) as Class;
    let cells: Vec<Class> = scan.tokens.iter().map(class).collect();
    grid(piece, &cells, n, |i| scan.tokens[i].place.clone())
}

/// A puzzle with givens. Fails if two clash.
pub(super) fn grid(
    piece: &Piece,
    cells: &[Class],
    n: usize,
    place: impl Fn(usize) -> Range<usize>,
) -> Result<Puzzle, PuzzleError> {
    let board = chars::board(n);
    if !piece.options.allow_clash
        && let Some((a, b)) = find_clash(&board, cells)
    {
        let at = |i| (Cell::new(i), place(i));
        return Err(piece.clash(&board, cells[b], [at(a), at(b)]));
    }
    let givens = cells.iter().map(|&class| chars::digit(class)).collect();
    Ok(Puzzle::from_givens(board, givens))
}

/// The first cell in reading order whose digit also occurs in an earlier peer, with that peer.
pub(super) fn find_clash(board: &Board, cells: &[Class]) -> Option<(usize, usize)> {
    let shape = board.shape();
    let n = board.size();
    let mut columns = [0u32; MAX_SIZE];
    let mut boxes = [0u32; MAX_SIZE];
    for (row, line) in cells.chunks_exact(n).enumerate() {
        if row % shape.height == 0 {
            boxes = [0; MAX_SIZE];
        }
        let mut in_row = 0u32;
        let parts = line
            .chunks_exact(shape.width)
            .zip(columns.chunks_mut(shape.width));
        for ((part, columns), in_box) in parts.zip(&mut boxes) {
            for (&class, in_column) in part.iter().zip(columns) {
                // Bit 0 stands for an empty cell, which never clashes.
                let bit = (1u32 << class) & !1;
                if (in_row | *in_column | *in_box) & bit != 0 {
                    return first_clash(board, cells, row);
                }
                in_row |= bit;
                *in_column |= bit;
                *in_box |= bit;
            }
        }
    }
    None
}

/// The first cell of a row whose digit also occurs in an earlier peer, with that peer.
fn first_clash(board: &Board, cells: &[Class], row: usize) -> Option<(usize, usize)> {
    let n = board.size();
    let clashes = |first: usize, second: usize| {
        cells[first] == cells[second] && board.sees(Cell::new(first), Cell::new(second))
    };
    (row * n..(row + 1) * n)
        .filter(|&second| cells[second] != EMPTY)
        .find_map(|second| Some(((0..second).find(|&first| clashes(first, second))?, second)))
}

/// The digits of a group as a mask. `.` stands for all. Fails with the position of an invalid
/// character in the group.
fn group(text: &str, n: usize) -> Result<u32, usize> {
    match text {
        // Among groups of candidates, a dash is a cell without any.
        "-" => return Ok(0),
        _ if text.len() == 1 && text.chars().all(|c| chars::class_of(c) == EMPTY) => {
            return Ok((1 << n) - 1);
        }
        _ => {}
    }
    let mut mask = 0;
    for (i, c) in text.char_indices() {
        let class = chars::class_of(c);
        let Some(digit) = (usize::from(class) <= n)
            .then(|| chars::digit(class))
            .flatten()
        else {
            return Err(i);
        };
        let bit = 1u32 << digit.index();
        if mask & bit != 0 {
            return Err(i);
        }
        mask |= bit;
    }
    Ok(mask)
}

/// Whether each token is a set of digits up to n, or empty.
pub(super) fn groups_fit(tokens: &[TextToken], n: usize) -> bool {
    tokens.iter().all(|t| group(t.text, n).is_ok())
}

/// Reads one set of digits per cell.
fn pencilmarks(piece: &Piece, scan: &Scan, n: usize) -> Result<Puzzle, PuzzleError> {
    let masks = scan
        .tokens
        .iter()
        .map(|t| group(t.text, n).unwrap_or(0))
        .collect();
    marked(piece, masks, n, |i| scan.tokens[i].place.clone())
}

/// Whether every n characters are a list of candidates with at least one of them.
fn list_fits(scan: &Scan, n: usize) -> bool {
    let mut found = false;
    for (i, (_, c)) in scan.characters().enumerate() {
        let class = usize::from(chars::class_of(c));
        if class != 0 && class != i % n + 1 {
            return false;
        }
        found |= class != 0;
        if i % n == n - 1 && !std::mem::take(&mut found) {
            return false;
        }
    }
    true
}

/// Reads n characters per cell: digit k or an empty cell at position k.
fn candidate_list(piece: &Piece, scan: &Scan, n: usize) -> Result<Puzzle, PuzzleError> {
    let board = chars::board(n);
    let mut masks = vec![0u32; n * n];
    for (i, (at, c)) in scan.characters().enumerate() {
        let (cell, position) = (i / n, i % n);
        let class = chars::class_of(c);
        if class != EMPTY {
            if usize::from(class) != position + 1 {
                let name = board.cell_name(Cell::new(cell));
                let digit = Digit::new(position);
                let note = format!("only a {digit} of {name} or an empty one can stand here");
                return Err(piece.strange(at, Some(n), Some(note)));
            }
            masks[cell] |= 1 << position;
        }
    }
    let place = |cell| {
        let mut places = scan.characters().map(|(at, c)| at..at + c.len_utf8());
        let first = places.nth(cell * n).unwrap_or(0..0);
        first.start..places.nth(n - 2).unwrap_or(first).end
    };
    marked(piece, masks, n, place)
}

/// A puzzle with pencilmarks. Fails if a cell has none.
pub(super) fn marked(
    piece: &Piece,
    masks: Vec<u32>,
    n: usize,
    place: impl Fn(usize) -> Range<usize>,
) -> Result<Puzzle, PuzzleError> {
    let board = chars::board(n);
    if !piece.options.allow_empty
        && let Some(cell) = masks.iter().position(|&mask| mask == 0)
    {
        return Err(piece.no_candidate(board.cell_name(Cell::new(cell)), place(cell)));
    }
    Ok(Puzzle {
        board,
        givens: None,
        pencilmarks: Some(masks),
        filled: None,
        label: None,
        expected: None,
    })
}

/// The reason why no reading fits: a strange character, a bad group, or the number of cells.
fn misfit(piece: &Piece, scan: &Scan) -> PuzzleError {
    let no_cell = |&(_, c): &(usize, char)| !chars::is_cell(chars::class_of(c));
    if let Some((at, _)) = scan.characters().find(no_cell) {
        return piece.strange(at, None, None);
    }
    let groups = looks_like_groups(scan);
    if let Some(n) = chars::square(scan.tokens.len()).filter(|_| groups) {
        let board = chars::board(n);
        for (i, token) in scan.tokens.iter().enumerate() {
            let Err(bad) = group(token.text, n) else {
                continue;
            };
            let cell = board.cell_name(Cell::new(i));
            let class = chars::class_of(token.text[bad..].chars().next().unwrap_or(' '));
            return match usize::from(class) {
                1.. if usize::from(class) <= n => piece.repeated(cell, class, token.place.clone()),
                _ => piece.strange(token.start + bad, Some(n), Some(cell)),
            };
        }
    }
    let of_row = |tokens: &[TextToken]| match groups {
        true => tokens.len(),
        false => tokens.iter().map(|t| t.text.len()).sum(),
    };
    let (total, found) = match groups {
        true => (scan.tokens.len(), Amount::Groups(scan.tokens.len())),
        false => (scan.chars, Amount::Cells(scan.chars)),
    };
    let lengths: Vec<usize> = (0..scan.rows.len())
        .map(|r| of_row(scan.row(r).0))
        .collect();
    let usual = odd_row(&lengths).map_or(lengths[0], |(_, usual)| usual);
    let rows_agree = lengths.len() > 1 && lengths.iter().filter(|&&l| l != usual).count() <= 1;
    let nearest = match chars::SIZES.contains(&usual) && rows_agree {
        true => size_of(usual),
        false => nearest_sizes(total),
    };
    let (place, note) = match odd_row(&lengths) {
        Some((row, usual)) => {
            let note = format!("this row has {}, the others have {usual}", lengths[row]);
            (scan.row(row).1, note)
        }
        None if lengths.len() > 1 => (scan.place(), format!("{} rows", lengths.len())),
        // The label of a very long line points at its end.
        None if scan.place().len() > 160 => {
            let end = scan.place().end;
            (end - 1..end, format!("{total} up to here"))
        }
        None => (scan.place(), format!("{total} here")),
    };
    piece.wrong_length(found, nearest, place, note)
}

/// Whether the tokens look like pencilmarks: they have different lengths, and no empty cells within
/// groups. A grid in which a few cells stick together does not.
fn looks_like_groups(scan: &Scan) -> bool {
    let long: Vec<&TextToken> = scan.tokens.iter().filter(|t| t.text.len() > 1).collect();
    let full = |t: &&TextToken| {
        t.text.bytes().all(|b| chars::class(b) != EMPTY) && t.text.len() <= MAX_SIZE
    };
    !long.is_empty() && !scan.is_uniform() && long.iter().all(full)
}

/// The only row whose length differs from all others, and their length.
fn odd_row(lengths: &[usize]) -> Option<(usize, usize)> {
    let [a, b, c, ..] = *lengths else { return None };
    let usual = if a == b || a == c { a } else { b };
    let mut odd = lengths.iter().enumerate().filter(|&(_, &l)| l != usual);
    match (odd.next(), odd.next()) {
        (Some((row, _)), None) => Some((row, usual)),
        _ => None,
    }
}
