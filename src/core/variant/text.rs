//! The text form of variant puzzles: the header lines of a proof.
//!
//! ```text
//! board sudoku 3x3
//! givens ................................................................................4
//! cage k1 15 : r1c5 r1c6
//! path t1 < : r4c1 r5c1 r6c1
//! ```

use std::sync::Arc;

use serde_json::Value;

use super::error::{VariantError, not_json};
use super::position::start;
use super::reading::Reading;
use super::{fpuzzles, mistakes, pad, unreadable};
use crate::constraint::bits::MAX_DIGITS;
use crate::constraint::{Constraints, board_of};
use crate::grid::text::{LinkError, link_json, read_link};
use crate::grid::{Board, Digit};
use crate::matcher::Position;
use crate::proof::{Header, Rules};

/// Maximum number of constraint lines. Each line of a few hundred bytes can exclude 250,000 pairs
/// of candidates.
const MAX_CONSTRAINTS: usize = 1_000;

/// The requirement on the first line.
const FIRST_LINE: &str = "the first line must be `board sudoku HxW` or `board latin N`";

/// A puzzle with constraints.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The board, the givens and the constraint lines.
    pub header: Header,
    /// Drawings and texts of the source that were not read as constraints.
    pub warnings: Vec<String>,
}

impl Variant {
    /// The givens on one line, `.` for an empty cell.
    pub fn line(&self) -> String {
        let givens = self.header.givens.iter().flatten();
        givens.map(|it| it.map_or('.', Digit::to_char)).collect()
    }

    /// The board with all houses and sets of different cells of the puzzle.
    pub fn whole_board(&self) -> Arc<Board> {
        match &self.header.rules {
            Some(rules) => board_of(&self.header.board, rules),
            None => Arc::clone(&self.header.board),
        }
    }

    /// The position at the start of the puzzle, with its constraints.
    pub fn position(&self) -> Position {
        start(&Arc::new(Constraints::new(&self.header)))
    }

    /// The number of givens.
    pub fn clues(&self) -> usize {
        let givens = self.header.givens.iter().flatten();
        givens.filter(|it| it.is_some()).count()
    }

    /// The puzzle in the text form.
    pub fn to_text(&self) -> String {
        let board = &self.header.board;
        let shape = board.shape();
        let mut text = match board.has_boxes() {
            true => format!("board sudoku {}x{}\n", shape.height, shape.width),
            false => format!("board latin {}\n", board.size()),
        };
        text += &format!("givens {}\n", self.line());
        for line in self.header.rules.iter().flat_map(|it| &it.lines) {
            text += line;
            text.push('\n');
        }
        text
    }
}

/// Whether a text is a variant puzzle: JSON of f-puzzles or SudokuPad, a link to a puzzle with
/// constraints, or lines that begin with `board`.
pub fn is_variant(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
    let is_linked = |line: &[u8]| {
        let text = std::str::from_utf8(line).ok();
        let found = text.and_then(read_link);
        matches!(found, Some(Err(LinkError::Variant(_) | LinkError::Size(_))))
    };
    // A constraint without a board before it gets a better message from the reader of variants.
    let is_constraint = |line: &[u8]| {
        let words = str::from_utf8(line).unwrap_or_default();
        let first = words.split(' ').next().unwrap_or_default();
        words.contains(" : ") && Rules::is_line(first)
    };
    first.is_some_and(|line| {
        line.starts_with(b"board ")
            || line.starts_with(b"{")
            || is_constraint(line)
            || is_linked(line)
    })
}

/// Reads a variant puzzle. Constraints of other sites whose kind is in `ignored` are left out.
pub fn read_variant(text: &str, ignored: &[String]) -> Result<Variant, VariantError> {
    read_variant_as(text, &Reading::ignoring(ignored))
}

/// Reads a variant puzzle. `reading` gives the meaning of drawn parts of other sites.
pub fn read_variant_as(text: &str, reading: &Reading) -> Result<Variant, VariantError> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let value = match link_json(text) {
        Some(linked) => linked.map_err(|it| VariantError::Json(it.to_string()))?,
        None if text.starts_with('{') => {
            serde_json::from_str(text).map_err(|it| VariantError::Json(it.to_string()))?
        }
        None => return read_lines(text),
    };
    let puzzle = value.as_object().ok_or_else(|| not_json("no object"))?;
    let inner = puzzle.get("puzzle").and_then(Value::as_object);
    let puzzle = inner.unwrap_or(puzzle);
    let translated = match puzzle.contains_key("grid") {
        true => fpuzzles::translate(puzzle, reading)?,
        false => pad::translate(puzzle, &reading.ignored)?,
    };
    let mut variant = read_lines(&translated.text)?;
    variant.warnings.extend(translated.warnings);
    Ok(variant)
}

