//! Conversion between byte offsets and the protocol's lines and characters.
//!
//! Editors count characters in UTF-16, or in bytes if both sides agree: in `é7`, the 7 is character
//! 1 or 2.

use std::ops::Range;

use lsp_types::Position;

/// The encoding in which characters of a line are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CharacterEncoding {
    /// In bytes.
    Utf8,
    /// In UTF-16 units, which every editor supports.
    Utf16,
}

/// The byte offsets at which the lines of a text begin.
#[derive(Clone, Debug)]
pub struct LineStarts {
    starts: Vec<usize>,
}

impl LineStarts {
    /// Finds the lines of a text.
    pub fn of(text: &str) -> LineStarts {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        LineStarts {
            starts: std::iter::once(0).chain(breaks).collect(),
        }
    }

    /// The editor position of a byte offset.
    pub fn position(&self, text: &str, at: usize, encoding: CharacterEncoding) -> Position {
        let at = floor(text, at.min(text.len()));
        let line = self.starts.partition_point(|&start| start <= at) - 1;
        let before = &text[self.starts[line]..at];
        let character = match encoding {
            CharacterEncoding::Utf8 => before.len(),
            CharacterEncoding::Utf16 => before.chars().map(char::len_utf16).sum(),
        };
        Position::new(line as u32, character as u32)
    }

    /// The byte offset of a position. A position beyond the end of its line stands for that end.
    pub fn offset(&self, text: &str, position: Position, encoding: CharacterEncoding) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else {
            return text.len();
        };
        let end = self
            .starts
            .get(line + 1)
            .map_or(text.len(), |&next| next - 1);
        let line = &text[start..end];
        let line = line.strip_suffix('\r').unwrap_or(line);
        let mut left = position.character as usize;
        if encoding == CharacterEncoding::Utf8 {
            return start + floor(line, left.min(line.len()));
        }
        for (at, c) in line.char_indices() {
            if left < c.len_utf16() {
                return start + at;
            }
            left -= c.len_utf16();
        }
        start + line.len()
    }

    /// The number of lines.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The byte range of a line, with its line break.
    pub fn line(&self, text: &str, line: usize) -> Range<usize> {
        let start = self.starts.get(line).copied().unwrap_or(text.len());
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        start..end
    }
}

/// The last character boundary at or before an offset.
fn floor(text: &str, at: usize) -> usize {
    (0..=at)
        .rev()
        .find(|&i| text.is_char_boundary(i))
        .unwrap_or(0)
}
