//! The words, texts and comments of a rule file, before there is any grammar.
//!
//! The file is cut into items here, so that a mistake in one does not hide the next, and the
//! comments are found for the printer.

use std::ops::Range;

/// A piece of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is.
    pub range: Range<usize>,
}

/// What a piece of the text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Letters, digits and `_`.
    Word,
    /// `"..."`
    Text,
    /// `"...`, to the end of the file.
    UnclosedText,
    /// `// ...`
    Comment,
    /// `/// ...`
    Doc,
    /// Any other character.
    Mark,
}

/// Cuts the text into tokens; spaces are left out.
pub fn tokens(text: &str) -> impl Iterator<Item = Token> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].len() - text[at..].trim_start_matches([' ', '\t', '\r', '\n']).len();
        let (kind, length) = token(&text[at..])?;
        let range = at..at + length;
        at = range.end;
        Some(Token { kind, range })
    })
}

fn token(rest: &str) -> Option<(TokenKind, usize)> {
    let first = rest.chars().next()?;
    if is_word(first) {
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        return Some((TokenKind::Word, length));
    }
    if rest.starts_with("//") {
        let length = rest.find('\n').unwrap_or(rest.len());
        let is_doc = rest.starts_with("///") && !rest.starts_with("////");
        let kind = if is_doc {
            TokenKind::Doc
        } else {
            TokenKind::Comment
        };
        return Some((kind, rest[..length].trim_end().len()));
    }
    if first == '"' {
        let mut escaped = false;
        for (i, c) in rest.char_indices().skip(1) {
            match c {
                '"' if !escaped => return Some((TokenKind::Text, i + 1)),
                '\\' => escaped = !escaped,
                _ => escaped = false,
            }
        }
        return Some((TokenKind::UnclosedText, rest.len()));
    }
    Some((TokenKind::Mark, first.len_utf8()))
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Where the items of the file are, each with its doc comment. What stands before the first
/// item belongs to it.
pub fn items(text: &str) -> Vec<Range<usize>> {
    let mut starts: Vec<usize> = Vec::new();
    let mut doc = None;
    let mut end = 0;
    let mut needs_name = false;
    for token in tokens(text) {
        match token.kind {
            TokenKind::Comment => continue,
            TokenKind::Doc => {
                doc.get_or_insert(token.range.start);
            }
            // Of `rule pattern {`, the second word is a name, if not a good one.
            TokenKind::Word if is_item_word(&text[token.range.clone()]) && !needs_name => {
                starts.push(doc.take().unwrap_or(token.range.start));
                needs_name = true;
            }
            _ => (doc, needs_name) = (None, false),
        }
        if starts.is_empty() && token.kind != TokenKind::Doc {
            starts.push(token.range.start);
        }
        end = token.range.end;
    }
    if starts.is_empty() {
        return Vec::new();
    }
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([end]).collect();
    starts
        .into_iter()
        .zip(ends)
        .map(|(start, end)| start..end)
        .collect()
}

/// Whether a definition begins with this word.
pub fn is_item_word(word: &str) -> bool {
    matches!(word, "rule" | "pattern" | "relation")
}

/// The name of an item: the word behind `rule`, `pattern` or `relation`.
pub fn item_name(item: &str) -> Option<String> {
    let words = tokens(item).filter(|t| t.kind == TokenKind::Word);
    let mut words = words.skip_while(|t| !is_item_word(&item[t.range.clone()]));
    words.nth(1).map(|t| item[t.range].to_string())
}
