//! Common mistakes in the text of rules, recognised by the tokens at the place of the error.
//!
//! Examples: `#` for a comment, `->` for `=>`, `croslines` for a sort, `fin-one` for a name.

use std::ops::Range;

use super::super::ast::{SortWord, Span};
use super::super::diagnostics::{Finding, Problem, closest};
use super::lookalikes::look_alike;
use super::place::Place;
use super::repair;
use super::scan::{self, Token, TokenKind};
use super::values::{broken_number, early_size, other_size, other_value};
use super::words::{SECTIONS, is_keyword};

/// The finding for a known mistake. `None` if the mistake is not a known one.
pub(super) fn known(place: &Place) -> Option<Finding> {
    let before = place.before();
    unclosed(place)
        .or_else(|| other_character(place))
        .or_else(|| other_size(place))
        .or_else(|| early_size(place))
        .or_else(|| broken_number(place, &before))
        .or_else(|| two_words(place, &before))
        .or_else(|| bad_name(place, &before))
        .or_else(|| stray(place))
        .or_else(|| reserved(place, &before))
}

/// The finding for a likely mistake, if no small change repairs the text.
pub(super) fn guessed(place: &Place) -> Option<Finding> {
    unknown_sort(place, &place.before())
        .or_else(|| other_value(place))
        .or_else(|| other_sentence(place))
        .or_else(|| no_sort(place))
}

/// A lookalike character at the place or in the word that begins there.
fn other_character(place: &Place) -> Option<Finding> {
    let rest = &place.text[place.token.0.start..place.item.end];
    let word = rest.split([' ', '\t', '\r', '\n', '"', ',']).next()?;
    let (offset, character) = word.char_indices().find(|(_, c)| !c.is_ascii())?;
    let start = place.token.0.start + offset;
    let span = Span(start..start + character.len_utf8());
    let meant = repair::best_of(place, &span.0, &look_alike(character))?;
    let number = format!("U+{:04X}", character as u32);
    let (label, help) = match meant.as_str() {
        "" => (
            format!("{number}, which cannot be seen"),
            "leave this character out".to_string(),
        ),
        " " => (
            format!("{number}, not a plain space"),
            "write a plain space".to_string(),
        ),
        _ if meant.chars().all(char::is_alphanumeric) && meant.len() == 1 => (
            format!("{number}, which only looks like `{meant}`"),
            format!("write `{meant}`"),
        ),
        _ => (number, format!("write `{meant}`")),
    };
    let problem = Problem::StrayCharacter {
        character: character.to_string(),
    };
    Some(Finding::new(problem, &span, label).help(help).fix(meant))
}

/// A string that swallowed lines: it began on an earlier line, and a line inside it begins like a
/// section.
fn unclosed(place: &Place) -> Option<Finding> {
    let start = swallowing(&place.text[place.item.start..place.token.0.end])?;
    Some(unclosed_text(place.item.start + start))
}

/// The finding for an item with an unclosed string. If a quote is missing further up, every later
/// string begins where it should end.
pub(super) fn unclosed_item(text: &str, item: &Range<usize>) -> Finding {
    let own = &text[item.clone()];
    let first = || {
        let mut texts = scan::tokens(own);
        let last = texts.find(|t| t.kind == TokenKind::UnclosedText)?;
        Some(last.range.start)
    };
    let start = swallowing(own).or_else(first).unwrap_or_default();
    unclosed_text(item.start + start)
}

/// The finding for an unclosed string that begins here.
fn unclosed_text(start: usize) -> Finding {
    let span = Span(start..start + 1);
    let finding = Finding::new(Problem::UnclosedText, &span, "this quote is never closed");
    finding.help("a quote inside a text is written `\\\"`")
}

/// The start of a string that contains the beginning of a section, so that its closing quote is
/// missing.
pub(super) fn swallowing(text: &str) -> Option<usize> {
    let begins_section = |line: &str| {
        let word = line.split_whitespace().next().unwrap_or_default();
        let first = |s: &&str| s.split(' ').next() == Some(word);
        word == "}" || SECTIONS.iter().any(first) && line.trim().len() > word.len()
    };
    let mut texts =
        scan::tokens(text).filter(|t| matches!(t.kind, TokenKind::Text | TokenKind::UnclosedText));
    let swallows = |t: &Token| text[t.range.clone()].lines().skip(1).any(begins_section);
    { texts.by_ref() }.find(swallows).map(|t| t.range.start)
}

