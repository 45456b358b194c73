//! The board of a link, the reasons why a link has none, and the links of a board.

use lz_str::compress_to_base64;
use miette::Diagnostic;
use serde_json::{Value, json};
use thiserror::Error;

use crate::grid::Shape;

/// The digits of a board in a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedBoard {
    /// The shape of the board's boxes.
    pub shape: Shape,
    /// The given digit of each cell, in reading order, `.` for none.
    pub givens: String,
    /// The digits filled in since, in the same form.
    pub entries: String,
}

/// A site that accepts a board as a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// f-puzzles.com.
    FPuzzles,
    /// sudokupad.app.
    SudokuPad,
    /// sudokuwiki.org, for 9x9 givens only.
    SudokuWiki,
}

/// The reason why a link has no board.
#[derive(Clone, Debug, PartialEq, Eq, Error, Diagnostic)]
pub enum LinkError {
    /// A link of another site.
    #[error("links of this site are not supported")]
    #[diagnostic(
        code(link::unknown),
        help("use a link of f-puzzles, SudokuPad or SudokuWiki, or paste the puzzle as text")
    )]
    Unknown,
    /// A link with the name of a puzzle instead of the puzzle.
    #[error("{what} whose puzzle is kept at that site: it has no `{part}`")]
    #[diagnostic(
        code(link::no_puzzle),
        help("open it there, and paste the puzzle as text or as a long link")
    )]
    Elsewhere {
        /// The kind of link.
        what: &'static str,
        /// The missing part of the link.
        part: &'static str,
    },
    /// A SudokuWiki link in its short form.
    #[error("the link has no board of 81 digits")]
    #[diagnostic(
        code(link::board),
        help("only SudokuWiki reads its short form; paste the puzzle as text")
    )]
    NoBoard,
    /// The packed content is not a puzzle.
    #[error("the link is damaged, or cut off")]
    #[diagnostic(code(link::damaged))]
    Damaged,
    /// The unpacked puzzle is longer than any puzzle.
    #[error("the link unpacks to more than {0} characters")]
    #[diagnostic(
        code(link::too_long),
        help("no puzzle is that long; paste the puzzle as text")
    )]
    TooLong(usize),
    /// A variant puzzle: the part that is a rule.
    #[error("this is a variant puzzle, with `{0}`")]
    #[diagnostic(
        code(link::variant),
        help("`solve`, `hint`, `prove` and other commands of the program support variants")
    )]
    Variant(String),
    /// An unsupported board size.
    #[error("boards with {0} rows are not supported")]
    #[diagnostic(code(link::size))]
    Size(usize),
}

/// A link with f-puzzles' JSON. `None` for a site that does not read it.
pub fn packed_link(site: Site, json: &str) -> Option<String> {
    let packed = || escape(&compress_to_base64(json));
    match site {
        Site::FPuzzles => Some(format!("https://www.f-puzzles.com/?load={}", packed())),
        Site::SudokuPad => Some(format!("https://sudokupad.app/fpuz{}", packed())),
        Site::SudokuWiki => None,
    }
}

impl LinkedBoard {
    /// The board as text for the puzzle reader: a plain line, or a line of a technique library if
    /// digits were filled in.
    pub(super) fn text(&self) -> String {
        if self.entries.bytes().all(|b| b == b'.') {
            return self.givens.clone();
        }
        let cells = self.givens.chars().zip(self.entries.chars());
        let board: String = cells
            .map(|cell| match cell {
                ('.', '.') => ".".to_owned(),
                ('.', entry) => format!("+{entry}"),
                (given, _) => given.to_string(),
            })
            .collect();
        format!(":0000::{board}")
    }

    /// The link for a site. `None` if the site does not support the board.
    pub fn link(&self, site: Site) -> Option<String> {
        match site {
            Site::FPuzzles | Site::SudokuPad => packed_link(site, &self.fpuzzle().to_string()),
            Site::SudokuWiki => (self.shape.size() == 9)
                .then(|| format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", self.givens)),
        }
    }

    /// The puzzle in f-puzzles' JSON.
    fn fpuzzle(&self) -> Value {
        let size = self.shape.size();
        let number = |c: char| c.to_digit(36);
        let cell = |(given, entry): (char, char)| match (number(given), number(entry)) {
            (Some(digit), _) => json!({ "value": digit, "given": true }),
            (None, Some(digit)) => json!({ "value": digit }),
            (None, None) => json!({}),
        };
        let cells: Vec<Value> = (self.givens.chars().zip(self.entries.chars()))
            .map(cell)
            .collect();
        json!({ "size": size, "grid": cells.chunks(size).collect::<Vec<_>>() })
    }
}

/// Escapes text for an address.
fn escape(text: &str) -> String {
    let byte = |c: char| match c {
        '+' => "%2B".to_owned(),
        '/' => "%2F".to_owned(),
        '=' => "%3D".to_owned(),
        c => c.to_string(),
    };
    text.chars().map(byte).collect()
}
