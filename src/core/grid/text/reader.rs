//! Puzzles from an input of any length, one at a time.

use std::io::BufRead;
use std::ops::Range;
use std::sync::Arc;

use super::error::PuzzleError;
use super::interpret::{interpret, number};
use super::line::{self, LineKind};
use super::lines::{Line, Lines};
use super::lookahead::{self, DrawingSide};
use super::piece::Piece;
use super::scan::{Scan, section};
use super::source::{Entry, MAX_PUZZLE_BYTES, ReadOptions};
use super::{chars, sdk};
use crate::grid::{Puzzle, Shape};

/// Reads puzzles from an input: an iterator over all of them, including bad ones.
///
/// Only one puzzle is in memory, not the whole input.
///
/// These rules distinguish collections with one puzzle per line from grids of several lines:
///
/// - A line with as many cells (n²) or candidates (n³) as a board is a puzzle, and so is a line of
///   a technique library. A line of more than 25 cells that is not a puzzle is an error.
/// - Any other line begins a grid. If it has n cells or n groups, where n is one of the sizes, the
///   grid has n such rows. A blank line may separate two bands of boxes. Otherwise the grid extends
///   to the next blank line. A comment, a heading or a line that is a puzzle by itself always ends
///   it.
/// - Sixteen cells are both a 4x4 puzzle and a row. They are rows if a frame is drawn around them,
///   or if a digit above 4 or a number above 9 is among the next 16 such lines.
/// - `[Puzzle]` begins a puzzle that may be followed by `[State]`.
/// - Comment lines directly above a puzzle, a heading such as `Grid 01`, or text after it, are its
///   label. Comments without a puzzle below them are ignored.
/// - Names of columns, or a row that begins with its name (`r1 |`), begin a drawing. Sentences
///   below it are skipped, and a line directly above it is its label.
/// - A grid that cannot be read otherwise is tried with blanks for empty cells.
#[derive(Debug)]
pub struct Reader<R> {
    name: Arc<str>,
    lines: Lines<R>,
    options: ReadOptions,
    comments: Vec<String>,
    /// Whether a blank line follows the comments.
    stale: bool,
    /// The number of blank lines just above.
    empty: usize,
    /// Whether the last puzzle was a drawing and no blank line followed.
    drawn: bool,
}

/// The lines of one puzzle.
struct Block {
    lines: Vec<Line>,
    framed: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader of an input with a name for messages.
    pub fn new(name: &str, input: R) -> Reader<R> {
        Reader::with_options(name, input, ReadOptions::default())
    }

    /// A reader with options.
    pub fn with_options(name: &str, input: R, options: ReadOptions) -> Reader<R> {
        Reader {
            name: name.into(),
            lines: Lines::new(input),
            options,
            comments: Vec::new(),
            stale: false,
            empty: 0,
            drawn: false,
        }
    }

    fn comment(&mut self, line: &Line) {
        if std::mem::take(&mut self.stale) {
            self.comments.clear();
        }
        // Comments are limited, because a file may consist of comments alone.
        if self.comments.len() < 64 {
            let text = line.bytes.trim_ascii();
            let bounded = &text[..text.len().min(4096)];
            self.comments
                .push(String::from_utf8_lossy(bounded).into_owned());
        }
    }

    /// Adds the label of a puzzle: its own, or the comments above it.
    fn labelled(
        &mut self,
        puzzle: Result<Puzzle, PuzzleError>,
        sdk: bool,
    ) -> Result<Puzzle, PuzzleError> {
        let stale = std::mem::take(&mut self.stale) && !sdk;
        if self.comments.is_empty() {
            return puzzle.map(line::with_printable_label);
        }
        let comments = std::mem::take(&mut self.comments);
        puzzle.map(|mut puzzle| {
            if puzzle.label.is_none() && !stale {
                puzzle.label = sdk::title(&comments, sdk);
            }
            line::with_printable_label(puzzle)
        })
    }