/// A character of other languages that has no meaning in a rule file.
fn stray(place: &Place) -> Option<Finding> {
    let rest = &place.text[place.token.0.start..];
    let arrow = ["->", "-->", "→", "⇒", "==>", "=", "-"]
        .into_iter()
        .filter(|a| rest.starts_with(a))
        .max_by_key(|a| a.len());
    if let Some(arrow) = arrow.filter(|_| place.expected == ["=>"]) {
        let problem = Problem::Syntax {
            expected: "`=>`".into(),
            found: format!("`{arrow}`"),
        };
        let start = place.token.0.start;
        let span = Span(start..start + arrow.len());
        let finding = Finding::new(problem, &span, "not expected here");
        let finding = finding.help("write the expected effect after `=>`");
        return Some(finding.fix("=>"));
    }
    let first = rest.chars().next()?;
    let (label, help) = match first {
        '/' if rest.starts_with("/*") => (
            "no comment begins so",
            "a comment begins with `//` and ends with the line",
        ),
        '#' => ("no comment begins so", "a comment begins with `//`"),
        ';' => (
            "nothing ends so",
            "a line needs no mark at its end; what is listed is separated by commas",
        ),
        '“' | '”' | '„' | '‘' | '’' | '«' | '»' => (
            "a typographic quote",
            "a text stands between straight quotes: \"...\"",
        ),
        '-' if rest.starts_with("--") => ("no comment begins so", "a comment begins with `//`"),
        '\'' | '`' => ("no text begins so", "a text is written in quotes: \"...\""),
        _ => return None,
    };
    let character = first.to_string();
    let finding = Finding::new(Problem::StrayCharacter { character }, &place.token, label);
    Some(finding.help(help))
}

/// An invalid name: `fin-one`, `2fin`.
fn bad_name(place: &Place, before: &[Token]) -> Option<Finding> {
    let word = place.word();
    let bad = |span: Range<usize>, help: String, better: String| {
        let name = place.text[span.clone()].to_string();
        let finding = Finding::new(Problem::BadName { name }, &Span(span), "not a name");
        Some(finding.help(help).fix(better))
    };
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits > 0 && digits < word.len() && word.chars().all(is_word) {
        let wanted = place.expected.contains(&"a name");
        let better = format!("{}{}", &word[digits..], &word[..digits]);
        let help = format!("a name begins with a letter, such as `{better}`");
        return wanted.then(|| bad(place.token.0.clone(), help, better))?;
    }
    let last = before.last()?;
    let is_number = place.text[last.range.clone()].starts_with(|c: char| c.is_ascii_digit());
    let is_name = last.kind == TokenKind::Word && !is_number;
    let touches = is_name && last.range.end == place.token.0.start;
    let inside = matches!(word, "-" | "." | "'" | "!" | "/") || !word.is_ascii();
    if !touches || !inside {
        return None;
    }
    let joined = |c: char| is_word(c) || matches!(c, '-' | '.' | '\'' | '!' | '/') || !c.is_ascii();
    let rest = &place.text[last.range.start..];
    let end = rest.find(|c| !joined(c)).unwrap_or(rest.len());
    let name = rest[..end].trim_end_matches(|c| !is_word(c));
    if name.len() <= last.range.len() {
        return None;
    }
    let better: String = name
        .chars()
        .map(|c| if is_word(c) { c } else { '_' })
        .collect();
    let help = format!("a name has letters, digits and `_`: `{better}`");
    bad(
        last.range.start..last.range.start + name.len(),
        help,
        better,
    )
}

/// A misspelt sort that was parsed as another variable: `lines R[2], croslines C[2]`.
fn unknown_sort(place: &Place, before: &[Token]) -> Option<Finding> {
    let last = before.last().filter(|t| t.kind == TokenKind::Word)?;
    let name = &place.text[last.range.clone()];
    let starts_with_letter = |w: &str| w.starts_with(|c: char| c.is_ascii_alphabetic());
    let two_names = starts_with_letter(place.word()) && !is_keyword(place.word());
    let declares = matches!(place.section(), Some("for" | "target"));
    if !declares || !two_names || is_keyword(name) || !starts_with_letter(name) {
        return None;
    }
    let problem = Problem::UnknownSort { name: name.into() };
    let finding = Finding::new(problem, &Span(last.range.clone()), "not a sort");
    let one = SortWord::ALL.iter().map(|(_, one, _)| *one);
    let many = SortWord::ALL.iter().map(|(_, _, many)| *many);
    let near = match name.ends_with('s') {
        true => closest(name, many).or(closest(name, one)),
        false => closest(name, one.chain(many)),
    };
    Some(match near {
        Some(near) => finding.did_you_mean(near),
        None => finding.help("a sort is a word such as `cells`; names are separated by commas"),
    })
}

