//! Errors in puzzle text, with their places.
//!
//! An error stores only the relevant lines, with their numbers, however large the text is.

use std::io;
use std::ops::Range;

use miette::{Diagnostic, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use thiserror::Error;

use super::chars;
use crate::printable_text;

/// The reason why puzzle text cannot be read.
///
/// ```
/// let error = "12.4".parse::<qedoku_core::Puzzle>().err().expect("an error");
/// assert!(error.to_string().starts_with("4 cells"), "{error}");
/// ```
#[derive(Debug, Error, Diagnostic)]
pub enum PuzzleError {
    /// The number of cells fits no board.
    #[error("{found}; {nearest}")]
    #[diagnostic(code(puzzle::wrong_length))]
    WrongLength {
        /// The number and kind of cells.
        found: Amount,
        /// The nearest sizes.
        nearest: Box<str>,
        /// The text.
        #[source_code]
        text: Excerpt,
        /// The whole text, or the row that differs from the others.
        #[label("{note}")]
        at: SourceSpan,
        /// The label of the place.
        note: Box<str>,
    },
    /// A character that is not a cell of this board.
    #[error("{character:?} is {reason}")]
    #[diagnostic(code(puzzle::strange_character))]
    StrangeCharacter {
        /// The character.
        character: char,
        /// The reason why the character cannot stand here.
        reason: Box<str>,
        /// The text.
        #[source_code]
        text: Excerpt,
        /// Place of the character.
        #[label("{cell}")]
        at: SourceSpan,
        /// Cell of the character, if known.
        cell: Box<str>,
        /// The characters that may stand here.
        #[help]
        help: Box<str>,
    },
    /// Two equal digits in one house.
    #[error("two {digit}s in {house}: {first} and {second}")]
    #[diagnostic(
        code(puzzle::clash),
        help("a row, a column or a box holds each digit once")
    )]
    Clash {
        /// The digit.
        digit: char,
        /// The house, such as `row 3`.
        house: Box<str>,
        /// The cell of the first digit.
        first: Box<str>,
        /// The cell of the second digit.
        second: Box<str>,
        /// The text.
        #[source_code]
        text: Excerpt,
        /// The place of the first digit.
        #[label("this {digit}")]
        first_at: SourceSpan,
        /// The place of the second digit.
        #[label(primary, "and this {digit}")]
        second_at: SourceSpan,
    },
    /// A cell whose pencilmarks are empty.
    #[error("{cell} has no candidate")]
    #[diagnostic(
        code(puzzle::no_candidate),
        help("a cell that is not filled in yet is written `.`")
    )]
    NoCandidate {
        /// The cell.
        cell: Box<str>,
        /// The text.
        #[source_code]
        text: Excerpt,
        /// The cell's place.
        #[label("nothing is left here")]
        at: SourceSpan,
    },
    /// A digit occurs twice among the pencilmarks of a cell.
    #[error("{cell} lists {digit} twice")]
    #[diagnostic(code(puzzle::repeated_digit))]
    RepeatedDigit {
        /// The cell.
        cell: Box<str>,
        /// The digit.
        digit: char,
        /// The text.
        #[source_code]
        text: Excerpt,
        /// The cell's place.
        #[label("these are the candidates of {cell}")]
        at: SourceSpan,
    },
    /// Bytes that are not valid UTF-8.
    #[error("this is not UTF-8 text")]
    #[diagnostic(code(puzzle::not_utf8), help("save the file as UTF-8"))]
    NotUtf8 {
        /// The text, with a replacement character for each invalid byte.
        #[source_code]
        text: Excerpt,
        /// The first invalid byte.
        #[label("this byte is not part of a character")]
        at: SourceSpan,
    },
    /// There is no puzzle.
    #[error("there is no puzzle in {name}")]
    #[diagnostic(
        code(puzzle::empty),
        help("a 9x9 puzzle is 81 characters: digits, and `.` for an empty cell")
    )]
    Empty {
        /// The name of the source.
        name: Box<str>,
    },
    /// There are several puzzles where one is expected.
    #[error("there is more than one puzzle here")]
    #[diagnostic(code(puzzle::several))]
    Several {
        /// The text.
        #[source_code]
        text: Excerpt,
        /// The beginning of the second puzzle.
        #[label("the second one begins here")]
        at: SourceSpan,
    },
    /// The text is longer than any puzzle.
    #[error("more than {limit} bytes without an end of the puzzle")]
    #[diagnostic(
        code(puzzle::too_long),
        help("collections have one puzzle on a line, or an empty line between puzzles")
    )]
    TooLong {
        /// The maximum length in bytes.
        limit: usize,
        /// The beginning of the text.
        #[source_code]
        text: Excerpt,
        /// The place of the beginning.
        #[label("it begins here")]
        at: SourceSpan,
    },
    /// A candidate of a technique library that is not written as digit, row and column.
    #[error("`{triple}` is not a candidate")]
    #[diagnostic(
        code(puzzle::bad_triple),
        help(
            "a candidate is written as digit, row and column, such as 436 for the 4 in r3c6, and followed by a space or `:`"
        )
    )]
    BadTriple {
        /// The text of the candidate.
        triple: Box<str>,
        /// The text.
        #[source_code]
        text: Excerpt,
        /// Place of the triple.
        #[label("in the {field}")]
        at: SourceSpan,
        /// The name of the field with the triple.
        field: &'static str,
    },
    /// A line of a technique library without a code or a board.
    #[error("this line of a technique library has no {missing}")]
    #[diagnostic(
        code(puzzle::bad_library_line),
        help("it is `:code:digits:board:deleted:eliminations:placements:extra`")
    )]
    BadLibraryLine {
        /// The missing part.
        missing: &'static str,
        /// The text.
        #[source_code]
        text: Excerpt,
        /// The place where the part should be.
        #[label("here")]
        at: SourceSpan,
    },
    /// A `[State]` section that does not fit its `[Puzzle]`.
    #[error("the state does not fit the puzzle: {reason}")]
    #[diagnostic(code(puzzle::state_mismatch))]
    StateMismatch {
        /// The difference.
        reason: Box<str>,
        /// The text.
        #[source_code]
        text: Excerpt,
        /// The place of the difference.
        #[label("here")]
        at: SourceSpan,
    },
    /// A link without a board.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Link(#[from] super::linked_board::LinkError),
    /// The input failed.
    #[error("{name} cannot be read after line {line}")]
    #[diagnostic(code(puzzle::unreadable))]
    Unreadable {
        /// The name of the source.
        name: Box<str>,
        /// The last line that was read.
        line: usize,
        /// The error of the input.
        #[source]
        error: io::Error,
    },
}

