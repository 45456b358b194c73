//! The small changes at the place of an error that a newcomer may need.
//!
//! Takes the place, gives changes with what each costs: of `every d in the R` that `the` is left out, of `eliminate d C` that
//! `from` is put in, and many that are of no use. Whoever asks tries them.

use std::ops::Range;

use super::super::ast::SortWord;
use super::super::diagnostics::is_close;
use super::expected::expected_behind;
use super::place::Place;
use super::scan::{Token, TokenKind};
use super::words::{SECTIONS, SMALL, called, is_keyword};

/// How many words before the place may be the one that is wrong: `onyl a` of `onyl a is open` is read as a verb.
const BACK: usize = 3;
/// Words of plain English that are not needed.
const NOISE: [&str; 5] = ["the", "that", "must", "both", "either"];

/// What it costs to leave out a word of which nothing is known.
pub(super) const UNKNOWN: usize = 60;

/// What kind of change it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
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
pub(super) struct Repair {
    pub(super) change: Change,
    pub(super) range: Range<usize>,
    pub(super) write: String,
    pub(super) cost: usize,
}

/// The changes that are worth a try.
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

/// Other marks and words for what stands at the place, or nothing.
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

/// What could have been left out before the place.
fn left_out(place: &Place, token: &Token) -> Vec<Repair> {
    if place.follows_unknown_sort() {
        return Vec::new();
    }
    let before = token.range.start..token.range.start;
    // Of two texts in a line, the second begins no section.
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

/// Small words and commas before the place that are too many, or should be others.
fn too_many(place: &Place, tokens: &[Token], at: usize) -> Vec<Repair> {
    let mut repairs = Vec::new();
    for (back, token) in tokens[..=at].iter().rev().take(3).enumerate() {
        let other = match (back, &place.text[token.range.clone()]) {
            (1, ",") => (Change::TooMuch, "", 42),
            // `every x in S is in D and every ...`: clauses stand one after the other.
            (1, "and" | "or") => (Change::TooMuch, "", 37),
            // `in b, L` for `in b and L`.
            (2, ",") => (Change::Instead, " and", 38),
            // A word such as `the` may have been taken for a variable.
            (_, word) if NOISE.contains(&word) => (Change::TooMuch, "", 38),
            _ => continue,
        };
        let (change, write, cost) = other;
        repairs.push(repair(change, &token.range, write, cost));
    }
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
        add(Change::Instead, ",", 24);
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

/// What is written for words and marks of the language.
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