    /// Reads the puzzle that begins with a line.
    fn puzzle(&mut self, line: Line, kind: LineKind) -> (Result<Puzzle, PuzzleError>, Vec<u8>) {
        let number = line.number;
        let rows = match kind {
            LineKind::Sixteen if line.whole => None,
            LineKind::Sixteen => Some(16),
            LineKind::Row(size) => size,
            LineKind::Border => None,
            _ => None,
        };
        let alone = matches!(
            kind,
            LineKind::Library | LineKind::Link | LineKind::Whole | LineKind::Long
        ) || line.whole;
        if alone {
            let puzzle = line::whole(&self.name, number, &line.bytes, self.options);
            return (puzzle, line.bytes);
        }
        let block = self.gather(line, kind, rows);
        if kind == LineKind::Sixteen && !block.framed && !block.is_large() {
            let mut lines = block.lines;
            for line in &mut lines {
                line.whole = line::kind(&line.bytes) == LineKind::Sixteen;
            }
            let first = lines.remove(0);
            self.lines.put_back(lines);
            let puzzle = line::whole(&self.name, number, &first.bytes, self.options);
            return (puzzle, first.bytes);
        }
        let text = block.text();
        let piece = Piece::new(&self.name, &text, number, self.options);
        if text.len() > MAX_PUZZLE_BYTES {
            return (Err(piece.too_long()), Vec::new());
        }
        let scan = Scan::new(&piece.text);
        let puzzle = interpret(&piece, &scan).map(|mut puzzle| {
            puzzle.label = scan.comment.map(str::to_owned);
            puzzle
        });
        drop(scan);
        match puzzle {
            Ok(puzzle) => (Ok(puzzle), text),
            Err(error) => {
                // A grid with blank rows may have more lines than were collected.
                let gathered = block.lines.len();
                self.lines.put_back(block.lines);
                let blank =
                    lookahead::with_blanks(&mut self.lines, &self.name, self.options, self.empty);
                blank.unwrap_or_else(|| {
                    (0..gathered).for_each(|_| drop(self.lines.pop()));
                    (Err(error), text)
                })
            }
        }
    }

    /// Collects the lines of a grid that begins with this one. `size` is its number of rows, if
    /// known.
    fn gather(&mut self, first: Line, kind: LineKind, size: Option<usize>) -> Block {
        let mut size = size;
        let mut rows = usize::from(kind != LineKind::Border);
        let mut bytes = first.bytes.len();
        let mut block = Block {
            lines: vec![first],
            framed: kind == LineKind::Border,
        };
        let mut banded = true;
        let mut dashed = dashed_row(&block.lines[0]);
        while bytes <= MAX_PUZZLE_BYTES {
            let full = rows > 0 && size == Some(rows);
            let mut skip = 0;
            let mut next = self.kind_ahead(0);
            let between = banded && between_bands(rows, size);
            while next == Some(LineKind::Blank) && !full && between && skip < 8 {
                skip += 1;
                next = self.kind_ahead(skip);
            }
            // If one band directly follows another, a blank line ends the grid.
            banded &= skip > 0 || !between_bands(rows, size) || rows == 0;
            let mut empty_row = || {
                let line = self
                    .lines
                    .peek(skip)
                    .map(|line| String::from_utf8_lossy(&line.bytes));
                line.is_some_and(|line| dashed.is_some_and(|row| chars::is_empty_row(&line, row)))
            };
            match next {
                Some(LineKind::Border) if !full && empty_row() => rows += 1,
                Some(LineKind::Border) if skip == 0 || !full => block.framed = true,
                Some(LineKind::Row(n)) if !full => {
                    size = size.or(n.filter(|_| rows == 0));
                    rows += 1;
                }
                Some(LineKind::Sixteen) if !full && (size == Some(16) || rows == 0) => {
                    size = Some(16);
                    rows += 1;
                }
                // For example, half of a row that is split over two lines.
                Some(LineKind::Long) if !full && size.is_some() && skip == 0 => rows += 1,
                _ => break,
            }
            for _ in 0..=skip {
                if let Some(line) = self.lines.pop() {
                    bytes += line.bytes.len() + 1;
                    block.lines.push(line);
                }
            }
            if let (None, Some(row)) = (dashed, block.lines.last().and_then(dashed_row)) {
                dashed = Some(row);
                // The presumed frame above consists of rows of empty cells.
                let above = block
                    .lines
                    .iter()
                    .map(|line| String::from_utf8_lossy(&line.bytes));
                rows += above.filter(|line| chars::is_empty_row(line, row)).count();
            }
            if full {
                break;
            }
        }
        block
    }

