//! Links of other sites, in and out: f-puzzles and SudokuPad, which share a format, and SudokuWiki.
//!
//! Takes an address, gives the digits of its board; and the other way round. An f-puzzles link carries JSON,
//! `{"size": 9, "grid": [[{"value": 8, "given": true}, {}, ...], ...]}`, packed by
//! lz-string; SudokuPad reads the same behind `fpuz`, and has a format of its own behind `scl`. Only classic puzzles are
//! read: a link with cages or thermometers is refused, as the engine would not know of them.

use lz_str::{compress_to_base64, decompress_from_base64};
use miette::Diagnostic;
use serde_json::{Value, json};
use thiserror::Error;

use crate::grid::{Digit, Shape};

/// The digits of a board that a link carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedBoard {
    /// The shape of its boxes.
    pub shape: Shape,
    /// The given digit of each cell, in reading order, `.` for none.
    pub givens: String,
    /// The digits filled in since, likewise.
    pub entries: String,
}

/// A site that takes a board as a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// f-puzzles.com.
    FPuzzles,
    /// sudokupad.app.
    SudokuPad,
    /// sudokuwiki.org, for givens of 9x9 only.
    SudokuWiki,
}

/// Why a link has no board.
#[derive(Clone, Debug, PartialEq, Eq, Error, Diagnostic)]
pub enum LinkError {
    /// Another site.
    #[error("this is a link of a site that is not known here")]
    #[diagnostic(
        code(link::unknown),
        help("links of f-puzzles, SudokuPad and SudokuWiki are read, and any puzzle as text")
    )]
    Unknown,
    /// A name of a puzzle, and not the puzzle.
    #[error("{what} whose puzzle is kept at that site: it has no `{part}`")]
    #[diagnostic(
        code(link::no_puzzle),
        help("open it there, and paste the puzzle as text or as a long link")
    )]
    Elsewhere {
        /// What sort of link.
        what: &'static str,
        /// What the link would have to have.
        part: &'static str,
    },
    /// A SudokuWiki link in its short form.
    #[error("the link has no board of 81 digits")]
    #[diagnostic(
        code(link::board),
        help("its short form is known to SudokuWiki alone; paste the puzzle as text")
    )]
    NoBoard,
    /// What is packed in the link is no puzzle.
    #[error("the link is damaged, or cut off")]
    #[diagnostic(code(link::damaged))]
    Damaged,
    /// A puzzle that is no classic one.
    #[error("this puzzle has more rules than the classic ones: `{0}`")]
    #[diagnostic(code(link::variant), help("only classic puzzles are known here"))]
    Variant(String),
    /// A board of no usual size.
    #[error("a board of {0} rows is not known here")]
    #[diagnostic(code(link::size))]
    Size(usize),
}

impl LinkedBoard {
    /// The board as text that the reader of puzzles understands: a line, or one of a technique library if digits were filled in.
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

    /// The link of a site; nothing if the site has no such boards.
    pub fn link(&self, site: Site) -> Option<String> {
        let packed = || escape(&compress_to_base64(self.fpuzzle().to_string().as_str()));
        match site {
            Site::FPuzzles => Some(format!("https://www.f-puzzles.com/?load={}", packed())),
            Site::SudokuPad => Some(format!("https://sudokupad.app/fpuz{}", packed())),
            Site::SudokuWiki => (self.shape.size() == 9)
                .then(|| format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", self.givens)),
        }
    }

    /// The puzzle as f-puzzles has it.
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

/// Whether a line is a link, whatever is behind it.
pub(super) fn is_link(line: &[u8]) -> bool {
    line.starts_with(b"https://") || line.starts_with(b"http://")
}

/// Text that stands in an address as itself.
fn escape(text: &str) -> String {
    let byte = |c: char| match c {
        '+' => "%2B".to_owned(),
        '/' => "%2F".to_owned(),
        '=' => "%3D".to_owned(),
        c => c.to_string(),
    };
    text.chars().map(byte).collect()
}

/// The text without the `%xx` of addresses.
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

/// The board behind a link; `None` if the text is no link.
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

/// A SudokuWiki board: 81 characters.
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

/// The board that lz-string has packed.
fn unpack(packed: &str) -> Result<LinkedBoard, LinkError> {
    let damaged = || LinkError::Damaged;
    // A space was a plus sign once.
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

/// The first constraint that a classic puzzle has not.
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

/// SudokuPad leaves out the quotes around keys; here they are again.
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
