//! Recovery after a syntax error: blanks the section with the mistake and parses the item again.
//!
//! ```text
//! rule fish {
//!   for   digit d, linez R[2]      <- reported, then read as spaces
//!   when  evry d in R is in C      <- found by the second parse
//! ```
//!
//! A blank is as long as the text that it replaces, so places in the blanked text are places in the
//! file. Every section may be left out, so a blank causes no further syntax error.

use std::ops::Range;

use pest::Parser;

use super::expected_words::location;
use super::grammar::{Rule, RuleParser};
use super::place::section_at;
use super::scan::{self, TokenKind};

/// Maximum number of syntax errors that are reported for one item.
pub(super) const MAX_MISTAKES: usize = 12;

/// Blanks the section of `item` that contains the mistake at `at`, and returns its place. `None` if
/// the mistake is in no section. The rest of the item then cannot be read.
pub(super) fn blank(text: &mut String, item: &Range<usize>, at: usize) -> Option<Range<usize>> {
    let sections = sections(text, item, at);
    let inside = { sections.iter() }.find(|s| s.start < at && at < s.end);
    // Otherwise the section before this place is unfinished, or the one that begins here is
    // misplaced. The right choice lets the parser get further.
    let begins = { sections.iter() }.find(|s| s.start == at);
    let ends = { sections.iter() }.rfind(|s| s.end <= at);
    let tried: Vec<&Range<usize>> = match inside {
        Some(inside) => vec![inside],
        None => ends.into_iter().chain(begins).collect(),
    };
    let reached = tried
        .into_iter()
        .filter_map(|s| Some((reach(text, item, s)?, s)));
    // Of two equal choices `max_by_key` takes the last one.
    let best = reached.max_by_key(|(reach, _)| *reach);
    let (_, section) = best?;
    erase(text, section);
    Some(section.clone())
}

/// Sections that declare no variables, by their first word.
const WITHOUT_VARIABLES: [&str; 8] = [
    "name", "known", "level", "score", "when", "then", "say", "example",
];

/// Whether a section is known to declare no variables. A misspelt one may be any section.
pub(super) fn declares_nothing(section: &str) -> bool {
    let word = section.split_whitespace().next().unwrap_or_default();
    WITHOUT_VARIABLES.contains(&word)
}

/// The end of the text that the parser accepts without a section. `None` if it stops at the next
/// token after the section.
fn reach(text: &str, item: &Range<usize>, section: &Range<usize>) -> Option<usize> {
    let mut tried = text[item.clone()].to_string();
    let section = section.start - item.start..section.end - item.start;
    erase(&mut tried, &section);
    match RuleParser::parse(Rule::entry, &tried) {
        Ok(_) => Some(usize::MAX),
        Err(error) => {
            let mut rest = scan::tokens(&tried[section.end..]);
            let next = rest.find(|t| !matches!(t.kind, TokenKind::Comment | TokenKind::Doc))?;
            Some(location(&error)).filter(|at| *at > section.end + next.range.start)
        }
    }
}

/// Whether the item has an unclosed string.
pub(super) fn is_unclosed(text: &str, item: &Range<usize>) -> bool {
    scan::tokens(&text[item.clone()]).any(|t| t.kind == TokenKind::UnclosedText)
}

/// The sections of an item. Each begins a line and ends before the next section, or before a line
/// that begins with a brace. A line that begins with the mistake counts as a section: its word may
/// be misspelt.
fn sections(text: &str, item: &Range<usize>, mistake: usize) -> Vec<Range<usize>> {
    let mut sections: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    let mut start = item.start;
    for line in text[item.clone()].split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        let own = line.trim();
        let is_brace = own.starts_with(['{', '}']);
        let is_mistake = start + indent == mistake && !own.is_empty();
        let begins = section_at(own).is_some() || is_mistake && !is_brace;
        if begins || is_brace {
            is_open = begins;
        }
        match (begins, is_open) {
            (true, _) => sections.push(start + indent..start + line.trim_end().len()),
            (false, true) if !own.is_empty() => {
                let last = sections.last_mut().expect("a section is open");
                last.end = start + line.trim_end().len();
            }
            _ => {}
        }
        start += line.len();
    }
    sections
}

/// Replaces a part of the text by spaces. Line ends stay.
fn erase(text: &mut String, part: &Range<usize>) {
    let blank = |byte: u8| if byte == b'\n' { '\n' } else { ' ' };
    let blanks: String = text[part.clone()].bytes().map(blank).collect();
    text.replace_range(part.clone(), &blanks);
}