    fn kind_ahead(&mut self, skip: usize) -> Option<LineKind> {
        lookahead::kind_ahead(&mut self.lines, skip)
    }

    /// Reads the sections after the heading `[Puzzle]`.
    fn sections(&mut self, heading: Line) -> Option<Entry> {
        let name =
            |bytes: &[u8]| section(&String::from_utf8_lossy(bytes)).map(str::to_ascii_lowercase);
        let first = name(&heading.bytes);
        if !matches!(first.as_deref(), Some("puzzle" | "state")) {
            self.skip_section();
            return None;
        }
        let (mut result, line, _) = self.section_body()?;
        while let Some(skip) = (0..8).find(|&i| self.kind_ahead(i) != Some(LineKind::Blank)) {
            let ahead = self.lines.peek(skip).and_then(|line| name(&line.bytes));
            if matches!(ahead.as_deref(), None | Some("puzzle")) {
                break;
            }
            for _ in 0..=skip {
                self.lines.pop();
            }
            if ahead.as_deref() != Some("state") {
                self.skip_section();
            } else if let Some((state, line, text)) = self.section_body() {
                let piece = Piece::new(&self.name, &text, line, self.options);
                result = result.and_then(|puzzle| sdk::with_state(&piece, puzzle, state?));
            }
        }
        Some(Entry {
            line,
            puzzle: self.labelled(result, true),
        })
    }

    fn section_body(&mut self) -> Option<(Result<Puzzle, PuzzleError>, usize, Vec<u8>)> {
        while self.kind_ahead(0) == Some(LineKind::Blank) {
            self.lines.pop();
        }
        let kind = self.kind_ahead(0)?;
        if matches!(kind, LineKind::Section | LineKind::Comment) {
            return None;
        }
        let line = self.lines.pop()?;
        let number = line.number;
        let (puzzle, text) = self.puzzle(line, kind);
        Some((puzzle, number, text))
    }

    fn skip_section(&mut self) {
        while !matches!(
            self.kind_ahead(0),
            None | Some(LineKind::Blank | LineKind::Section | LineKind::Comment)
        ) {
            self.lines.pop();
        }
    }
}

/// Whether a blank line may stand here: between two bands of an unfinished grid.
fn between_bands(rows: usize, size: Option<usize>) -> bool {
    let height = size.and_then(Shape::of_size).map(|shape| shape.height);
    rows == 0 || height.is_some_and(|height| rows.is_multiple_of(height))
}

impl Block {
    fn text(&self) -> Vec<u8> {
        let lines: Vec<&[u8]> = self
            .lines
            .iter()
            .map(|line| line.bytes.as_slice())
            .collect();
        lines.join(&b'\n')
    }

    /// Whether these are rows of a 16x16 board: there are digits that a 4x4 board does not have,
    /// and this is not a mistake in one 4x4 puzzle among many.
    fn is_large(&self) -> bool {
        let text = self.text();
        let text = String::from_utf8_lossy(&text);
        let scan = Scan::new(&text);
        let large = |c| (5..=chars::LAST_DIGIT).contains(&chars::class_of(c));
        let in_row = |row: &Range<usize>| {
            let mut tokens = scan.tokens[row.clone()].iter();
            tokens.any(|t| t.text.chars().any(large))
        };
        let rows = scan.rows.iter().filter(|row| in_row(row)).count();
        let all = scan.rows.len();
        (rows > 0 && (all == 16 || all < 3 || rows * 2 > all)) || large_number(&scan)
    }
}

