//! Parsing: from the text of a rule file to its tree, or to all its syntax errors.
//!
//! This is the only user of pest. The file is split into items first, and each is parsed by itself,
//! so every item with a mistake is reported and the others are read. Within an item, every section
//! with a mistake is reported (`recover`). The grammar does not nest, so no text can overflow the
//! stack.
//!
//! `error` explains a syntax error: as a known mistake (`mistakes`, `values`), or by the small
//! change that lets the parser get furthest (`repair`, `changes`).

mod allowed_words;
mod changes;
mod clause;
mod error;
mod expected_words;
mod grammar;
mod item;
mod lookalikes;
mod mistakes;
mod place;
mod recover;
mod repair;
pub mod scan;
mod values;
pub mod words;

pub use allowed_words::{Allowed, allowed};

use std::ops::Range;

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::ast::{BrokenItem, File, PartialItem, Span, Spanned};
use super::diagnostics::{Finding, Problem};
use crate::printable_text;
use grammar::{Rule, RuleParser};
use recover::MAX_MISTAKES;
use scan::{Cut, SPACE, TokenKind};

/// Maximum size of a rule file in bytes.
pub const MAX_FILE: usize = 1 << 20;

/// Maximum number of mistakes of a file that are explained in detail. No more are shown.
const TOLD_WELL: usize = 100;

/// Parses a file. The tree has the items without mistakes.
pub fn parse(text: &str) -> (File, Vec<Finding>) {
    let mut file = File::default();
    let mut findings = Vec::new();
    if text.len() > MAX_FILE {
        let problem = Problem::FileTooLarge { size: text.len() };
        let finding = Finding::new(problem, &Span(0..0), "");
        findings.push(finding.help(format!("a rule file has at most {MAX_FILE} bytes")));
        return (file, findings);
    }
    let items = scan::items(text, false);
    if items.is_empty() {
        let finding = Finding::new(Problem::EmptyFile, &Span(0..0), "");
        findings.push(finding.help("a rule begins with `rule name {`"));
    }
    read(text, &items, &mut file, &mut findings);
    // A missing quote may have hidden the beginnings of other items.
    if !findings.is_empty() {
        let recovered = scan::items(text, true);
        if recovered != items {
            (file, findings) = (File::default(), Vec::new());
            read(text, &recovered, &mut file, &mut findings);
        }
    }
    findings.extend(control_character(text));
    (file, findings)
}

/// The first control character of a text, also in a comment or a name. Printed, it would
/// reach a terminal.
fn control_character(text: &str) -> Option<Finding> {
    // Nearly all files are plain ASCII, which needs no decoding.
    if text
        .bytes()
        .all(|b| matches!(b, b' '..=b'~' | b'\n' | b'\t'))
    {
        return None;
    }
    let is_bad = |c: char| printable_text::is_unprintable(c) && c != '\r';
    let (at, found) = text.match_indices(is_bad).next()?;
    let problem = Problem::ControlCharacter {
        character: found.escape_unicode().to_string(),
    };
    let finding = Finding::new(problem, &Span(at..at + found.len()), "take it out");
    Some(finding)
}

/// Parses the items of a file one by one.
fn read(text: &str, items: &[Cut], file: &mut File, findings: &mut Vec<Finding>) {
    // A copy of the text, in which sections with mistakes are blank.
    let mut blanked: Option<String> = None;
    for cut in items {
        let range = cut.range.clone();
        let before = findings.len();
        let mut items = Vec::new();
        let mut unclosed = cut.unclosed;
        let mut declares_all = true;
        for round in 1.. {
            let seen = blanked.as_deref().unwrap_or(text);
            let finding = match RuleParser::parse(Rule::entry, &seen[range.clone()]) {
                _ if unclosed => mistakes::unclosed_item(seen, &range),
                Ok(pairs) => {
                    let mut reader = PairReader {
                        offset: range.start,
                        findings,
                    };
                    items.extend(pairs.filter_map(|pair| reader.item(pair)));
                    break;
                }
                Err(error) => {
                    let well = findings.len() < TOLD_WELL;
                    error::explain(&error, seen, range.clone(), well)
                }
            };
            let at = finding.span.0.start;
            // A word that is wrong in several places is reported once.
            let word = &text[finding.span.0.clone()];
            let is_same = |f: &Finding| word.len() > 1 && text[f.span.0.clone()] == *word;
            if !findings[before..].iter().any(is_same) {
                findings.push(finding);
            }
            let copy = blanked.get_or_insert_with(|| text.to_string());
            let is_last = round == MAX_MISTAKES || findings.len() >= TOLD_WELL;
            let section = match is_last {
                true => None,
                false => recover::blank(copy, &range, at),
            };
            let Some(section) = section else { break };
            declares_all &= recover::declares_nothing(&text[section]);
            unclosed = recover::is_unclosed(copy, &range);
        }
        if findings.len() == before {
            file.items.append(&mut items);
        } else {
            let name = scan::item_name(&text[range.clone()]);
            let named = |name: Range<usize>| Spanned {
                node: text[range.start + name.start..range.start + name.end].to_string(),
                span: Span(range.start + name.start..range.start + name.end),
            };
            file.unread.push(BrokenItem {
                name: name.map(named),
                span: Span(range.clone()),
                rest: items.pop().map(|item| PartialItem { item, declares_all }),
            });
        }
    }
}

/// Converts pairs to trees. `offset` is the place of the item in the file.
struct PairReader<'f> {
    offset: usize,
    findings: &'f mut Vec<Finding>,
}

impl PairReader<'_> {
    fn span(&self, pair: &Pair<Rule>) -> Span {
        let Range { start, end } = pair.as_span().start()..pair.as_span().end();
        // The end of a pair includes skipped space and comments.
        let text = &pair.as_str()[..end - start];
        let trimmed = text.trim_end_matches(SPACE);
        // `//` in the last line may be a comment or part of a string, and other comments may
        // precede it.
        let last_line = trimmed.rfind('\n').map_or(0, |line| line + 1);
        let mut length = trimmed.len();
        if trimmed[last_line..].contains("//") {
            length = 0;
            for token in scan::tokens(text) {
                if token.kind != TokenKind::Comment {
                    length = token.range.end;
                }
            }
        }
        Span(self.offset + start..self.offset + start + length)
    }

    fn spanned<T>(&self, pair: &Pair<Rule>, node: T) -> Spanned<T> {
        Spanned {
            node,
            span: self.span(pair),
        }
    }

    fn number(&mut self, pair: &Pair<Rule>) -> Spanned<u32> {
        let text = pair.as_str();
        let number = text.parse().ok().filter(|&n: &u32| n <= 1_000_000);
        if number.is_none() {
            let problem = Problem::NumberTooLarge {
                number: text.chars().take(20).collect(),
            };
            let finding = Finding::new(problem, &self.span(pair), "at most 1000000");
            self.findings.push(finding.help("write a smaller one"));
        }
        self.spanned(pair, number.unwrap_or(1))
    }
}

/// The parts of a pair, without keywords.
fn parts<'i>(pair: &Pair<'i, Rule>) -> Pairs<'i, Rule> {
    pair.clone().into_inner()
}
