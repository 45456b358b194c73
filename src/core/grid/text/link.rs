//! Links of other sites, in and out: f-puzzles and SudokuPad, which share a format, and SudokuWiki.
//!
//! An f-puzzles link contains JSON, `{"size": 9, "grid": [[{"value": 8, "given": true}, {}, ...],
//! ...]}`, packed by lz-string. SudokuPad reads the same after `fpuz`, and has its own format after
//! `scl`. Only classic puzzles are read: a link with cages or thermometers is rejected, since the
//! engine does not support them.

use lz_str::{compress_to_base64, decompress_from_base64};
use miette::Diagnostic;
use serde_json::{Value, json};
use thiserror::Error;

use crate::grid::{Digit, Shape};

/// The digits of a board in a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedBoard {
    /// The shape of its boxes.
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
        help("its short form is known to SudokuWiki alone; paste the puzzle as text")
    )]
    NoBoard,
    /// The packed content is not a puzzle.
    #[error("the link is damaged, or cut off")]
    #[diagnostic(code(link::damaged))]
    Damaged,
    /// A variant puzzle.
    #[error("this is a variant puzzle, with `{0}`")]
    #[diagnostic(code(link::variant), help("only classic puzzles are supported"))]
    Variant(String),
    /// An unsupported board size.
    #[error("boards with {0} rows are not supported")]
    #[diagnostic(code(link::size))]
    Size(usize),
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
        let packed = || escape(&compress_to_base64(self.fpuzzle().to_string().as_str()));
        match site {
            Site::FPuzzles => Some(format!("https://www.f-puzzles.com/?load={}", packed())),
            Site::SudokuPad => Some(format!("https://sudokupad.app/fpuz{}", packed())),
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

/// Whether a line begins with a link.
pub(super) fn is_link(line: &[u8]) -> bool {
    line.starts_with(b"https://") || line.starts_with(b"http://")
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

/// Decodes the `%xx` of addresses.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = tail.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match hex.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads the board of a link. `None` if the text is not a link.
pub fn read_link(text: &str) -> Option<Result<LinkedBoard, LinkError>> {
    let text = text.trim();
    let address = (text.strip_prefix("https://")).or_else(|| text.strip_prefix("http://"))?;
    let address = address.strip_prefix("www.").unwrap_or(address);
    let (site, rest) = address.split_once('/').unwrap_or((address, ""));
    let parameter = |name: &str| {
        let (_, query) = rest.split_once('?')?;
        let query = query.split('#').next()?;
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        Some(unescape(pairs.find(|(key, _)| *key == name)?.1))
    };
    Some(match site {
        "f-puzzles.com" => match parameter("load") {
            Some(packed) => unpack(&packed),
            None => Err(elsewhere("an f-puzzles link", "?load=")),
        },
        "sudokuwiki.org" => match parameter("bd") {
            Some(digits) => plain(&digits),
            None => Err(elsewhere("a SudokuWiki link", "?bd=")),
        },
        "sudokupad.app" | "beta.sudokupad.app" | "app.crackingthecryptic.com" => {
            let own = parameter("puzzleid");
            let path = rest.split(['?', '#']).next().unwrap_or_default();
            let name = own.unwrap_or_else(|| unescape(path.rsplit("sudoku/").next().unwrap_or("")));
            let packed = ["fpuzzles", "fpuz", "scl"]
                .iter()
                .find_map(|prefix| name.strip_prefix(prefix));
            match packed {
                Some(packed) => unpack(packed),
                None => Err(elsewhere("a SudokuPad link", "fpuz or scl")),
            }
        }
        _ => Err(LinkError::Unknown),
    })
}

fn elsewhere(what: &'static str, part: &'static str) -> LinkError {
    LinkError::Elsewhere { what, part }
}

/// Reads a SudokuWiki board of 81 characters.
fn plain(digits: &str) -> Result<LinkedBoard, LinkError> {
    let digit = |c: char| match c {
        '1'..='9' => c,
        _ => '.',
    };
    let known = digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    if digits.chars().count() != 81 || !known {
        return Err(LinkError::NoBoard);
    }
    Ok(LinkedBoard {
        shape: Shape {
            height: 3,
            width: 3,
        },
        givens: digits.chars().map(digit).collect(),
        entries: ".".repeat(81),
    })
}

/// Unpacks a board that lz-string has packed.
fn unpack(packed: &str) -> Result<LinkedBoard, LinkError> {
    let damaged = || LinkError::Damaged;
    // A space stands for a plus sign.
    let packed: String = packed.trim().replace(' ', "+");
    let units = decompress_from_base64(packed.as_str()).ok_or_else(damaged)?;
    let text = String::from_utf16(&units).map_err(|_| damaged())?;
    let parsed = serde_json::from_str(&text);
    let value: Value = match parsed {
        Ok(value) => value,
        Err(_) => serde_json::from_str(&quoted(&text)).map_err(|_| damaged())?,
    };
    let rows = ["grid", "cells", "ce"]
        .iter()
        .find_map(|key| value.get(key));
    let rows = rows.and_then(Value::as_array).ok_or_else(damaged)?;
    if let Some(extra) = variant(&value) {
        return Err(LinkError::Variant(extra.to_owned()));
    }
    let shape = Shape::of_size(rows.len()).ok_or(LinkError::Size(rows.len()))?;
    let (mut givens, mut entries) = (String::new(), String::new());
    for row in rows {
        let row = row.as_array().filter(|row| row.len() == rows.len());
        for cell in row.ok_or_else(damaged)? {
            let digit = ["value", "v"].iter().find_map(|key| cell.get(key));
            let digit = digit
                .and_then(number)
                .filter(|&n| (1..=rows.len()).contains(&n));
            let digit = digit.map_or('.', |n| Digit::new(n - 1).to_char());
            let is_entry = value.get("grid").is_some() && cell.get("given") != Some(&json!(true));
            givens.push(if is_entry { '.' } else { digit });
            entries.push(if is_entry { digit } else { '.' });
        }
    }
    Ok(LinkedBoard {
        shape,
        givens,
        entries,
    })
}

fn number(value: &Value) -> Option<usize> {
    match value {
        Value::Number(number) => usize::try_from(number.as_u64()?).ok(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// The first constraint that a classic puzzle does not have.
fn variant(value: &Value) -> Option<&str> {
    const KNOWN: [&str; 32] = [
        "size",
        "title",
        "author",
        "ruleset",
        "grid",
        "solution",
        "highlightConflicts",
        "cells",
        "ce",
        "cellSize",
        "cs",
        "regions",
        "re",
        "id",
        "metadata",
        "msgcorrect",
        "successMessage",
        "settings",
        "t",
        "videos",
        "vd",
        "lines",
        "l",
        "overlays",
        "o",
        "underlays",
        "u",
        "md",
        "cages",
        "ca",
        "logo",
        "underline",
    ];
    let is_empty = |value: &Value| match value {
        Value::Array(list) => list.is_empty(),
        Value::Bool(set) => !set,
        Value::Null => true,
        _ => false,
    };
    let own = ["lines", "l", "overlays", "o", "underlays", "u"];
    let all = value.as_object()?.iter();
    all.filter(|(key, value)| {
        let decorated = own.contains(&key.as_str());
        (!KNOWN.contains(&key.as_str()) || decorated) && !is_empty(value)
    })
    .map(|(key, _)| key.as_str())
    .next()
}

/// Adds the quotes around keys that SudokuPad leaves out.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let mut chars = text.chars().peekable();
    let mut inside = false;
    while let Some(c) = chars.next() {
        if inside {
            out.push(c);
            match c {
                '\\' => out.extend(chars.next()),
                '"' => inside = false,
                _ => {}
            }
            continue;
        }
        inside = c == '"';
        out.push(c);
        if matches!(c, '{' | ',') && chars.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            out.push('"');
            while let Some(c) = chars.next_if(char::is_ascii_alphanumeric) {
                out.push(c);
            }
            out.push('"');
        }
    }
    out
}