fn dashed_row(line: &Line) -> Option<(usize, usize)> {
    let dashes = line.bytes.contains(&b'-');
    dashes.then(|| chars::dashed_row(&String::from_utf8_lossy(&line.bytes)))?
}

/// Whether there is a number above 9 among sixteen tokens per row. `12`, `13` and `14` may be
/// pencilmarks, but not next to empty cells.
fn large_number(scan: &Scan) -> bool {
    let spaced = scan.rows.iter().all(|row| row.len() == 16);
    let empty = scan.tokens.iter().any(|t| number(t.text) == Some(0));
    let large = |text: &str| match number(text) {
        Some(12..=14) => empty,
        Some(10..) => true,
        _ => false,
    };
    spaced && scan.tokens.iter().any(|t| large(t.text))
}

/// Whether the first line of a file names its columns: `puzzle,solution`.
fn is_column_heading(line: &[u8]) -> bool {
    let end = line.iter().position(|b| matches!(b, b',' | b';' | b'\t'));
    let word = end.map(|end| line[..end].trim_ascii()).unwrap_or_default();
    let letters = word.iter().all(|b| b.is_ascii_alphabetic() || *b == b'_');
    letters && word.iter().any(|&b| !chars::is_cell(chars::class(b)))
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        loop {
            let Some(line) = self.lines.pop() else {
                let error = self.lines.failure()?;
                let (name, line) = (self.name.as_ref().into(), self.lines.number());
                return Some(Entry {
                    line,
                    puzzle: Err(PuzzleError::Unreadable { name, line, error }),
                });
            };
            if let Some(puzzle) = line::quick(&line.bytes, self.options) {
                let number = line.number;
                self.lines.reuse(line);
                (self.empty, self.drawn) = (0, false);
                let puzzle = self.labelled(Ok(puzzle), false);
                return Some(Entry {
                    line: number,
                    puzzle,
                });
            }
            if lookahead::begins_drawing(&mut self.lines, &line.bytes) {
                let number = line.number;
                let lines = &mut self.lines;
                let puzzle = lookahead::read_drawing(lines, line, &self.name, self.options);
                self.drawn = true;
                return Some(Entry {
                    line: number,
                    puzzle: self.labelled(puzzle, false),
                });
            }
            let kind = line::kind(&line.bytes);
            if kind == LineKind::Blank {
                self.empty += 1;
                self.drawn = false;
            }
            match lookahead::beside_drawing(&mut self.lines, &line.bytes, kind, self.drawn) {
                Some(DrawingSide::Above) => {
                    self.comment(&line);
                    continue;
                }
                Some(DrawingSide::Below) => continue,
                None => {}
            }
            match kind {
                LineKind::Blank => self.stale = true,
                LineKind::Comment => self.comment(&line),
                LineKind::Heading if lookahead::puzzle_follows(&mut self.lines) => {
                    self.comment(&line);
                    // Blank lines may separate a heading from its puzzle.
                    while self.kind_ahead(0) == Some(LineKind::Blank) {
                        self.lines.pop();
                    }
                }
                LineKind::Section => {
                    if let Some(entry) = self.sections(line) {
                        return Some(entry);
                    }
                    continue;
                }
                _ if line.number == 1 && is_column_heading(&line.bytes) => {}
                _ => {
                    let number = line.number;
                    let (puzzle, bytes) = self.puzzle(line, kind);
                    self.empty = 0;
                    self.drawn = false;
                    self.lines.reuse(Line {
                        bytes,
                        ..Line::default()
                    });
                    return Some(Entry {
                        line: number,
                        puzzle: self.labelled(puzzle, false),
                    });
                }
            }
            self.lines.reuse(line);
        }
    }
}
