//! The words that the grammar allows at a place of an unfinished text.
//!
//! The item is parsed up to the word at the place. The result is the parser's expectation there: a
//! sort or a pattern in `for digit d, |`.

use std::ops::Range;

use super::expected_words::{ITEMS, expected_behind};
use super::scan::{self, Cut, TokenKind};

/// The words that may stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// Keywords, and `a name`, `a relation`, `a pattern` and the like.
    pub words: Vec<&'static str>,
    /// The part of the word before the place. Empty if there is none.
    pub typed: Range<usize>,
    /// The item around the place.
    pub item: Option<Range<usize>>,
    /// The last word or mark before the place.
    pub before: Option<Range<usize>>,
}

/// The words that may stand at a place. Empty inside a comment or string, or after text that does
/// not fit the grammar.
pub fn allowed(text: &str, at: usize) -> Allowed {
    let item = item_at(text, at);
    let start = item.as_ref().map_or(at, |item| item.start);
    let mut typed = at..at;
    let mut before = None;
    let mut words = Vec::new();
    for token in scan::tokens(&text[start..at]) {
        let range = start + token.range.start..start + token.range.end;
        match token.kind {
            // A comment ends at the end of the line.
            TokenKind::Comment | TokenKind::Doc if text[range.end..at].contains('\n') => {}
            TokenKind::Comment | TokenKind::Doc | TokenKind::UnclosedText => {
                let item = item.clone();
                return Allowed {
                    words,
                    typed,
                    item,
                    before,
                };
            }
            TokenKind::Word if range.end == at => typed = range,
            _ => before = Some(range),
        }
    }
    let read = &text[start..typed.start];
    words = match item {
        Some(_) => expected_behind(read),
        None => ITEMS.to_vec(),
    };
    Allowed {
        words,
        typed,
        item,
        before,
    }
}

/// The item around a place. A place after its closing brace is in no item.
fn item_at(text: &str, at: usize) -> Option<Range<usize>> {
    let inside = |cut: &Cut| cut.range.start <= at;
    let item = { scan::items(text, true).into_iter().rev() }
        .find(inside)?
        .range;
    let own = text.get(item.start..at.min(item.end))?;
    let mut closed = false;
    let mut depth = 0_usize;
    for token in scan::tokens(own).filter(|t| t.kind == TokenKind::Mark) {
        match &own[token.range] {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                closed = depth == 0;
            }
            _ => {}
        }
    }
    // A relation may continue with `or` after a brace.
    let ends = item.start + own.trim_end().len();
    let is_relation = own.split_whitespace().any(|word| word == "relation");
    let goes_on = is_relation && !text[ends..at.max(ends)].contains('\n');
    let past = closed && depth == 0 && !goes_on;
    (!past).then_some(item)
}
