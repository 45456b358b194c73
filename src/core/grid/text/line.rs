//! Reading a single line: whether it is a whole puzzle, and which.

use super::chars::{self, Class, HASH};
use super::error::PuzzleError;
use super::interpret::{groups_fit, interpret, numbers_fit};
use super::link::{is_link, read_link};
use super::linked_board::LinkError;
use super::piece::Piece;
use super::scan::{Scan, is_section};
use super::source::{MAX_PUZZLE_BYTES, ReadOptions};
use super::{interpret, library};
use crate::grid::{MAX_SIZE, Puzzle};
use crate::printable_text::{escaped, is_unprintable};

/// Reads a line of a collection with one puzzle per line. `None` if it has no puzzle (it is blank,
/// a comment, a frame or a heading).
///
/// For callers that read lines by other means, such as several threads. All one-line formats are
/// supported: characters with or without spaces, pencilmarks, lists of candidates, lines of a
/// technique library, and fields after the puzzle, which become its label.
pub fn read_line(
    name: &str,
    line_number: usize,
    line: impl AsRef<[u8]>,
    options: ReadOptions,
) -> Option<Result<Puzzle, PuzzleError>> {
    let line = line.as_ref();
    let puzzle = match (quick(line, options), kind(line)) {
        (Some(puzzle), _) => Ok(puzzle),
        (_, LineKind::Blank | LineKind::Comment | LineKind::Section | LineKind::Border) => {
            return None;
        }
        (
            _,
            LineKind::Library
            | LineKind::Link
            | LineKind::Heading
            | LineKind::Whole
            | LineKind::Sixteen
            | LineKind::Long
            | LineKind::Row(_),
        ) => whole(name, line_number, line, options),
    };
    Some(puzzle.map(with_printable_label))
}

/// The puzzle with a label that is safe to print to a terminal.
pub(super) fn with_printable_label(mut puzzle: Puzzle) -> Puzzle {
    let is_bad = |label: &&String| label.contains(is_unprintable);
    if let Some(label) = puzzle.label.as_ref().filter(is_bad) {
        puzzle.label = Some(escaped(label).into_owned());
    }
    puzzle
}

/// The line is ASCII up to its end, so byte offsets are valid in the text.
pub(super) fn whole(
    name: &str,
    line_number: usize,
    raw: &[u8],
    options: ReadOptions,
) -> Result<Puzzle, PuzzleError> {
    if raw.len() > MAX_PUZZLE_BYTES {
        let beginning = &raw[..200];
        return Err(Piece::new(name, beginning, line_number, options).too_long());
    }
    let line = raw.trim_ascii();
    if is_link(line) {
        return linked(name, line_number, line, options);
    }
    let field = CellsField::of(line);
    if let Some(puzzle) = field.as_ref().and_then(|f| plain(f, line, options)) {
        return Ok(puzzle);
    }
    let piece = Piece::new(name, raw, line_number, options);
    if line.first() == Some(&b':') {
        return library::read(&piece);
    }
    if let Some(field) = field {
        // Up to its end the line is ASCII, so byte offsets are the same in the text.
        let end = raw.len() - raw.trim_ascii_start().len() + field.len;
        let mut puzzle = interpret(&piece, &Scan::new(&piece.text[..end]))?;
        puzzle.label = field.label(line);
        return Ok(puzzle);
    }
    let scan = Scan::new(&piece.text);
    let mut puzzle = interpret(&piece, &scan)?;
    puzzle.label = scan.comment.map(str::to_owned);
    Ok(puzzle)
}

/// Reads the board of a link.
fn linked(
    name: &str,
    line_number: usize,
    line: &[u8],
    options: ReadOptions,
) -> Result<Puzzle, PuzzleError> {
    let text = String::from_utf8_lossy(line);
    // The text after the address is the label.
    let (address, label) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
    let board = read_link(address).ok_or(LinkError::Unknown)??;
    let mut puzzle = whole(name, line_number, board.text().as_bytes(), options)?;
    puzzle.expected = None;
    let label = label.trim_start_matches(|c: char| c.is_whitespace() || c == '#');
    puzzle.label = (!label.is_empty()).then(|| label.trim_end().to_owned());
    Ok(puzzle)
}

/// Reads a line that is clearly one puzzle. `None` means undecided.
pub(super) fn quick(raw: &[u8], options: ReadOptions) -> Option<Puzzle> {
    let line = raw.trim_ascii();
    // Sixteen cells may also be a row of a larger board.
    let field = CellsField::of(line).filter(|field| field.len > 16)?;
    plain(&field, line, options)
}

/// The fast path for most lines of a large collection: n² plain characters. Everything else,
/// including errors, is left to the general path.
fn plain(field: &CellsField, line: &[u8], options: ReadOptions) -> Option<Puzzle> {
    let size = chars::square(field.len).filter(|&n| field.largest <= n && n != 8)?;
    let mut cells = [0 as Class; MAX_SIZE * MAX_SIZE];
    let cells = &mut cells[..field.len];
    for (cell, &byte) in cells.iter_mut().zip(line) {
        *cell = chars::class(byte);
    }
    let board = chars::board(size);
    if !options.allow_clash && interpret::find_clash(&board, cells).is_some() {
        return None;
    }
    let givens = cells.iter().map(|&class| chars::digit(class)).collect();
    let mut puzzle = Puzzle::from_givens(board, givens);
    puzzle.label = field.label(line);
    Some(puzzle)
}

/// The cells at the start of a line that form a whole puzzle. Any text may follow.
struct CellsField {
    len: usize,
    largest: usize,
}

