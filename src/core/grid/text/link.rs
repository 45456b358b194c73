//! Links of other sites, in and out: f-puzzles and SudokuPad, which share a format, and SudokuWiki.
//!
//! An f-puzzles link contains JSON, `{"size": 9, "grid": [[{"value": 8, "given": true}, {}, ...],
//! ...]}`, packed by lz-string. SudokuPad reads the same after `fpuz`, and has its own format after
//! `scl`. A link with cages or thermometers is no classic puzzle: [`link_json`] passes its JSON to
//! the reader of variants.

use super::linked_board::{LinkError, LinkedBoard};
use super::payload::{unpack, unpack_json};
use crate::grid::Shape;
use serde_json::Value;

/// Whether a line begins with a link.
pub(super) fn is_link(line: &[u8]) -> bool {
    line.starts_with(b"https://") || line.starts_with(b"http://")
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

/// The puzzle in a link.
enum LinkContent {
    /// Packed JSON.
    Packed(String),
    /// A board without JSON.
    Plain(LinkedBoard),
}

/// Reads the board of a link. `None` if the text is not a link.
pub fn read_link(text: &str) -> Option<Result<LinkedBoard, LinkError>> {
    Some(content(text)?.and_then(|it| match it {
        LinkContent::Packed(packed) => unpack(&packed),
        LinkContent::Plain(board) => Ok(board),
    }))
}

/// The JSON of the puzzle in a link, classic or not. `None` if the text is not a link.
pub fn link_json(text: &str) -> Option<Result<Value, LinkError>> {
    Some(content(text)?.and_then(|it| match it {
        LinkContent::Packed(packed) => unpack_json(&packed),
        LinkContent::Plain(_) => Err(LinkError::Unknown),
    }))
}

fn content(text: &str) -> Option<Result<LinkContent, LinkError>> {
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
            Some(packed) => Ok(LinkContent::Packed(packed)),
            None => Err(elsewhere("an f-puzzles link", "?load=")),
        },
        "sudokuwiki.org" => match parameter("bd") {
            Some(digits) => plain(&digits).map(LinkContent::Plain),
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
                Some(packed) => Ok(LinkContent::Packed(packed.to_owned())),
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