fn read_lines(text: &str) -> Result<Variant, VariantError> {
    let mut header: Option<Header> = None;
    let mut rules = Rules::default();
    for (at, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let error = |reason: &str| VariantError::Line {
            line: at + 1,
            reason: reason.to_owned(),
            text: line.chars().take(80).collect(),
        };
        match (&mut header, &*words) {
            (_, [] | ["qed", "2"]) => {}
            (_, [first, ..]) if first.starts_with('#') => {}
            (None, ["board", kind, size]) => {
                let board = Board::named(kind, size).filter(|it| it.size() <= MAX_DIGITS);
                let board = board.ok_or_else(|| {
                    error("a board is `sudoku HxW` or `latin N`, with at most 9 digits")
                })?;
                let givens = Some(vec![None; board.cell_count()]);
                header = Some(Header {
                    board,
                    givens,
                    state: None,
                    assume_unique: false,
                    rules: None,
                });
            }
            (None, _) => return Err(error(FIRST_LINE)),
            (Some(header), ["givens", digits]) => {
                let given = givens(&header.board, digits).map_err(|it| error(&it))?;
                header.givens = Some(given);
            }
            (Some(header), [kind, ..]) if Rules::is_line(kind) => {
                let board = &*header.board;
                if rules.lines.len() == MAX_CONSTRAINTS {
                    return Err(error("there are too many constraints"));
                }
                if words.last() == Some(&":") {
                    return Err(error("the constraint has no cells"));
                }
                if let Some(name) = words.get(1).filter(|_| !matches!(*kind, "allow" | "all")) {
                    match rules.named(name) {
                        Some(_) => return Err(error("this name is taken")),
                        None if !is_name(board, name) => return Err(error(NAME_FORM)),
                        None => {}
                    }
                }
                rules
                    .add(board, &words)
                    .ok_or_else(|| error(&unreadable::reason(board, &words)))?;
                mistakes::of_line(board, &rules, &words)
                    .map_or(Ok(()), |reason| Err(error(&reason)))?;
            }
            (Some(_), _) => return Err(error("this is no constraint")),
        }
    }
    let mut header = header.ok_or_else(|| VariantError::Line {
        line: 1,
        reason: FIRST_LINE.to_owned(),
        text: String::new(),
    })?;
    let mistake = mistakes::of_puzzle(&header.board, &rules);
    mistake.map_or(Ok(()), |it| Err(VariantError::Impossible(it)))?;
    let mut warnings = mistakes::overlaps(&header.board, &rules);
    let givens = header.givens.as_deref().unwrap_or_default();
    warnings.extend(mistakes::of_givens(&header.board, &rules, givens));
    header.rules = Some(Arc::new(rules));
    Ok(Variant { header, warnings })
}

/// The requirement on names.
const NAME_FORM: &str = "a name is one to eight small letters and a number, such as `k1`";

/// Whether a word can be the name of a constraint.
fn is_name(board: &Board, word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &word[letters.len()..];
    let is_taken = matches!(letters, "r" | "c") || letters == "b" && board.has_boxes();
    (1..=8).contains(&letters.len())
        && letters.bytes().all(|it| it.is_ascii_lowercase())
        && !number.starts_with('0')
        && number.parse::<u32>().is_ok_and(|it| it <= 9_999)
        && !is_taken
}

fn givens(board: &Board, text: &str) -> Result<Vec<Option<Digit>>, String> {
    let n = board.size();
    let digit = |c: char| match c {
        '.' => Ok(None),
        _ => board.parse_digit(c).map(Some).ok_or_else(|| {
            format!("`{c}` is no digit from 1 to {n}, and no `.` for an empty cell")
        }),
    };
    let givens: Vec<Option<Digit>> = text.chars().map(digit).collect::<Result<_, _>>()?;
    match (givens.len(), board.cell_count()) {
        (found, wanted) if found != wanted => Err(format!(
            "{found} characters do not stand for {wanted} cells"
        )),
        _ => Ok(givens),
    }
}
