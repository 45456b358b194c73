//! Mistakes that people make with the text of rules, told by what stands at the place of the error
//! and before it.
//!
//! Takes the place and what could have stood there, gives the finding if the mistake is a known one:
//! `#` for a comment, `->` for `=>`, `croslines` for a sort, `fin-one` for a name.

use std::ops::Range;

use super::super::ast::{SortWord, Span};
use super::super::diagnostics::{Finding, Problem, closest};
use super::scan::{self, Token, TokenKind};
use super::words::{SECTIONS, is_keyword};

/// The place of an error in a file.
pub(super) struct Place<'t> {
    /// The whole text.
    pub text: &'t str,
    /// The item in which the error is.
    pub item: Range<usize>,
    /// What stands at the place.
    pub token: Span,
    /// What could have stood there.
    pub expected: &'t [&'static str],
}

impl<'t> Place<'t> {
    fn word(&self) -> &'t str {
        &self.text[self.token.0.clone()]
    }

    /// What stands before the place, in the same item, without comments.
    fn before(&self) -> Vec<Token> {
        let start = self.item.start;
        let tokens = scan::tokens(&self.text[start..self.token.0.start]);
        let moved = tokens.map(|t| Token {
            range: t.range.start + start..t.range.end + start,
            ..t
        });
        { moved }
            .filter(|t| !matches!(t.kind, TokenKind::Comment | TokenKind::Doc))
            .collect()
    }

    /// The section of the rule in which the place is: the last of the words that begin one, at the
    /// beginning of a line.
    pub fn section(&self) -> Option<&'static str> {
        let is_first = |token: &Token| {
            let line = self.text[..token.range.start]
                .rfind('\n')
                .map_or(0, |i| i + 1);
            self.text[line..token.range.start].trim().is_empty()
        };
        let first_word = |s: &'static str| s.split(' ').next().unwrap_or(s);
        let words = { self.before() }.into_iter().rev().filter(is_first);
        let mut sections = words.filter_map(|token| {
            let word = &self.text[token.range];
            SECTIONS.into_iter().map(first_word).find(|s| *s == word)
        });
        sections.next()
    }
}

/// The finding for a mistake that is known, if it is one.
pub(super) fn known(place: &Place) -> Option<Finding> {
    let before = place.before();
    unclosed(place)
        .or_else(|| stray(place))
        .or_else(|| bad_name(place, &before))
        .or_else(|| unknown_sort(place, &before))
        .or_else(|| reserved(place, &before))
}

/// A text that swallowed lines: it began before, and a line of it begins like a section.
fn unclosed(place: &Place) -> Option<Finding> {
    let start = swallowing(&place.text[place.item.start..place.token.0.end])?;
    Some(unclosed_text(place.item.start + start))
}

/// The finding for an item in which a text has no end. With a quote missing further up, every text from there
/// on begins where it should end.
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

/// The finding for a text without an end that begins here.
fn unclosed_text(start: usize) -> Finding {
    let span = Span(start..start + 1);
    let finding = Finding::new(Problem::UnclosedText, &span, "this quote is never closed");
    finding.help("a quote inside a text is written `\\\"`")
}

/// Where a text begins that has swallowed the beginning of a section: its closing quote is missing.
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

/// A character that other languages use, and this one does not.
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
        return Some(finding.help("what the example shows is written behind `=>`"));
    }
    let first = rest.chars().next()?;
    let (label, help) = match first {
        '#' => ("no comment begins so", "a comment begins with `//`"),
        ';' => (
            "nothing ends so",
            "a line needs no mark at its end; what is listed is separated by commas",
        ),
        '“' | '”' | '„' | '‘' | '’' | '«' | '»' => (
            "a typographic quote",
            "a text stands between straight quotes: \"...\"",
        ),
        '\'' | '`' => ("no text begins so", "a text stands between quotes: \"...\""),
        _ => return None,
    };
    let character = first.to_string();
    let finding = Finding::new(Problem::StrayCharacter { character }, &place.token, label);
    Some(finding.help(help))
}

/// A name with something in it that no name has: `fin-one`, `2fin`.
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
    let touches = last.kind == TokenKind::Word && last.range.end == place.token.0.start;
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

/// A misspelt sort was taken for another variable, and only what follows it does not fit:
/// `lines R[2], croslines C[2]`.
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