impl CellsField {
    fn of(line: &[u8]) -> Option<CellsField> {
        let mut largest = 0;
        let mut len = 0;
        let mut dashes = 0;
        for &byte in line {
            let class = chars::class(byte);
            if !chars::is_cell(class) {
                break;
            }
            largest = largest.max(class);
            dashes += usize::from(byte == b'-');
            len += 1;
        }
        let largest = usize::from(largest);
        chars::square(len).or_else(|| chars::cube(len))?;
        let rest = &line[len..];
        let ended = match rest.first() {
            None | Some(b' ' | b'\t' | b',' | b';' | b'#') => true,
            Some(_) => false,
        };
        // Sixteen characters may also be a row, or the pencilmarks of one cell.
        let row = len == 16 && (largest > 4 || rest_is_cells(rest));
        // Dashes alone are part of a frame.
        (ended && !row && dashes < len).then_some(CellsField { len, largest })
    }

    /// The text after the field.
    fn label(&self, line: &[u8]) -> Option<String> {
        let rest = &line[self.len..];
        let separator = |&b: &u8| matches!(b, b' ' | b'\t' | b',' | b';' | b'#');
        let start = rest.iter().position(|b| !separator(b))?;
        Some(
            String::from_utf8_lossy(&rest[start..])
                .trim_end()
                .to_owned(),
        )
    }
}

/// Whether only cells follow.
fn rest_is_cells(rest: &[u8]) -> bool {
    let until_comment = rest
        .iter()
        .map(|&b| chars::class(b))
        .take_while(|&c| c != HASH);
    let mut cells = false;
    for class in until_comment {
        cells |= chars::is_cell(class);
        if !chars::is_cell(class) && class != chars::BLANK {
            return false;
        }
    }
    cells
}

/// The kind of a line by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineKind {
    /// A blank line.
    Blank,
    /// A comment, `# ...`.
    Comment,
    /// A section such as `[Puzzle]`.
    Section,
    /// A border such as `+---+---+`.
    Border,
    /// A heading such as `Grid 01`: a name and a number, as above the grids of some collections.
    Heading,
    /// A line of a technique library, `:0300:4:...`.
    Library,
    /// A link, `https://...`.
    Link,
    /// A line with as many cells or candidates as a board.
    Whole,
    /// Sixteen cells: a 4x4 puzzle, or a row of a larger one.
    Sixteen,
    /// A row of a board of this size, or some cells of a board.
    Row(Option<usize>),
    /// More than a row, but not a puzzle.
    Long,
}

/// Classifies a line.
pub(super) fn kind(line: &[u8]) -> LineKind {
    let line = line.trim_ascii();
    match line.first() {
        None => return LineKind::Blank,
        Some(b'#') => return LineKind::Comment,
        Some(b'h') if is_link(line) => return LineKind::Link,
        _ => {}
    }
    if let Some(field) = CellsField::of(line) {
        return if field.len == 16 && line.len() == 16 {
            LineKind::Sixteen
        } else {
            LineKind::Whole
        };
    }
    if line.len() > MAX_PUZZLE_BYTES {
        return LineKind::Long;
    }
    let text = String::from_utf8_lossy(line);
    if chars::is_border(&text) {
        return LineKind::Border;
    }
    if is_section(&text) {
        return LineKind::Section;
    }
    if text.starts_with(':') {
        return LineKind::Library;
    }
    if is_heading(&text) {
        return LineKind::Heading;
    }
    let scan = Scan::new(&text);
    let tokens = scan.tokens.len();
    if tokens == 0 {
        return LineKind::Blank;
    }
    let is_size = |n: usize| chars::SIZES.contains(&n);
    let plain = scan.is_plain();
    let fits = |n| plain || n > 9 && numbers_fit(&scan.tokens, n) || groups_fit(&scan.tokens, n);
    if tokens == 16 && fits(4) {
        return LineKind::Sixteen;
    }
    if is_size(tokens) && fits(tokens) {
        return LineKind::Row(Some(tokens));
    }
    if chars::square(tokens).is_some_and(fits) {
        return LineKind::Whole;
    }
    match scan.chars {
        16 => LineKind::Sixteen,
        n if is_size(n) => LineKind::Row(Some(n)),
        n if chars::square(n).is_some() || chars::cube(n).is_some() => LineKind::Whole,
        _ if is_size(tokens) && !scan.is_uniform() => LineKind::Row(Some(tokens)),
        n if n > MAX_SIZE => LineKind::Long,
        _ => LineKind::Row(None),
    }
}

/// Whether a line is a heading such as `Grid 01` or `Puzzle No. 7:`: one to three words and a
/// number, where one of the words cannot be cells.
fn is_heading(text: &str) -> bool {
    let mut words: Vec<&str> = text
        .trim_end_matches([':', '.'])
        .split_whitespace()
        .collect();
    let number = words.pop().map(|word| word.trim_start_matches('#'));
    let is_number = |n: &str| !n.is_empty() && n.len() < 8 && n.bytes().all(|b| b.is_ascii_digit());
    let letters = |w: &&str| {
        w.trim_end_matches('.')
            .bytes()
            .all(|b| b.is_ascii_alphabetic())
    };
    let is_name = |w: &&str| w.len() > 2 && w.bytes().any(|b| !chars::is_cell(chars::class(b)));
    let few = (1..=3).contains(&words.len());
    number.is_some_and(is_number) && few && words.iter().all(letters) && words.iter().any(is_name)
}
