//! Steps of version 2 as lines of a file.

use std::fmt::{self, Write};

use super::relation::read_number;
use super::rules::read_digits;
use super::{RowSet, RowStep, RowTerm};
use crate::grid::{Board, Candidate};

/// Writes a step without its line feed.
pub fn push_step(line: &mut String, board: &Board, step: &RowStep) -> fmt::Result {
    match step {
        RowStep::Count { targets, terms } => {
            line.push_str("count");
            push_candidates(line, board, targets, "<>");
            push_terms(line, board, terms)
        }
        RowStep::Cut {
            name,
            divisor,
            terms,
        } => {
            write!(line, "cut {name} {divisor}")?;
            push_terms(line, board, terms)
        }
        RowStep::Derive { name, terms } => {
            write!(line, "derive {name}")?;
            push_terms(line, board, terms)
        }
        RowStep::Fill { targets, items } => {
            line.push_str("fill");
            push_candidates(line, board, targets, "<>");
            write!(line, " : {}", items.join(" "))
        }
        RowStep::Single { candidate, row } => {
            line.push_str("single");
            push_candidates(line, board, &[*candidate], "=");
            write!(line, " : {row}")
        }
        RowStep::Refuted(items) => write!(line, "refuted {}", items.join(" ")),
        RowStep::Deadly {
            name,
            set,
            exchange,
        } => {
            write!(line, "deadly {name} :")?;
            push_candidates(line, board, set, "=");
            line.push_str(" :");
            push_candidates(line, board, exchange, "=");
            Ok(())
        }
    }
}

fn push_candidates(line: &mut String, board: &Board, candidates: &[Candidate], relation: &str) {
    for &candidate in candidates {
        line.push(' ');
        board.push_candidate(line, candidate, relation);
    }
}

impl RowSet {
    /// The name of the row, or its candidates in the notation of the file.
    pub fn to_text(&self, board: &Board) -> String {
        let mut text = String::new();
        match self {
            RowSet::Named(name) => text.push_str(name),
            RowSet::Link(members) => {
                push_link(&mut text, board, members).expect("writing to memory does not fail");
            }
        }
        text
    }
}

fn push_terms(line: &mut String, board: &Board, terms: &[RowTerm]) -> fmt::Result {
    line.push_str(" :");
    for term in terms {
        line.push_str(if term.multiplier > 0 { " +" } else { " -" });
        if term.multiplier.abs() != 1 {
            write!(line, "{}*", term.multiplier.abs())?;
        }
        line.push_str(&term.set.to_text(board));
    }
    Ok(())
}

fn push_link(line: &mut String, board: &Board, members: &[Candidate]) -> fmt::Result {
    let mut last = None;
    line.push('{');
    for &member in members {
        let (cell, digit) = (board.cell_of(member), board.digit_of(member).to_char());
        match last {
            Some(it) if it == cell => line.push(digit),
            Some(_) => write!(line, ",{}={digit}", board.cell_name(cell))?,
            None => write!(line, "{}={digit}", board.cell_name(cell))?,
        }
        last = Some(cell);
    }
    line.push('}');
    Ok(())
}

/// Reads a step with a word or a name of version 2; `None` for other lines.
pub fn read_step(board: &Board, words: &[&str]) -> Option<RowStep> {
    let candidates = |words: &[&str]| -> Option<Vec<Candidate>> {
        (words.iter().map(|word| board.parse_candidate(word))).collect()
    };
    let terms = |words: &[&str]| -> Option<Vec<RowTerm>> {
        words.iter().map(|word| read_term(board, word)).collect()
    };
    match *words {
        ["count", ref rest @ ..] => {
            let (targets, of) = lists(rest)?;
            Some(RowStep::Count {
                targets: candidates(targets)?,
                terms: terms(of)?,
            })
        }
        ["cut", name, divisor, ":", ref of @ ..] => Some(RowStep::Cut {
            name: name.to_owned(),
            divisor: read_number(divisor).filter(|&divisor| divisor > 1)?,
            terms: terms(of)?,
        }),
        ["derive", name, ":", ref of @ ..] => Some(RowStep::Derive {
            name: name.to_owned(),
            terms: terms(of)?,
        }),
        ["fill", ref rest @ ..] => {
            let (targets, items) = lists(rest)?;
            Some(RowStep::Fill {
                targets: candidates(targets)?,
                items: read_items(items),
            })
        }
        ["single", name, ":", row] => Some(RowStep::Single {
            candidate: board.parse_candidate(name)?,
            row: row.to_owned(),
        }),
        ["refuted", ref items @ ..] => Some(RowStep::Refuted(read_items(items))),
        ["deadly", name, ":", ref rest @ ..] => {
            let (set, exchange) = lists(rest)?;
            Some(RowStep::Deadly {
                name: name.to_owned(),
                set: candidates(set)?,
                exchange: candidates(exchange)?,
            })
        }
        _ => None,
    }
}

/// The words before and after the first colon.
fn lists<'w>(words: &'w [&'w str]) -> Option<(&'w [&'w str], &'w [&'w str])> {
    let colon = words.iter().position(|&word| word == ":")?;
    Some((&words[..colon], &words[colon + 1..]))
}

/// The items of a `refuted` or `claim none`.
pub fn read_items(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn read_term(board: &Board, text: &str) -> Option<RowTerm> {
    let (sign, rest) = match text.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let (times, name) = rest.split_once('*').unwrap_or(("1", rest));
    let times: i64 = times.parse().ok()?;
    let inner = name.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
    let set = match inner {
        None => RowSet::Named(name.to_owned()),
        Some(inner) => {
            let mut members = Vec::new();
            for part in inner.split(',') {
                let (cell, digits) = part.split_once('=')?;
                let cell = board.parse_cell(cell)?;
                let digits = read_digits(board, digits, false)?.into_iter();
                members.extend(digits.map(|digit| board.candidate(cell, digit)));
            }
            RowSet::Link(members)
        }
    };
    (1..=1_000_000).contains(&times).then_some(RowTerm {
        set,
        multiplier: sign * times,
    })
}