impl PuzzleError {
    /// The number of the line with the mistake, from 1. The later one if there are two.
    pub fn line(&self) -> Option<usize> {
        let (text, at) = match self {
            PuzzleError::WrongLength { text, at, .. }
            | PuzzleError::StrangeCharacter { text, at, .. }
            | PuzzleError::NoCandidate { text, at, .. }
            | PuzzleError::RepeatedDigit { text, at, .. }
            | PuzzleError::NotUtf8 { text, at }
            | PuzzleError::Several { text, at }
            | PuzzleError::TooLong { text, at, .. }
            | PuzzleError::BadTriple { text, at, .. }
            | PuzzleError::BadLibraryLine { text, at, .. }
            | PuzzleError::StateMismatch { text, at, .. } => (text, at),
            PuzzleError::Clash {
                text, second_at, ..
            } => (text, second_at),
            PuzzleError::Unreadable { line, .. } => return Some(*line),
            PuzzleError::Empty { .. } | PuzzleError::Link(_) => return None,
        };
        let before = text.text().get(..at.offset()).unwrap_or_default();
        Some(text.line() + before.matches('\n').count())
    }
}

/// A number of cells or groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// Single characters.
    Cells(usize),
    /// Groups of pencilmarks.
    Groups(usize),
}

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Amount::Cells(1) => write!(f, "1 cell"),
            Amount::Cells(n) => write!(f, "{n} cells"),
            Amount::Groups(1) => write!(f, "1 group of pencilmarks"),
            Amount::Groups(n) => write!(f, "{n} groups of pencilmarks"),
        }
    }
}

/// A phrase such as `a 9x9 grid has 81`.
pub(super) fn size_of(n: usize) -> String {
    format!("{} {n}x{n} grid has {}", article(n), n * n)
}

fn article(n: usize) -> &'static str {
    if n == 8 { "an" } else { "a" }
}

