//! The text form of variant puzzles: the header lines of a proof.
//!
//! ```text
//! board sudoku 3x3
//! givens ................................................................................4
//! cage k1 15 : r1c5 r1c6
//! path t1 < : r4c1 r5c1 r6c1
//! ```

use std::sync::Arc;

use super::error::VariantError;
use super::fpuzzles;
use crate::grid::{Board, Digit, Shape};
use crate::proof::{Header, Rules};

/// Most digits of a variant puzzle.
const MAX_DIGITS: usize = 9;
/// Most constraint lines. Each line of a few hundred bytes can exclude 250,000 pairs of candidates.
const MAX_CONSTRAINTS: usize = 1_000;

/// A puzzle with constraints.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The board, the givens and the constraint lines.
    pub header: Header,
    /// What the source draws or says in words, which was not read as a constraint.
    pub warnings: Vec<String>,
}

/// Whether a text is meant as a variant puzzle: f-puzzles JSON, or lines that begin with `board`.
pub fn is_variant(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
    first.is_some_and(|line| line.starts_with(b"board ") || line.starts_with(b"{"))
}

/// Reads a variant puzzle. Constraints of f-puzzles whose kind is in `ignored` are left out.
pub fn read_variant(text: &str, ignored: &[String]) -> Result<Variant, VariantError> {
    if text.trim_start().starts_with('{') {
        let translated = fpuzzles::translate(text, ignored)?;
        let mut variant = read_lines(&translated.text)?;
        variant.warnings = translated.warnings;
        return Ok(variant);
    }
    read_lines(text)
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
            (None, ["board", "sudoku", size]) => {
                let board = board(size).ok_or_else(|| {
                    error("the boxes must be given as HxW, with at most 9 digits")
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
            (None, _) => return Err(error("the first line must be `board sudoku HxW`")),
            (Some(header), ["givens", digits]) => {
                header.givens = Some(givens(&header.board, digits).ok_or_else(|| {
                    error("one character is needed for each cell, `.` for an empty one")
                })?);
            }
            (Some(header), [kind, ..]) if Rules::is_line(kind) => {
                let board = &*header.board;
                if rules.lines.len() == MAX_CONSTRAINTS {
                    return Err(error("there are too many constraints"));
                }
                if words.last() == Some(&":") {
                    return Err(error("the constraint has no cells"));
                }
                if let Some(name) = words.get(1).filter(|_| !matches!(*kind, "allow" | "all"))
                    && rules.named(name).is_some()
                {
                    return Err(error("this name is taken"));
                }
                rules
                    .add(board, &words)
                    .ok_or_else(|| error("the constraint cannot be read"))?;
                mistake(board, &rules, &words).map_or(Ok(()), |reason| Err(error(&reason)))?;
            }
            (Some(_), _) => return Err(error("this is no constraint")),
        }
    }
    let mut header = header.ok_or_else(|| VariantError::Line {
        line: 1,
        reason: "the first line must be `board sudoku HxW`".to_owned(),
        text: String::new(),
    })?;
    header.rules = Some(Arc::new(rules));
    Ok(Variant {
        header,
        warnings: Vec::new(),
    })
}

fn board(size: &str) -> Option<Arc<Board>> {
    let (height, width) = size.split_once('x')?;
    let (height, width): (usize, usize) = (height.parse().ok()?, width.parse().ok()?);
    let fits = (1..=MAX_DIGITS).contains(&height.checked_mul(width)?);
    fits.then(|| Board::sudoku(Shape { height, width }))
}

fn givens(board: &Board, text: &str) -> Option<Vec<Option<Digit>>> {
    let digit = |c: char| match c {
        '.' => Some(None),
        _ => board.parse_digit(c).map(Some),
    };
    let givens: Option<Vec<Option<Digit>>> = text.chars().map(digit).collect();
    givens.filter(|it| it.len() == board.cell_count())
}

/// A constraint that no grid satisfies, in words.
fn mistake(board: &Board, rules: &Rules, words: &[&str]) -> Option<String> {
    let rule = rules.named(words.get(1)?)?;
    let (n, k) = (board.size(), rule.cells.len());
    match *words {
        ["house", ..] if k != n => Some(format!("a house has {n} cells, this one has {k}")),
        ["cage" | "different", ..] if k > n => Some(format!(
            "{k} cells cannot hold different digits from 1 to {n}"
        )),
        ["cage", _, sum, ..] => {
            let (least, most) = (k * (k + 1) / 2, k * (2 * n + 1 - k) / 2);
            let sum: usize = sum.parse().ok()?;
            let fits = (least..=most).contains(&sum);
            (!fits).then(|| {
                format!("{k} different digits sum to between {least} and {most}, not {sum}")
            })
        }
        ["path", _, "<" | ">", ..] if k > n => {
            Some(format!("{k} cells cannot rise with digits from 1 to {n}"))
        }
        _ => None,
    }
}
