//! Tokens of puzzle text: frames, comments and spaces are dropped, places are kept.

use std::ops::Range;

use super::chars::{self, BLANK, HASH};

/// A run of characters between spaces or strokes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextToken<'t> {
    /// The characters, without brackets.
    pub text: &'t str,
    /// The offset of the characters.
    pub start: usize,
    /// The place of the token, brackets included.
    pub place: Range<usize>,
}

/// All tokens of a text, line by line.
#[derive(Debug, Default)]
pub(super) struct Scan<'t> {
    pub tokens: Vec<TextToken<'t>>,
    /// The tokens of each non-empty line.
    pub rows: Vec<Range<usize>>,
    /// The total length of all tokens, in characters.
    pub chars: usize,
    /// The last comment after cells.
    pub comment: Option<&'t str>,
    /// Whether a frame was drawn.
    pub framed: bool,
    /// The number of cells and the width of a row with `-` for an empty cell.
    dashed: Option<(usize, usize)>,
}

impl<'t> Scan<'t> {
    /// Splits a text into tokens.
    pub fn new(text: &'t str) -> Scan<'t> {
        let mut scan = Scan::default();
        let mut start = 0;
        let dashed = text
            .contains("--")
            .then(|| text.lines().find_map(chars::dashed_row));
        scan.dashed = dashed.flatten();
        for line in text.split_inclusive('\n') {
            scan.line(line, start);
            start += line.len();
        }
        scan
    }

    fn line(&mut self, line: &'t str, offset: usize) {
        if is_section(line) {
            return;
        }
        let empty_row = |row| chars::is_empty_row(line, row);
        if chars::is_border(line) && !self.dashed.is_some_and(empty_row) {
            self.framed = true;
            return;
        }
        let first = self.tokens.len();
        if self.fields(line, offset) {
            self.rows.push(first..self.tokens.len());
            return;
        }
        let mut token = None;
        let mut end = line.len();
        for (i, c) in line.char_indices() {
            let class = chars::class_of(c);
            if class == HASH {
                end = i;
                break;
            }
            match (class == BLANK, token) {
                (true, Some(start)) => {
                    self.token(line, start..i, offset);
                    token = None;
                }
                (false, None) => token = Some(i),
                _ => {}
            }
        }
        if let Some(start) = token {
            self.token(line, start..end, offset);
        }
        if self.tokens.len() > first {
            self.rows.push(first..self.tokens.len());
            if let Some(comment) = line.get(end + 1..) {
                self.comment = Some(comment.trim())
                    .filter(|c| !c.is_empty())
                    .or(self.comment);
            }
        }
    }

    /// Splits a line of fields some of which are empty: `5,3,,,7,,,,`. Nothing between separators
    /// is an empty cell, but only if there are as many fields as a row or a board has cells.
    fn fields(&mut self, line: &'t str, offset: usize) -> bool {
        let line = line.split('#').next().unwrap_or(line);
        let line = line.trim_end_matches(['\n', '\r', ' ']);
        let Some(separator) = [',', ';', '\t'].into_iter().find(|&s| line.contains(s)) else {
            return false;
        };
        let around = [' ', '|', '"', '\''];
        let trimmed = || {
            line.split(separator)
                .map(|field| field.trim_matches(around))
        };
        let count = trimmed().count();
        let is_cell = |c| chars::is_cell(chars::class_of(c));
        let single = |field: &str| field.len() <= 2 && field.chars().all(is_cell);
        let fits = chars::SIZES.contains(&count) || chars::square(count).is_some();
        if !fits || !trimmed().all(single) || !trimmed().any(str::is_empty) {
            return false;
        }
        let mut at = 0;
        for raw in line.split(separator) {
            let field = raw.trim_matches(around);
            let text = if field.is_empty() { "." } else { field };
            let inner = raw.find(field).unwrap_or(0);
            let start = offset + at + inner;
            self.chars += text.chars().count();
            self.tokens.push(TextToken {
                text,
                start,
                place: start..start + field.len(),
            });
            at += raw.len() + separator.len_utf8();
        }
        true
    }

    fn token(&mut self, line: &'t str, at: Range<usize>, offset: usize) {
        let raw = &line[at.clone()];
        let inner = [('(', ')'), ('{', '}'), ('[', ']'), ('<', '>')]
            .iter()
            .find_map(|&(open, close)| raw.strip_prefix(open)?.strip_suffix(close));
        let (text, skip) = match inner {
            Some(inner) => (inner, 1),
            None => (raw, 0),
        };
        self.chars += text.chars().count();
        let start = offset + at.start + skip;
        self.tokens.push(TextToken {
            text,
            start,
            place: offset + at.start..offset + at.end,
        });
    }

    /// The part of the text that contains the tokens.
    pub fn place(&self) -> Range<usize> {
        match (self.tokens.first(), self.tokens.last()) {
            (Some(first), Some(last)) => first.place.start..last.place.end,
            _ => 0..0,
        }
    }

    /// Whether every token is one character.
    pub fn is_plain(&self) -> bool {
        let one = |t: &TextToken| !t.text.is_empty() && t.text.chars().nth(1).is_none();
        self.tokens.iter().all(one)
    }

    /// Whether all tokens have the same length, like the parts of a row between strokes.
    pub fn is_uniform(&self) -> bool {
        self.tokens
            .windows(2)
            .all(|w| w[0].text.len() == w[1].text.len())
    }

    /// The tokens of a row, with the part of the text that contains them.
    pub fn row(&self, row: usize) -> (&[TextToken<'t>], Range<usize>) {
        let tokens = &self.tokens[self.rows[row].clone()];
        (
            tokens,
            tokens[0].place.start..tokens[tokens.len() - 1].place.end,
        )
    }

    /// All characters of all tokens, with their places.
    pub fn characters(&self) -> impl Iterator<Item = (usize, char)> + Clone + '_ {
        let of_token = |t: &TextToken<'t>| {
            let start = t.start;
            t.text.char_indices().map(move |(i, c)| (start + i, c))
        };
        self.tokens.iter().flat_map(of_token)
    }
}

/// Whether a line is a heading such as `[Puzzle]`.
pub(super) fn is_section(line: &str) -> bool {
    section(line).is_some()
}

/// The name in a heading such as `[Puzzle]`.
pub(super) fn section(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let word = name.len() > 1 && name.bytes().all(|b| b.is_ascii_alphabetic());
    // Groups of pencilmarks may be in brackets too: `[ABC]` on a large board.
    (word && !name.chars().all(|c| chars::is_cell(chars::class_of(c)))).then_some(name)
}
