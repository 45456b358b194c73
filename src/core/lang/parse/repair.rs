//! What a small change at the place of an error would mend.
//!
//! Takes the place where a text stops to fit the grammar, gives the finding for the change that lets the parser get furthest
//! beyond it: a word for a misspelt one, a mark or a word that is missing, or one too many. In `for digit d lines R[2]` the parser stops at
//! `lines`, where it could go on with `,` `in` `of` and others; with a comma it reads the whole rule, so the comma is what is missing.
//!
//! Nothing here runs unless a rule has a mistake.

use std::ops::Range;

use pest::Parser;

use super::super::ast::{SortWord, Span};
use super::super::diagnostics::{Finding, Problem, is_close};
use super::expected::{expected_behind, location};
use super::grammar::{Rule, RuleParser};
use super::place::Place;
use super::scan::{Token, TokenKind};
use super::words::{SECTIONS, SMALL, called, is_keyword};

/// Items with more bytes than this are not mended: each try reads the whole item.
const MAX_ITEM: usize = 1 << 14;
/// How many words before the place may be the one that is wrong: `onyl a` of `onyl a is open` is read as a verb.
const BACK: usize = 3;
/// How many words behind a change must fit for it to be right.
const AHEAD: usize = 40;
/// Words of plain English that are not needed.
const NOISE: [&str; 3] = ["the", "that", "must"];

/// What kind of change it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// The word that was meant.
    Misspelt,
    /// What others call differently.
    Called,
    /// Another small word or mark.
    Instead,
    /// Square brackets for round ones, and the like.
    Brackets,
    /// Something was left out before it.
    Missing,
    /// It should be left out.
    TooMuch,
}

/// A change of the text: what is written in place of some of it. A smaller cost is more likely.
struct Repair {
    change: Change,
    range: Range<usize>,
    write: String,
    cost: usize,
}

