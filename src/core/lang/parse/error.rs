//! What pest says when a text does not fit the grammar, in words for people.

use std::ops::Range;

use pest::error::{Error, ErrorVariant, InputLocation};

use super::super::ast::{SortWord, Span};
use super::super::diagnostics::{Finding, Problem, closest};
use super::grammar::Rule;
use super::mistakes::{self, Place};
use super::scan::{self, Token, TokenKind};
use super::words::{KEYWORDS, SECTIONS, SORTS, is_keyword};

/// The problem behind an error in the item at `range` of the text.
pub(super) fn explain(error: &Error<Rule>, text: &str, range: Range<usize>) -> Finding {
    let offset = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let found =
        scan::tokens(&text[range.start + offset..range.end]).find(|t| t.kind != TokenKind::Comment);
    let at = range.start + offset;
    let Some(Token { range: token, .. }) = found else {
        let expected = expectation(error);
        let problem = Problem::Syntax {
            expected,
            found: "the end".to_string(),
        };
        // Point at the last thing there is.
        let end = text[..range.end].trim_end().len();
        let start = text[..end].char_indices().next_back().map_or(0, |(i, _)| i);
        let finding = Finding::new(problem, &Span(start..end), "it ends here");
        return finding.help("every item ends with `}`");
    };
    let span = Span(at + token.start..at + token.end);
    let word: String = text[span.0.clone()].chars().take(40).collect();
    let words = expected_words(error);
    let place = Place {
        text,
        item: range,
        token: span.clone(),
        expected: &words,
    };
    if let Some(finding) = mistakes::known(&place) {
        return finding;
    }
    if words.contains(&"a name") && is_keyword(&word) && !begins_clause(&word) {
        return mistakes::reserved_word(&word, &span);
    }
    let list = listed(&place);
    let problem = Problem::Syntax {
        expected: match list {
            Some(_) => format!("`,`, {}", expectation(error)),
            None => expectation(error),
        },
        found: format!("`{word}`"),
    };
    let finding = Finding::new(problem, &span, "not expected here");
    if let Some(help) = late_section(&word, &words) {
        return finding.help(help);
    }
    if SortWord::parse(&word).is_some() && words.contains(&"for") {
        return finding.help("declarations begin with `for`");
    }
    if SortWord::parse(&word).is_some() && words.contains(&"in") {
        return finding.help("declarations are separated by commas");
    }
    // Between clauses and conclusions a comma may be left out, so it is not what is missing.
    let needed = |what: &&str| !matches!(*what, "clauses" | "conclusions");
    if let Some(what) = list.filter(|w| needed(w) && !begins_clause(&word)) {
        let finding = finding.help(format!("{what} are separated by commas"));
        return finding.fix(format!(", {word}"));
    }
    let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let known = words.iter().copied().filter(|w| is_keyword(w));
    match closest(&word, known).filter(|_| plain) {
        Some(meant) => finding.did_you_mean(meant),
        None => finding,
    }
}

/// What is listed at the place of an error, if a comma could have stood there: the grammar does not
/// count it among what was expected.
fn listed(place: &Place) -> Option<&'static str> {
    let ends = place.expected.contains(&"}");
    let what = match place.section()? {
        "for" | "target" => "declarations",
        "with" => "conditions",
        "when" | "where" => "clauses",
        "then" => "conclusions",
        "name" | "known" | "level" | "score" => "values",
        "deadly" => "cells",
        "example" => "candidates",
        _ => return None,
    };
    ends.then_some(what)
}

/// A section that comes too late, or twice.
fn late_section(word: &str, expected: &[&str]) -> Option<String> {
    let place = SECTIONS
        .iter()
        .position(|s| s.split(' ').next() == Some(word))?;
    let section = SECTIONS[place];
    if expected.iter().any(|w| w.split(' ').next() == Some(word)) || !expected.contains(&"}") {
        return None;
    }
    match SECTIONS.get(place + 1) {
        Some(next) => Some(format!("`{section}` stands once, before `{next}`")),
        None => Some(format!("`{section}` is the last section")),
    }
}

/// Words that begin a section or a clause: before them something is missing.
fn begins_clause(word: &str) -> bool {
    let section = SECTIONS.iter().any(|s| s.split(' ').next() == Some(word));
    section || ["silent", "every", "no", "eliminate", "place", "or", "and"].contains(&word)
}

