//! A text that is open in the editor.

use std::ops::Range;

use lsp_types::{Position, TextDocumentContentChangeEvent, Url};

use super::lines::{CharacterEncoding, LineStarts};
use qedoku_core::lang::RuleFile;

/// An open text.
#[derive(Clone, Debug)]
pub struct Document {
    /// URL of the document.
    pub url: Url,
    /// The document's path as shown in messages.
    pub path: String,
    /// The version number that the editor gave to the text.
    pub version: i32,
    text: String,
    lines: LineStarts,
    encoding: CharacterEncoding,
}

/// The byte order mark with which some editors begin a file.
const MARK: char = '\u{feff}';

impl Document {
    /// A newly opened text.
    pub fn new(url: Url, version: i32, text: String, encoding: CharacterEncoding) -> Document {
        Document {
            path: path_of(&url),
            url,
            version,
            lines: LineStarts::of(&text),
            text,
            encoding,
        }
    }

    /// Applies changes from the editor.
    pub fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        for change in changes {
            match change.range {
                None => self.text = change.text,
                Some(range) => {
                    let start = self.lines.offset(&self.text, range.start, self.encoding);
                    let end = self.lines.offset(&self.text, range.end, self.encoding);
                    let range = start.min(end)..start.max(end);
                    self.text.replace_range(range, &change.text);
                }
            }
            self.lines = LineStarts::of(&self.text);
        }
        self.version = version;
    }

    fn mark(&self) -> usize {
        match self.text.starts_with(MARK) {
            true => MARK.len_utf8(),
            false => 0,
        }
    }

    /// The text without a byte order mark. All offsets refer to this text.
    pub fn text(&self) -> &str {
        &self.text[self.mark()..]
    }

    /// The text as a rule file.
    pub fn source(&self) -> RuleFile {
        RuleFile {
            path: self.path.clone(),
            family: family(&self.path),
            text: self.text().to_string(),
        }
    }

    /// The byte offset of an editor position.
    pub fn offset(&self, position: Position) -> usize {
        let at = self.lines.offset(&self.text, position, self.encoding);
        at.saturating_sub(self.mark())
    }

    /// The editor position of a byte offset.
    pub fn position(&self, at: usize) -> Position {
        self.lines
            .position(&self.text, at + self.mark(), self.encoding)
    }

    /// The editor range of a byte range.
    pub fn range(&self, range: &Range<usize>) -> lsp_types::Range {
        lsp_types::Range::new(self.position(range.start), self.position(range.end))
    }

    /// The encoding in which the editor counts characters.
    pub fn encoding(&self) -> CharacterEncoding {
        self.encoding
    }
}

/// The file path of a URL, or the URL itself if it does not refer to a file.
pub fn path_of(url: &Url) -> String {
    match url.to_file_path() {
        Ok(path) => path.display().to_string(),
        Err(()) => url.to_string(),
    }
}

/// The family of a file: its folder.
pub fn family(path: &str) -> String {
    let folder = path.rsplit(['/', '\\']).nth(1);
    folder.unwrap_or_default().to_string()
}
