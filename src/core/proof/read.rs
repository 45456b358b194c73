//! Reading of a `.qed` file, step by step, with one line in memory.
//!
//! Reads the header, the steps with their annotations, and the claim. It accepts what the checker
//! accepts and does not judge: callers that need a verdict run the checker first.

use std::io::{self, BufRead, Read};
use std::sync::Arc;

use thiserror::Error;

use super::model::{Annotation, Claim, Count, DeadlySet, Header, Proof, Step, Term, TermSet};
use super::rows::{self, Rules};
use crate::grid::{Board, Candidate, Digit};

/// Maximum length of a line, as in `proofs/FORMAT.md`.
const MAX_LINE: usize = 1 << 20;

/// Error of reading a proof.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The stream failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line is invalid.
    #[error("line {line} of the proof: {reason}")]
    Line {
        /// The line, counted from 1.
        line: u64,
        /// The mistake.
        reason: LineError,
    },
}

/// A mistake in a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// The line is longer than the format allows.
    #[error("it is longer than {MAX_LINE} bytes")]
    TooLong,
    /// The line is not text.
    #[error("it is not plain text")]
    NotText,
    /// The file ends before the claim.
    #[error("the file ends without a claim")]
    Ended,
    /// The version or the board is not supported.
    #[error("this version or board is not known")]
    Unknown,
    /// The lines of the header are not in order.
    #[error("the header is not in order")]
    Header,
    /// A word is not the name of an object on this board.
    #[error("`{0}` is not the name of anything on this board")]
    Name(String),
    /// The line has no form of the format.
    #[error("it does not have the form of a step or a claim")]
    Form,
}

/// An item of the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofItem {
    /// A step, with its annotation if there is one.
    Step(Option<Annotation>, Step),
    /// The claim, which is the last relevant line.
    Claim(Claim),
}

impl Proof {
    /// Reads a whole proof into memory.
    pub fn read(input: impl BufRead) -> Result<Proof, ReadError> {
        let mut reader = ProofReader::start(input)?;
        let mut steps = Vec::new();
        loop {
            match reader.next_item()? {
                ProofItem::Step(note, step) => steps.push((note, step)),
                ProofItem::Claim(claim) => {
                    let header = reader.header;
                    return Ok(Proof {
                        header,
                        steps,
                        claim,
                    });
                }
            }
        }
    }
}

/// A proof that is being read.
pub struct ProofReader<R> {
    lines: ProofLines<R>,
    header: Header,
    /// Whether the first line after the header is still to be returned.
    waiting: bool,
}

impl<R: BufRead> ProofReader<R> {
    /// Starts reading: reads the header.
    pub fn start(input: R) -> Result<ProofReader<R>, ReadError> {
        let mut lines = ProofLines {
            input,
            text: Vec::new(),
            number: 0,
            note: None,
        };
        let header = lines.header()?;
        Ok(ProofReader {
            lines,
            header,
            waiting: true,
        })
    }

    /// The premises of the proof.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The number of the last line read, counted from 1.
    pub fn line(&self) -> u64 {
        self.lines.number
    }

    /// The next step, or the claim. Must not be called after the claim.
    pub fn next_item(&mut self) -> Result<ProofItem, ReadError> {
        self.advance()?;
        let note = self.lines.note.take();
        let words = self.lines.words()?;
        let has_rows = self.header.rules.is_some();
        let item = match words[0] {
            "claim" => claim(&self.header.board, &words[1..], has_rows).map(ProofItem::Claim),
            _ => step(&self.header.board, &words, has_rows).map(|step| ProofItem::Step(note, step)),
        };
        item.map_err(|reason| self.lines.error(reason))
    }

    /// Skips all steps and returns the claim.
    pub fn into_claim(mut self) -> Result<Claim, ReadError> {
        loop {
            self.advance()?;
            // Most lines are steps, which need not be parsed.
            if !self.lines.text.trim_ascii_start().starts_with(b"claim") {
                continue;
            }
            let words = self.lines.words()?;
            if words[0] == "claim" {
                let has_rows = self.header.rules.is_some();
                let claim = claim(&self.header.board, &words[1..], has_rows);
                return claim.map_err(|reason| self.lines.error(reason));
            }
        }
    }

    fn advance(&mut self) -> Result<(), ReadError> {
        match std::mem::take(&mut self.waiting) {
            true => Ok(()),
            false => self.lines.advance(),
        }
    }
}

struct ProofLines<R> {
    input: R,
    text: Vec<u8>,
    number: u64,
    /// The annotation before the current line.
    note: Option<Annotation>,
}

