//! Small changes at the place of an error that may repair the text.
//!
//! Each change has a cost: leaving out `the` in `every d in the R`, inserting `from` in `eliminate
//! d C`, and many that do not help. The caller tries them.

use std::ops::Range;

use super::super::ast::SortWord;
use super::super::diagnostics::is_close;
use super::expected_words::expected_behind;
use super::place::Place;
use super::scan::{Token, TokenKind};
use super::words::{SECTIONS, SMALL, called, is_keyword};

/// Number of words before the place that may be wrong: `onyl a` in `onyl a is open` is parsed as a
/// verb.
const BACK: usize = 3;
/// English words that the language does not have.
const NOISE: [&str; 5] = ["the", "that", "must", "both", "either"];

/// The cost of leaving out an unknown word.
pub(super) const UNKNOWN: usize = 60;

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Corrects a misspelt word.
    Misspelt,
    /// Replaces a term from elsewhere.
    Called,
    /// Replaces a small word or mark.
    Instead,
    /// Replaces brackets.
    Brackets,
    /// Inserts something missing.
    Missing,
    /// Removes something.
    TooMuch,
}

/// A replacement in the text. A smaller cost is more likely.
pub(super) struct Repair {
    pub(super) change: Change,
    pub(super) range: Range<usize>,
    pub(super) write: String,
    pub(super) cost: usize,
}

/// The changes to try.
pub(super) fn repairs(place: &Place, tokens: &[Token], at: usize) -> Vec<Repair> {
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
    repairs.extend(other_marks(place, tokens, at));
    repairs.extend(left_out(place, &tokens[at]));
    repairs.extend(too_many(place, tokens, at));
    repairs.extend(other_brackets(place, tokens, at));
    repairs
}

fn repair(change: Change, range: &Range<usize>, write: &str, cost: usize) -> Repair {
    Repair {
        change,
        range: range.clone(),
        write: write.to_string(),
        cost,
    }
}

/// Replacements for the token at the place, including its removal.
fn other_marks(place: &Place, tokens: &[Token], at: usize) -> Vec<Repair> {
    let token = &tokens[at];
    match token.kind {
        TokenKind::Mark => {
            let run = run_of_marks(tokens, at);
            let written = &place.text[run.clone()];
            let meant = { MARKS.iter() }
                .filter(|(others, own)| others.contains(&written) && place.expected.contains(own));
            meant
                .map(|(_, own)| repair(Change::Instead, &run, own, 35))
                .chain([repair(Change::TooMuch, &run, "", 50)])
                .collect()
        }
        TokenKind::Word => {
            let mark = match (place.word(), place.expected) {
                ("end", expected) if expected.contains(&"}") => Some("}"),
                ("to", expected) if expected.contains(&"..") => Some(".."),
                (_, [mark]) if is_mark(mark) => Some(*mark),
                _ => None,
            };
            let unknown = !is_keyword(place.word()) && !place.follows_unknown_sort();
            let unknown = unknown.then(|| repair(Change::TooMuch, &token.range, "", UNKNOWN));
            { mark.into_iter() }
                .map(|mark| repair(Change::Instead, &token.range, mark, 36))
                .chain(unknown)
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Insertions before the place.
fn left_out(place: &Place, token: &Token) -> Vec<Repair> {
    if place.follows_unknown_sort() {
        return Vec::new();
    }
    let before = token.range.start..token.range.start;
    // The second of two strings on a line begins no section.
    let second_text = token.kind == TokenKind::Text && !place.begins_line();
    let missing = |word: &&str| {
        let cost = match *word {
            "," => 39,
            mark if is_mark(mark) => 40,
            word if is_keyword(word) && !(second_text && is_section(word)) => 45,
            _ => return None,
        };
        let write = format!("{word} ");
        Some(repair(Change::Missing, &before, &write, cost))
    };
    place.expected.iter().filter_map(missing).collect()
}

/// Removals and replacements of small words and commas before the place.
fn too_many(place: &Place, tokens: &[Token], at: usize) -> Vec<Repair> {
    let mut repairs = Vec::new();
    for (back, token) in tokens[..=at].iter().rev().take(3).enumerate() {
        let other = match (back, &place.text[token.range.clone()]) {
            (1, ",") => (Change::TooMuch, "", 42),
            // `every x in S is in D and every ...`: clauses need no conjunction.
            (1, "and" | "or") => (Change::TooMuch, "", 37),
            // `in b, L` instead of `in b and L`.
            (2, ",") => (Change::Instead, " and", 38),
            // A word such as `the` may have been parsed as a variable.
            (_, word) if NOISE.contains(&word) => (Change::TooMuch, "", 38),
            _ => continue,
        };
        let (change, write, cost) = other;
        repairs.push(repair(change, &token.range, write, cost));
    }
    repairs
}

/// Replacements for a word.
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
            // A plural is more likely a misspelt plural.
            let number = usize::from(word.ends_with('s') != choice.ends_with('s'));
            add(Change::Misspelt, choice, cost + letters + number);
        }
    }
    if cost == 0 && word == "and" && expected.contains(&",") {
        add(Change::Instead, ",", 24);
    }
}

/// `R(n)` or `R{n}` instead of `R[n]`, and `strong[g, h]` instead of `strong(g, h)`.
fn other_brackets(place: &Place, tokens: &[Token], at: usize) -> Option<Repair> {
    const BRACKETS: [(&str, &str); 3] = [("(", ")"), ("[", "]"), ("{", "}")];
    let mark = |t: &Token| place.text[t.range.clone()].to_string();
    let near = at..(at + 2).min(tokens.len());
    let open = near
        .into_iter()
        .find(|&i| BRACKETS.iter().any(|(open, _)| mark(&tokens[i]) == *open))?;
    let (_, close) = BRACKETS.iter().find(|(o, _)| mark(&tokens[open]) == *o)?;
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

/// Adjacent marks at a place, such as `->` in `-> r1c1=1`.
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

/// Common mistakes for each mark.
const MARKS: [(&[&str], &str); 9] = [
    (&[".", "-", "...", ":", "..="], ".."),
    (&["=", ":=", "::", ";"], ":"),
    (&["==", ":", ":="], "="),
    (&["&", "&&", "+", ";", "/", "|"], ","),
    (&["&", "&&", "+"], "and"),
    (&["|", "||", "/"], "or"),
    (&["=", "==", ":"], "is"),
    (&["!=", "<>"], "excludes"),
    (&["]", "}", ">"], ")"),
];

/// Whether a section begins with this word.
fn is_section(word: &str) -> bool {
    let first = |section: &&'static str| section.split(' ').next() == word.split(' ').next();
    word == "silent" || SECTIONS.iter().any(first)
}

fn is_mark(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_punctuation())
}
