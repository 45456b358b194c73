//! Repairs of syntax errors by small changes.
//!
//! The result is the finding for the change that lets the parser get furthest: a corrected word, a
//! missing mark or word, or one too many. In `for digit d lines R[2]` the parser stops at `lines`,
//! where it could continue with `,`, `in`, `of` and others. With a comma it parses the whole rule,
//! so the comma is missing.
//!
//! This code runs only for rules with a mistake.

use std::ops::Range;

use pest::Parser;

use super::super::ast::{SortWord, Span};
use super::super::diagnostics::{Finding, Problem};
use super::changes::{Change, Repair, UNKNOWN, repairs};
use super::expected_words::location;
use super::grammar::{Rule, RuleParser};
use super::place::Place;
use super::scan::Token;
use super::words::{SECTIONS, is_keyword};

/// Maximum size of an item that is repaired, in bytes. Each try parses the whole item.
const MAX_ITEM: usize = 1 << 14;
/// Number of words after a change that must fit for it to be right.
const AHEAD: usize = 40;
/// The finding for the change that lets the parser get furthest, if any change helps.
pub(super) fn mend(place: &Place) -> Option<Finding> {
    if place.item.len() > MAX_ITEM {
        return None;
    }
    let tokens = place.tokens();
    let at = tokens.iter().position(|t| t.range == place.token.0)?;
    let mut repairs = repairs(place, &tokens, at);
    repairs.sort_by_key(|repair| repair.cost);
    let mut best: Option<(usize, Repair)> = None;
    for repair in repairs {
        let reached = reach(place, &tokens, &repair);
        // A guess must let the parser go beyond the word that the guess replaces.
        let enough = match repair.change {
            Change::Misspelt | Change::Called => (at + 2).min(tokens.len()),
            Change::Instead => at + 2,
            // An unknown word can always be left out.
            Change::TooMuch if repair.cost >= UNKNOWN => tokens.len() + 1,
            _ => at + 4,
        };
        let known = best.as_ref().map_or(0, |(reached, _)| *reached);
        if (reached >= enough || reached > tokens.len()) && reached > known {
            best = Some((reached, repair));
        }
        if reached > tokens.len() {
            break;
        }
    }
    best.map(|(_, repair)| finding(place, &repair))
}

/// Number of tokens of the item that fit the grammar after a change. One more than all if the
/// examined part fits.
fn reach(place: &Place, tokens: &[Token], repair: &Repair) -> usize {
    let changed_at = tokens.partition_point(|t| t.range.end <= repair.range.start);
    let last = tokens.get(changed_at + AHEAD);
    let end = last.map_or(place.item.end, |token| token.range.start);
    let before = &place.text[place.item.start..repair.range.start];
    let after = &place.text[repair.range.end..end.max(repair.range.end)];
    let text = [before, &repair.write, after].concat();
    let Err(error) = RuleParser::parse(Rule::entry, &text) else {
        return tokens.len() + 1;
    };
    let stop = location(&error);
    let changed = before.len() + repair.write.len();
    if stop < changed {
        return 0;
    }
    let stop = repair.range.end + (stop - changed);
    if last.is_some() && place.text[stop..end.max(stop)].trim().is_empty() {
        return tokens.len() + 1;
    }
    tokens.iter().take_while(|t| t.range.end <= stop).count()
}

/// Number of words after a change that must fit the grammar.
fn finding(place: &Place, repair: &Repair) -> Finding {
    let write = repair.write.trim();
    let found = &place.text[repair.range.clone()];
    let syntax = |found: &str| Problem::Syntax {
        expected: format!("`{write}`"),
        found: format!("`{}`", shortened(found)),
    };
    let span = Span(repair.range.clone());
    let at = |problem, label: &str| Finding::new(problem, &span, label);
    match repair.change {
        Change::Misspelt | Change::Called if is_sort_here(place, write, found) => {
            let name = found.to_string();
            let finding = at(Problem::UnknownSort { name }, "not a sort");
            meant(finding, repair, found)
        }
        Change::Misspelt | Change::Called => {
            meant(at(syntax(found), "not expected here"), repair, found)
        }
        Change::Instead => {
            let finding = at(syntax(found), "not expected here");
            finding.help(format!("write `{write}`")).fix(write)
        }
        Change::Brackets => {
            let (open, close) = (&write[..1], &write[write.len() - 1..]);
            let problem = Problem::Syntax {
                expected: format!("`{open}`"),
                found: format!("`{}`", &found[..1]),
            };
            let what = match open {
                _ if write.contains(':') => "a parameter",
                "[" => "a size or a number of a member",
                _ => "what a relation or a pattern is about",
            };
            let finding = at(problem, "not expected here");
            finding
                .help(format!(
                    "{what} stands in `{open}` and `{close}`: `{write}`"
                ))
                .fix(write)
        }
        Change::Missing => missing(place, write),
        Change::TooMuch => {
            let problem = Problem::Misplaced {
                found: shortened(found),
            };
            let why = match found {
                "," => "nothing is listed behind this comma: leave it out",
                "and" => "leave it out: sentences stand one after the other",
                _ => "leave it out",
            };
            at(problem, "not expected here").help(why).fix("")
        }
    }
}

fn meant(finding: Finding, repair: &Repair, found: &str) -> Finding {
    let write = repair.write.as_str();
    match repair.change {
        Change::Called => { finding }
            .help(format!("`{}` is called `{write}` here", shortened(found)))
            .fix(write),
        _ => finding.did_you_mean(write),
    }
}

/// Whether a misspelt word is a sort.
fn is_sort_here(place: &Place, write: &str, found: &str) -> bool {
    let declares = matches!(place.section(), Some("for" | "target"));
    declares && SortWord::parse(write).is_some() && !is_keyword(found)
}

/// A guess must let the parser go beyond the replaced word.
fn missing(place: &Place, write: &str) -> Finding {
    let word = place.word();
    let problem = Problem::Syntax {
        expected: format!("`{write}`"),
        found: format!("`{}`", shortened(word)),
    };
    let label = format!("`{write}` is missing before this");
    let finding = Finding::new(problem, &place.token, label);
    let finding = finding.fix(format!("{write} {word}"));
    let listed = place.listed().unwrap_or("values");
    match write {
        "," => finding.help(format!("{listed} are separated by commas")),
        "for" => finding.help("declarations begin with `for`"),
        "=>" => finding.help("write the expected effect after `=>`"),
        _ if SECTIONS.contains(&write) => {
            finding.help(format!("a section begins with its word, `{write}`"))
        }
        _ => finding.help(format!("write `{write} {}`", shortened(word))),
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The text that lets the parser get furthest when inserted at a place. In case of a tie, the first
/// text.
pub(super) fn best_of(place: &Place, range: &Range<usize>, texts: &[String]) -> Option<String> {
    let tokens = place.tokens();
    let reached = |write: &String| {
        let repair = Repair {
            change: Change::Instead,
            range: range.clone(),
            write: write.clone(),
            cost: 0,
        };
        reach(place, &tokens, &repair)
    };
    let mut best: Option<(usize, &String)> = None;
    for text in texts {
        let reached = reached(text);
        if best.is_none_or(|(most, _)| reached > most) {
            best = Some((reached, text));
        }
    }
    best.map(|(_, text)| text.clone())
}