impl<R: BufRead> ProofLines<R> {
    /// Advances to the next relevant line.
    fn advance(&mut self) -> Result<(), ReadError> {
        loop {
            self.text.clear();
            self.number += 1;
            let mut bounded = self.input.by_ref().take(MAX_LINE as u64 + 1);
            if bounded.read_until(b'\n', &mut self.text)? == 0 {
                return Err(self.error(LineError::Ended));
            }
            if self.text.pop_if(|byte| *byte == b'\n').is_some() {
                self.text.pop_if(|byte| *byte == b'\r');
            } else if self.text.len() > MAX_LINE {
                return Err(self.error(LineError::TooLong));
            }
            let line = self.text.trim_ascii_start();
            match line.first() {
                None => {}
                Some(b'#') => note(&mut self.note, line),
                Some(_) => return Ok(()),
            }
        }
    }

    /// The words of the current line, at least one.
    fn words(&self) -> Result<Vec<&str>, ReadError> {
        let text = str::from_utf8(&self.text).map_err(|_| self.error(LineError::NotText))?;
        let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        match words.is_empty() {
            true => Err(self.error(LineError::Form)),
            false => Ok(words),
        }
    }

    fn error(&self, reason: LineError) -> ReadError {
        let line = self.number;
        ReadError::Line { line, reason }
    }

    /// Reads the header, and advances to the first line after it.
    fn header(&mut self) -> Result<Header, ReadError> {
        self.advance()?;
        let mut rules = match self.words()?[..] {
            ["qed", "1"] => None,
            ["qed", "2"] => Some(Rules::default()),
            _ => return Err(self.error(LineError::Unknown)),
        };
        self.advance()?;
        let board = match self.words()?[..] {
            ["board", "latin", _] if rules.is_none() => None,
            ["board", kind, size] => Board::named(kind, size),
            _ => None,
        };
        let board = board.ok_or_else(|| self.error(LineError::Unknown))?;
        self.advance()?;
        let bad = LineError::Header;
        let mut givens = None;
        if let ["givens", text] = self.words()?[..] {
            let digit = |c| match c {
                '.' => Some(None),
                _ => board.parse_digit(c).map(Some),
            };
            let cells: Option<Vec<Option<Digit>>> = text.chars().map(digit).collect();
            let complete = cells.filter(|cells| cells.len() == board.cell_count());
            givens = Some(complete.ok_or_else(|| self.error(bad.clone()))?);
            self.advance()?;
        }
        let mut state = None;
        if let ["state", ref cells @ ..] = self.words()?[..] {
            let marks: Option<Vec<u32>> = cells.iter().map(|cell| mask(&board, cell)).collect();
            let complete = marks.filter(|marks| marks.len() == board.cell_count());
            state = Some(complete.ok_or_else(|| self.error(bad.clone()))?);
            self.advance()?;
        }
        if givens.is_none() && state.is_none() {
            return Err(self.error(bad));
        }
        if let Some(rules) = &mut rules {
            while Rules::is_line(self.words()?[0]) {
                let added = rules.add(&board, &self.words()?);
                added.ok_or_else(|| self.error(LineError::Header))?;
                self.advance()?;
            }
        }
        let assume_unique = self.words()?[..] == ["assume", "unique"];
        if assume_unique {
            self.advance()?;
        }
        // Discards the annotations before the header.
        Ok(Header {
            board,
            givens,
            state,
            assume_unique,
            rules: rules.map(Arc::new),
        })
    }
}

/// The text of a comment, safe for one line of another file. Here only a line feed ends a line, but
/// VeriPB accepts a carriage return as well, so the rest would become a line of the exported proof.
/// All possible line ends and other control characters are therefore escaped: `\r`, `\u{2028}`.
fn printable(text: &str) -> String {
    let is_plain = |c: char| !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}');
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match is_plain(c) {
            true => plain.push(c),
            false => plain.extend(c.escape_default()),
        }
    }
    plain
}

/// Reads `#: rule NAME`, `#: bind NAME=VALUE ...`, `#: say SENTENCE`.
fn note(note: &mut Option<Annotation>, line: &[u8]) {
    let Some(text) = line.strip_prefix(b"#: ") else {
        return;
    };
    let text = printable(&String::from_utf8_lossy(text));
    let (word, rest) = text.split_once(' ').unwrap_or((&text, ""));
    match word {
        // A rule begins the annotation of the next step.
        "rule" => {
            *note = Some(Annotation {
                rule: rest.to_owned(),
                ..Annotation::default()
            });
        }
        "bind" => {
            let pairs = rest.split(' ').filter_map(|pair| pair.split_once('='));
            let owned = pairs.map(|(name, value)| (name.to_owned(), value.to_owned()));
            note.get_or_insert_default().bindings = owned.collect();
        }
        "say" => note.get_or_insert_default().sentence = rest.to_owned(),
        _ => {}
    }
}

/// The digits of a cell, `-` for none.
fn mask(board: &Board, cell: &str) -> Option<u32> {
    if cell == "-" {
        return Some(0);
    }
    let bit = |c| board.parse_digit(c).map(|digit| 1u32 << digit.index());
    cell.chars().try_fold(0, |mask, c| Some(mask | bit(c)?))
}