fn expectation(error: &Error<Rule>) -> String {
    let words = expected_words(error);
    let quoted: Vec<String> = words
        .iter()
        .map(|w| {
            if w.starts_with("a ") {
                w.to_string()
            } else {
                format!("`{w}`")
            }
        })
        .collect();
    match quoted.as_slice() {
        [] => "something else".to_string(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// What could have stood at the place of the error: words of the language, and "a name" and
/// the like. In the order of the grammar, each once.
pub(super) fn expected_words(error: &Error<Rule>) -> Vec<&'static str> {
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
        return Vec::new();
    };
    let mut words: Vec<&'static str> = Vec::new();
    for word in positives.iter().flat_map(|part| starts(*part)) {
        if !words.contains(word) {
            words.push(word);
        }
    }
    words
}

/// The words with which a part of the grammar begins.
fn starts(part: Rule) -> &'static [&'static str] {
    match part {
        Rule::EOI => &["rule", "pattern", "relation", "a comment"],
        Rule::rule => &["rule"],
        Rule::pattern => &["pattern"],
        Rule::relation => &["relation"],
        Rule::entry => &["rule", "pattern", "relation"],
        Rule::doc => &["a doc comment"],
        Rule::parameter | Rule::names => &["("],
        Rule::case | Rule::open => &["{"],
        Rule::close => &["}"],
        Rule::title => &["name"],
        Rule::known_as => &["known as"],
        Rule::level => &["level"],
        Rule::score => &["score"],
        Rule::assuming => &["assuming unique"],
        Rule::on_request => &["on request"],
        Rule::by_template => &["by template"],
        Rule::body => &["for", "with", "when"],
        Rule::for_section => &["for"],
        Rule::with_section => &["with"],
        Rule::deadly => &["deadly"],
        Rule::when_section => &["when"],
        Rule::where_section => &["where"],
        Rule::target_section => &["target"],
        Rule::then => &["then"],
        Rule::say => &["say"],
        Rule::example => &["example"],
        Rule::silent => &["silent"],
        Rule::every => &["every"],
        Rule::no_overlap => &["no"],
        Rule::sort | Rule::sort_word | Rule::variables | Rule::argument => &SORTS,
        Rule::pattern_use => &["a pattern"],
        Rule::number => &["a number"],
        Rule::string => &["a text"],
        Rule::literal => &["a candidate such as r4c5<>7"],
        Rule::instance => &["a value such as n=2"],
        Rule::size => &["["],
        Rule::sum => &["a number", "a name"],
        Rule::sign => &["+", "-"],
        Rule::arrow => &["=>"],
        Rule::alternatives | Rule::verb => &["is", "sees", "excludes", "a relation"],
        Rule::is | Rule::is_at | Rule::is_in | Rule::excluded_by | Rule::earlier => &["is"],
        Rule::sees => &["sees"],
        Rule::excludes => &["excludes"],
        Rule::by | Rule::by_earlier => &["by"],
        Rule::at => &["at"],
        Rule::within | Rule::inside => &["in"],
        Rule::outside => &["not in"],
        Rule::of => &["of"],
        Rule::seen_by => &["seen by"],
        Rule::seeing => &["seeing"],
        Rule::except => &["except"],
        Rule::candidates_of | Rule::of_each => &["candidate"],
        Rule::whole => &["every"],
        Rule::quantity => &["some", "at least", "at most", "exactly"],
        Rule::counted => &["every", "some", "at least", "at most", "exactly"],
        Rule::only_open => &["only"],
        Rule::some_among => &["some"],
        Rule::eliminate_digits
        | Rule::eliminate_one
        | Rule::eliminate_excluded
        | Rule::eliminate_links => &["eliminate"],
        Rule::place_digit | Rule::place_one => &["place"],
        Rule::all_but => &["all but"],
        Rule::cells => &["cells", "a name"],
        Rule::all_see | Rule::all_exclude => &["every"],
        Rule::sizes | Rule::size_sum | Rule::size_term => &["|"],
        Rule::keyword | Rule::end | Rule::COMMENT | Rule::WHITESPACE => &[],
        _ => word_or_name(part),
    }
}

/// A single word of the language, or else something that begins with a name.
fn word_or_name(part: Rule) -> &'static [&'static str] {
    let name = format!("{part:?}");
    let word = name.strip_prefix("k_");
    let known = word.and_then(|word| KEYWORDS.iter().position(|k| *k == word));
    match known {
        Some(i) => std::slice::from_ref(&KEYWORDS[i]),
        None => &["a name"],
    }
}
