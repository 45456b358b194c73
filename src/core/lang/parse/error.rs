//! Messages for texts that do not fit the grammar.

use std::ops::Range;

use pest::error::Error;

use super::super::ast::{SortWord, Span};
use super::super::diagnostics::{Finding, Problem, closest};
use super::expected_words::{expected_words, location};
use super::grammar::Rule;
use super::mistakes;
use super::place::{Place, section_at};
use super::repair;
use super::scan::{self, Token, TokenKind};
use super::words::{SECTIONS, is_keyword};

/// The problem behind a syntax error in the item at `range` of the text.
///
/// If `well` is false, because many problems were already explained, no repair is tried.
pub(super) fn explain(error: &Error<Rule>, text: &str, range: Range<usize>, well: bool) -> Finding {
    let at = range.start + location(error);
    let found = scan::tokens(&text[at..range.end]).find(|t| t.kind != TokenKind::Comment);
    let Some(Token { range: token, .. }) = found else {
        return ends_early(error, text, &range);
    };
    let span = Span(at + token.start..at + token.end);
    let words = expected_words(error);
    let place = Place {
        text,
        item: range,
        token: span.clone(),
        expected: &words,
    };
    { mistakes::known(&place) }
        .or_else(|| late_section(&place))
        .or_else(|| well.then(|| repair::mend(&place))?)
        .or_else(|| mistakes::guessed(&place))
        .unwrap_or_else(|| unexpected(&place))
}

/// The problem of an unfinished item, placed at its last token.
fn ends_early(error: &Error<Rule>, text: &str, item: &Range<usize>) -> Finding {
    let expected = expected_words(error);
    let problem = Problem::Syntax {
        expected: match expected.contains(&"}") {
            true => "`}`".to_string(),
            false => one_of(&expected),
        },
        found: "the end".to_string(),
    };
    let end = text[..item.end].trim_end().len();
    let start = text[..end].char_indices().next_back().map_or(0, |(i, _)| i);
    let finding = Finding::new(problem, &Span(start..end), "it ends here");
    finding.help("every item ends with `}`")
}

/// A mistake for which only the expected tokens are known.
fn unexpected(place: &Place) -> Finding {
    let word = place.word();
    let shown: String = word.chars().take(40).collect();
    if place.expected.contains(&"a name") && is_keyword(word) && !begins_clause(word) {
        return mistakes::reserved_word(word, &place.token);
    }
    let problem = Problem::Syntax {
        expected: one_of(place.expected),
        found: format!("`{shown}`"),
    };
    let finding = Finding::new(problem, &place.token, "not expected here");
    if SortWord::parse(word).is_some() && place.expected.contains(&"for") {
        return finding.help("declarations begin with `for`");
    }
    if place.begins_line() && place.expected.contains(&"}") && !is_keyword(word) {
        let sections = "`name`, `level`, `score`, `for`, `with`, `when`, `where`, `then`, `say`";
        return finding.help(format!(
            "no section begins with this word; those of a rule are {sections} and others, and `//` begins a comment"
        ));
    }
    // Commas between clauses and conclusions are optional, so a missing one is not the mistake.
    let list = place.listed().filter(|_| place.expected.contains(&","));
    let needed = |what: &&str| !matches!(*what, "clauses" | "conclusions");
    if let Some(what) = list.filter(|w| needed(w) && !begins_clause(word)) {
        let finding = finding.help(format!("{what} are separated by commas"));
        return finding.fix(format!(", {shown}"));
    }
    let plain = !is_keyword(word) && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let known = place.expected.iter().copied().filter(|w| is_keyword(w));
    match closest(word, known).filter(|_| plain) {
        Some(meant) => finding.did_you_mean(meant),
        None => finding,
    }
}

/// A section that comes too late, or twice.
fn late_section(place: &Place) -> Option<Finding> {
    let number = section_at(&place.text[place.token.0.start..place.item.end])?;
    let (section, word) = (SECTIONS[number], place.word());
    let expected = |w: &&'static str| w.split(' ').next() == Some(word);
    if place.expected.iter().any(expected) || !place.expected.contains(&"}") {
        return None;
    }
    let problem = Problem::Misplaced {
        found: section.to_string(),
    };
    let finding = Finding::new(problem, &place.token, "not expected here");
    let (before, first) = { place.sections().into_iter() }
        .filter(|(other, _)| *other >= number)
        .min_by_key(|(other, _)| *other)?;
    if before == number {
        let finding = finding.also(&Span(first), "the first one");
        return Some(finding.help(format!("`{section}` may occur only once: merge the two")));
    }
    let next = SECTIONS[before];
    let finding = finding.also(&Span(first), "it belongs before this");
    Some(finding.help(format!("write `{section}` before `{next}`")))
}

/// Words that begin a section or clause: something is missing before them.
fn begins_clause(word: &str) -> bool {
    let section = SECTIONS.iter().any(|s| s.split(' ').next() == Some(word));
    section || ["silent", "every", "no", "eliminate", "place", "or", "and"].contains(&word)
}

/// A list such as `a`, `b` or `c`.
fn one_of(words: &[&str]) -> String {
    let quoted = words.iter().map(|w| match w.starts_with("a ") {
        true => w.to_string(),
        false => format!("`{w}`"),
    });
    let quoted: Vec<String> = quoted.collect();
    match quoted.as_slice() {
        [] => "something else".to_string(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}