fn grid(board: &Board, text: &str) -> Result<Vec<Digit>, LineError> {
    let digits: Option<Vec<Digit>> = text.chars().map(|c| board.parse_digit(c)).collect();
    digits
        .filter(|digits| digits.len() == board.cell_count())
        .ok_or(LineError::Form)
}

/// Reads a claim. In version 2 (`has_rows`), the file may define names for cells and rows.
fn claim(board: &Board, words: &[&str], has_rows: bool) -> Result<Claim, LineError> {
    match *words {
        ["none", ":", ref items @ ..]
            if has_rows && !matches!(items, [it] if board.parse_group(it).is_some()) =>
        {
            Ok(Claim::NoFilling(rows::read_items(items)))
        }
        ["unique", solution] => Ok(Claim::Unique(grid(board, solution)?)),
        ["none", ":", name] => Ok(Claim::None(named(name, board.parse_group(name))?)),
        ["many", one, other] => Ok(Claim::Many(grid(board, one)?, grid(board, other)?)),
        ["open"] => Ok(Claim::Open),
        _ => Err(LineError::Form),
    }
}

/// Reads a step. A step of version 1 has the same form in version 2.
fn step(board: &Board, words: &[&str], has_rows: bool) -> Result<Step, LineError> {
    let of_groups = group_step(board, words);
    // In version 2, `d1` may be a cage.
    let may_be_named = match &of_groups {
        Ok(Step::Count(count)) => {
            (count.terms.iter()).any(|term| matches!(term.set, TermSet::Deadly(_)))
        }
        Ok(Step::Deadly(_)) | Err(_) => true,
        Ok(_) => false,
    };
    match has_rows && may_be_named {
        true => (rows::read_step(board, words).map(Step::Row)).ok_or(LineError::Form),
        false => of_groups,
    }
}

fn group_step(board: &Board, words: &[&str]) -> Result<Step, LineError> {
    let candidate = |name: &str| named(name, board.parse_candidate(name));
    let group = |name: &str| named(name, board.parse_group(name));
    match *words {
        ["count", ref rest @ ..] => {
            let [targets, terms] = lists(rest)?;
            let targets: Result<_, _> = targets.iter().map(|&name| candidate(name)).collect();
            let terms: Result<_, _> = terms.iter().map(|text| term(board, text)).collect();
            Ok(Step::Count(Count {
                targets: targets?,
                terms: terms?,
            }))
        }
        ["single", name, ":", of] => Ok(Step::Single {
            candidate: candidate(name)?,
            group: group(of)?,
        }),
        ["suppose", name] => Ok(Step::Suppose(candidate(name)?)),
        ["refuted", of] => Ok(Step::Refuted(group(of)?)),
        ["deadly", name, ":", ref rest @ ..] => {
            let [set, exchange] = lists(rest)?;
            let read = |names: &[&str]| -> Result<Vec<Candidate>, LineError> {
                names.iter().map(|&name| candidate(name)).collect()
            };
            Ok(Step::Deadly(DeadlySet {
                name: named(name, deadly(name))?,
                set: read(set)?,
                exchange: read(exchange)?,
            }))
        }
        _ => Err(LineError::Form),
    }
}

/// The words before and after the first colon.
fn lists<'a>(words: &'a [&'a str]) -> Result<[&'a [&'a str]; 2], LineError> {
    let mut parts = words.splitn(2, |&word| word == ":");
    match [parts.next(), parts.next()] {
        [Some(first @ [_, ..]), Some(second @ [_, ..])] => Ok([first, second]),
        _ => Err(LineError::Form),
    }
}

fn term(board: &Board, text: &str) -> Result<Term, LineError> {
    let read = || {
        let (sign, rest) = match text.split_at_checked(1)? {
            ("+", rest) => (1, rest),
            ("-", rest) => (-1, rest),
            _ => return None,
        };
        let (times, name) = rest.split_once('*').unwrap_or(("1", rest));
        let times: i32 = times.parse().ok()?;
        let set = match deadly(name) {
            Some(number) => TermSet::Deadly(number),
            None => TermSet::Group(board.parse_group(name)?),
        };
        (1..=1_000_000).contains(&times).then(|| Term {
            set,
            multiplier: sign * times,
        })
    };
    named(text, read())
}

/// The number of a deadly set: 7 for `d7`.
fn deadly(name: &str) -> Option<u8> {
    let number = name.strip_prefix('d')?.parse().ok()?;
    (1..=99).contains(&number).then_some(number)
}

/// The object with a name, or the error that there is none.
fn named<T>(name: &str, found: Option<T>) -> Result<T, LineError> {
    let short = || name.chars().take(40).collect();
    found.ok_or_else(|| LineError::Name(short()))
}