/// Reports an unknown clause that begins with its subject.
fn other_sentence(place: &Place) -> Option<Finding> {
    let word = place.word();
    let (expected, help) = match place.expected {
        ["every", "no"] => (
            "`every`",
            format!(
                "a clause begins with `every`: `every candidate of {word}`, `every d in {word}`"
            ),
        ),
        ["}", "example", "silent"] if word.starts_with('"') => {
            ("`}`", "a sentence is one text: make them one".to_string())
        }
        ["eliminate", "one", "place"] => (
            "`eliminate` or `place`",
            format!("what follows begins so: `eliminate {word} from`, `place {word} at`"),
        ),
        _ => return None,
    };
    let problem = Problem::Syntax {
        expected: expected.into(),
        found: format!("`{}`", word.chars().take(40).collect::<String>()),
    };
    Some(Finding::new(problem, &place.token, "not expected here").help(help))
}

/// A declaration that does not begin with a sort. Only the use of a pattern could continue like
/// this.
fn no_sort(place: &Place) -> Option<Finding> {
    let last = place.before().pop()?;
    let declares = matches!(place.section(), Some("for" | "target"));
    if !declares || place.expected != ["("] || last.kind != TokenKind::Word {
        return None;
    }
    let name = &place.text[last.range.clone()];
    let problem = Problem::Syntax {
        expected: "a sort such as `cells`".into(),
        found: format!("`{name}`"),
    };
    let label = "a declaration begins with a sort";
    let finding = Finding::new(problem, &Span(last.range.clone()), label);
    Some(finding.help(format!("write `cells {name}`, or another sort")))
}

/// A name of several words.
fn two_words(place: &Place, before: &[Token]) -> Option<Finding> {
    let [.., item, name] = before else {
        return None;
    };
    let is_name =
        |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_keyword(word);
    let (first, second) = (&place.text[name.range.clone()], place.word());
    if !scan::is_item_word(&place.text[item.range.clone()]) || !is_name(first) || !is_name(second) {
        return None;
    }
    let span = Span(name.range.start..place.token.0.end);
    let better = format!("{first}_{second}");
    let problem = Problem::BadName {
        name: place.text[span.0.clone()].to_string(),
    };
    let finding = Finding::new(problem, &span, "not a name");
    Some(
        finding
            .help(format!("a name is one word: `{better}`"))
            .fix(better),
    )
}

/// A word of the language where a name is needed.
fn reserved(place: &Place, before: &[Token]) -> Option<Finding> {
    let word = place.word();
    if !is_keyword(word) {
        return None;
    }
    let last = before.last()?;
    let before_word = &place.text[last.range.clone()];
    let item = matches!(before_word, "rule" | "pattern" | "relation");
    let same_line = !place.text[last.range.end..place.token.0.start].contains('\n');
    let named = item || SortWord::parse(before_word).is_some() && same_line;
    if !named || !place.expected.contains(&"a name") {
        return None;
    }
    Some(reserved_word(word, &place.token))
}

/// The finding for a word of the language where a name is needed.
pub(super) fn reserved_word(word: &str, span: &Span) -> Finding {
    let section = SECTIONS.iter().any(|s| s.split(' ').next() == Some(word));
    let why = match SortWord::parse(word) {
        Some(_) => format!("`{word}` says what variables are, as in `for {word} x`"),
        None if section => format!("`{word}` begins a section of a rule"),
        None if scan::is_item_word(word) => format!("`{word}` begins a definition"),
        None => format!("`{word}` is used in clauses"),
    };
    let problem = Problem::ReservedWord { word: word.into() };
    let finding = Finding::new(problem, span, "a name is needed here");
    finding.help(format!(
        "{why}; choose another name, such as a single letter"
    ))
}
