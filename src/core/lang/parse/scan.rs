//! The lexer: words, strings and comments of a rule file.
//!
//! It splits a file into items, so that a mistake in one does not hide the next, and finds the
//! comments for the printer. If a quote is missing, all later strings begin where they should end.
//! So a file with mistakes is split again at lines that can only be the head of an item:
//!
//! ```text
//! rule one {
//!   say "a quote is missing here
//! }
//! rule two {                      <- no string continues past this line
//! ```

use std::ops::Range;

/// A piece of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Kind of the token.
    pub kind: TokenKind,
    /// Place of the token.
    pub range: Range<usize>,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Letters, digits and `_`.
    Word,
    /// A string, `"..."`.
    Text,
    /// An unclosed string, `"...`, up to the end of the file.
    UnclosedText,
    /// A comment, `// ...`.
    Comment,
    /// A doc comment, `/// ...`.
    Doc,
    /// Any other character.
    Mark,
}

/// The characters between tokens.
pub const SPACE: [char; 4] = [' ', '\t', '\r', '\n'];

/// Splits the text into tokens, without spaces.
pub fn tokens(text: &str) -> impl Iterator<Item = Token> + '_ {
    cut(text, false)
}

/// Splits the text into tokens. If `recover`, a string ends before the head of an item.
fn cut(text: &str, recover: bool) -> impl Iterator<Item = Token> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].len() - text[at..].trim_start_matches(SPACE).len();
        let (mut kind, mut length) = token(&text[at..])?;
        if recover
            && matches!(kind, TokenKind::Text | TokenKind::UnclosedText)
            && let Some(head) = head_inside(&text[at..at + length])
        {
            (kind, length) = (TokenKind::UnclosedText, head);
        }
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

/// The offset of a line inside a string that is the head of an item, such as `rule fish(n: 2..4)
/// {`, or of the doc comment before it.
fn head_inside(text: &str) -> Option<usize> {
    let mut at = 0;
    let mut doc = None;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if start == 0 {
            continue;
        }
        if line.trim_start().starts_with("///") {
            doc.get_or_insert(start);
        } else if is_head(line) {
            return Some(doc.unwrap_or(start));
        } else {
            doc = None;
        }
    }
    None
}

/// Whether a line is the head of an item: its keyword, a name, and the text that follows a name.
fn is_head(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let Some(rest) = words.next().filter(|word| is_item_word(word)) else {
        return false;
    };
    let rest = line.trim_start()[rest.len()..].trim_start();
    let behind = rest.trim_start_matches(is_word);
    behind.len() < rest.len() && behind.trim_start().starts_with(['{', '('])
}

/// An item of a file before parsing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Range of the item, with its doc comment.
    pub range: Range<usize>,
    /// Whether the item has an unclosed string.
    pub unclosed: bool,
}

/// The items of the file, each with its doc comment. Text before the first item belongs to it. If
/// `recover`, no string extends past the head of an item.
pub fn items(text: &str, recover: bool) -> Vec<Cut> {
    let mut starts: Vec<usize> = Vec::new();
    let mut unclosed: Vec<usize> = Vec::new();
    let mut doc = None;
    let mut end = 0;
    // The end of the keyword that needs a name after it.
    let mut needs_name: Option<usize> = None;
    let mut braces = Braces::default();
    for token in cut(text, recover) {
        let before = needs_name.map(|end| &text[end..token.range.start]);
        let is_name = before.is_some_and(|between| !between.contains('\n'));
        match token.kind {
            TokenKind::Comment => continue,
            TokenKind::Doc => {
                doc.get_or_insert(token.range.start);
            }
            // In `rule pattern {`, the second word is a name, although an invalid one.
            TokenKind::Word if is_item_word(&text[token.range.clone()]) && !is_name => {
                starts.push(doc.take().unwrap_or(token.range.start));
                needs_name = Some(token.range.end);
            }
            TokenKind::Word if recover && braces.are_closed(&text[token.range.clone()]) => {
                starts.push(doc.take().unwrap_or(token.range.start));
                needs_name = Some(token.range.end);
            }
            _ => (doc, needs_name) = (None, None),
        }
        if token.kind != TokenKind::Doc {
            braces.pass(&text[token.range.clone()]);
        }
        if starts.is_empty() && token.kind != TokenKind::Doc {
            starts.push(token.range.start);
        }
        if token.kind == TokenKind::UnclosedText {
            unclosed.push(token.range.start);
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
        .map(|(start, end)| Cut {
            unclosed: unclosed.iter().any(|at| (start..end).contains(at)),
            range: start..end,
        })
        .collect()
}

/// Whether the last brace of an item was closed. The next word then begins another item, even if
/// the word is misspelt.
#[derive(Default)]
struct Braces {
    depth: usize,
    closed: bool,
}

impl Braces {
    fn pass(&mut self, token: &str) {
        match token {
            "{" => self.depth += 1,
            "}" => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.closed = token == "}" && self.depth == 0;
    }

    /// Whether the word begins an item. The cases of a relation continue with `or`.
    fn are_closed(&self, word: &str) -> bool {
        self.closed && word != "or"
    }
}

/// Whether a definition begins with this word.
pub fn is_item_word(word: &str) -> bool {
    matches!(word, "rule" | "pattern" | "relation")
}

/// The place of an item's name: the word after `rule`, `pattern` or `relation`, or after its first
/// word.
pub fn item_name(item: &str) -> Option<Range<usize>> {
    let words = || tokens(item).filter(|t| t.kind == TokenKind::Word);
    let mut known = words().skip_while(|t| !is_item_word(&item[t.range.clone()]));
    let name = known.nth(1).or_else(|| words().nth(1));
    name.map(|t| t.range)
}