/// The board sizes nearest to a number of cells that fits no board, as a phrase: `a 9x9 grid has
/// 81`.
pub(super) fn nearest_sizes(count: usize) -> String {
    let has = size_of;
    let lists = |n: usize| {
        let cubed = n * n * n;
        // A list for a board below 8x8 has as many characters as a grid of a usual size.
        (n >= 8 && count != cubed && count.abs_diff(cubed) <= n)
            .then(|| format!("{} {n}x{n} list of candidates has {cubed}", article(n)))
    };
    if let Some(list) = chars::SIZES.into_iter().find_map(lists) {
        return list;
    }
    let above = chars::SIZES.into_iter().find(|n| n * n > count);
    let below = chars::SIZES.into_iter().rev().find(|n| n * n < count);
    match (below, above) {
        (Some(b), Some(a)) => match (count - b * b, a * a - count) {
            // With one or two rows too few or too many, only the neighbour on that side is a likely
            // size.
            (more, less) if less <= a && less < more => has(a),
            (more, less) if more <= b && more < less => has(b),
            _ => format!("{}, {}", has(b), has(a)),
        },
        (None, Some(n)) | (Some(n), None) => has(n),
        (None, None) => has(9),
    }
}

/// A part of the text, with its place.
#[derive(Clone, Debug)]
pub struct Excerpt(Box<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    name: Box<str>,
    text: Box<str>,
    line: usize,
    column: usize,
}

/// The number of bytes of a line that an excerpt keeps before and after a place.
const EXCERPT_MARGIN: usize = 120;
/// Maximum distance of two places in one excerpt, in bytes.
const MAX_EXCERPT: usize = 8192;

impl Excerpt {
    /// Cuts an excerpt around the places from a text whose first line has this number (from 1).
    /// Returns the places as spans of the excerpt. A place too far after the first shrinks to the
    /// end of the excerpt.
    pub(super) fn cut<const N: usize>(
        name: &str,
        text: &str,
        first_line: usize,
        places: [Range<usize>; N],
    ) -> (Excerpt, [SourceSpan; N]) {
        let first = places.iter().map(|p| p.start).min().unwrap_or(0);
        let last = places.iter().map(|p| p.end).max().unwrap_or(0);
        let from = start_of(text, first.min(text.len()));
        let to = end_of(
            text,
            last.clamp(first, first.saturating_add(MAX_EXCERPT))
                .min(text.len()),
        );
        let before = &text.as_bytes()[..from];
        let line_start = before
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |i| i + 1);
        let inner = Inner {
            name: printable_text::escaped(name).into(),
            text: printable_text::blanked(&text[from..to]).into(),
            line: first_line.max(1) - 1 + before.iter().filter(|&&b| b == b'\n').count(),
            column: text[line_start..from].chars().count(),
        };
        let span = |place: Range<usize>| {
            let start = boundary(text, place.start.min(to)) - from;
            let end = boundary(text, place.end.clamp(place.start, to.max(place.start)));
            SourceSpan::from(start..end.min(to).saturating_sub(from).max(start))
        };
        (Excerpt(Box::new(inner)), places.map(span))
    }

    /// The name of the source.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The lines of the excerpt.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The number of the first line of the excerpt, from 1.
    pub fn line(&self) -> usize {
        self.0.line + 1
    }
}

/// The start of the line of a place, at most `EXCERPT_MARGIN` bytes away.
fn start_of(text: &str, at: usize) -> usize {
    let far = at.saturating_sub(EXCERPT_MARGIN);
    let near = &text.as_bytes()[far..at];
    let line = near.iter().rposition(|&b| b == b'\n').map(|i| far + i + 1);
    boundary(text, line.unwrap_or(far))
}

/// The end of the line of a place, at most `EXCERPT_MARGIN` bytes away.
fn end_of(text: &str, at: usize) -> usize {
    let far = (at + EXCERPT_MARGIN).min(text.len());
    let line = text.as_bytes()[at..far].iter().position(|&b| b == b'\n');
    boundary(text, line.map_or(far, |i| at + i))
}

/// The start of the character that contains a byte.
fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let Inner {
            name,
            text,
            line,
            column,
        } = &*self.0;
        let part = str::read_span(text, span, lines_before, lines_after)?;
        let shift = if part.line() == 0 { *column } else { 0 };
        Ok(Box::new(MietteSpanContents::new_named(
            name.to_string(),
            part.data(),
            *part.span(),
            part.line() + line,
            part.column() + shift,
            part.line_count(),
        )))
    }
}