/// The finding for the change that lets the parser get furthest, if one helps.
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
        // A guess must carry the parser over more than the word that it was made for.
        let enough = match repair.change {
            Change::Misspelt | Change::Called => (at + 2).min(tokens.len()),
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

/// How many tokens of the item fit the grammar after a change; one more than there are if all is well, as far as it
/// is looked at.
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

/// The changes that are worth a try.
fn repairs(place: &Place, tokens: &[Token], at: usize) -> Vec<Repair> {
    let mut repairs = Vec::new();
    for back in 0..=BACK.min(at) {
        let token = &tokens[at - back];
        if token.kind != TokenKind::Word {
            continue;
        }
        let expected = match back {
            0 => place.expected.to_vec(),
            _ => expected_behind(&place.text[place.item.start..token.range.start]),
        };
        other_words(place, token, &expected, back * 3, &mut repairs);
    }
    let token = &tokens[at];
    let mut add = |change, range, write: &str, cost| {
        let write = write.to_string();
        repairs.push(Repair {
            change,
            range,
            write,
            cost,
        });
    };
    if token.kind == TokenKind::Mark {
        let run = run_of_marks(tokens, at);
        for mark in place.expected.iter().filter(|word| is_mark(word)) {
            add(Change::Instead, run.clone(), mark, 35);
        }
        add(Change::TooMuch, run, "", 50);
    }
    let start = token.range.start;
    let wanted = place.expected.iter();
    for word in wanted.filter(|_| !place.follows_unknown_sort()) {
        if is_mark(word) {
            let cost = if *word == "," { 39 } else { 40 };
            add(Change::Missing, start..start, &format!("{word} "), cost);
        } else if is_keyword(word) {
            add(Change::Missing, start..start, &format!("{word} "), 45);
        }
    }
    let comma = at.checked_sub(1).map(|i| &tokens[i]);
    if let Some(comma) = comma.filter(|t| &place.text[t.range.clone()] == ",") {
        add(Change::TooMuch, comma.range.clone(), "", 42);
    }
    // A name such as `the` may have been taken for a variable.
    for noise in tokens[at.saturating_sub(2)..=at].iter().rev() {
        if NOISE.contains(&&place.text[noise.range.clone()]) {
            add(Change::TooMuch, noise.range.clone(), "", 38);
        }
    }
    repairs.extend(other_brackets(place, tokens, at));
    repairs
}

/// The words that could be meant by one.
fn other_words(
    place: &Place,
    token: &Token,
    expected: &[&'static str],
    cost: usize,
    repairs: &mut Vec<Repair>,
) {
    let word = &place.text[token.range.clone()];
    let lower = word.to_lowercase();
    let plural = |one: &str| {
        let mut sorts = SortWord::ALL.iter();
        let many = sorts.find(|(_, single, _)| *single == one);
        many.map(|(_, _, many)| *many)
    };
    let first = |word: &&'static str| word.split(' ').next().filter(|w| is_keyword(w));
    let firsts = expected.iter().filter_map(first);
    let choices: Vec<&str> = firsts
        .flat_map(|one| std::iter::once(one).chain(plural(one)))
        .filter(|choice| *choice != word)
        .collect();
    let mut add = |change, write: &str, cost| {
        repairs.push(Repair {
            change,
            range: token.range.clone(),
            write: write.to_string(),
            cost,
        });
    };
    // `in` is not a misspelt `is`, nor `x` a misspelt `by`.
    let can_be_misspelt = word.len() > 1 && (word.len() > 2 || !is_keyword(word));
    if let Some(own) = called(&lower, &choices) {
        add(Change::Called, own, cost + 25);
    }
    for choice in choices {
        let small = |word: &str| SMALL.contains(&word);
        if small(word) && small(choice) {
            let place = SMALL.iter().position(|word| *word == choice);
            add(
                Change::Instead,
                choice,
                cost + 25 + place.unwrap_or_default(),
            );
        } else if can_be_misspelt && is_close(word, choice) {
            let letters = 10 * strsim::damerau_levenshtein(&lower, choice);
            // One of several is likely to be several.
            let number = usize::from(word.ends_with('s') != choice.ends_with('s'));
            add(Change::Misspelt, choice, cost + letters + number);
        }
    }
    if cost == 0 && word == "and" && expected.contains(&",") {
        add(Change::Instead, ",", 32);
    }
}

/// `R(n)` or `R{n}` for `R[n]`, and `strong[g, h]` for `strong(g, h)`.
fn other_brackets(place: &Place, tokens: &[Token], at: usize) -> Option<Repair> {
    const PAIRS: [(&str, &str); 3] = [("(", ")"), ("[", "]"), ("{", "}")];
    let mark = |t: &Token| place.text[t.range.clone()].to_string();
    let near = at..(at + 2).min(tokens.len());
    let open = near
        .into_iter()
        .find(|&i| PAIRS.iter().any(|(open, _)| mark(&tokens[i]) == *open))?;
    let (_, close) = PAIRS.iter().find(|(o, _)| mark(&tokens[open]) == *o)?;
    let close = (open..tokens.len()).find(|&i| mark(&tokens[i]) == *close)?;
    let inner = &place.text[tokens[open].range.end..tokens[close].range.start];
    let (open_mark, close_mark) = match mark(&tokens[open]).as_str() {
        "[" => ("(", ")"),
        _ => ("[", "]"),
    };
    (!inner.contains('\n')).then(|| Repair {
        change: Change::Brackets,
        range: tokens[open].range.start..tokens[close].range.end,
        write: format!("{open_mark}{inner}{close_mark}"),
        cost: 33,
    })
}

/// The marks that stand together at a place, `->` of `-> r1c1=1`.
fn run_of_marks(tokens: &[Token], at: usize) -> Range<usize> {
    let mut run = tokens[at].range.clone();
    for token in &tokens[at + 1..] {
        if token.kind != TokenKind::Mark || token.range.start != run.end {
            break;
        }
        run.end = token.range.end;
    }
    run
}

fn is_mark(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_punctuation())
}

/// The finding for a change.
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

/// Whether a word is misspelt that says what variables are.
fn is_sort_here(place: &Place, write: &str, found: &str) -> bool {
    let declares = matches!(place.section(), Some("for" | "target"));
    declares && SortWord::parse(write).is_some() && !is_keyword(found)
}

/// The finding for something that is missing before the place.
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
        "=>" => finding.help("what the example shows is written behind `=>`"),
        _ if SECTIONS.contains(&write) => {
            finding.help(format!("a section begins with its word, `{write}`"))
        }
        _ => finding.help(format!("write `{write} {}`", shortened(word))),
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Which of some texts, put at a place, lets the parser get furthest; the first if none does more than the others.
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
