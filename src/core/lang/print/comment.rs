//! Comments: their places in a text, and their insertion between printed lines.
//!
//! A comment on its own line goes before the line of the code that followed it. A comment after
//! code stays after the line of that code.

use super::super::parse::scan::{TokenKind, tokens};

/// The indentation of sections.
pub const INDENT: usize = 2;

/// A line of output, and the place of its first token in the text.
pub struct PrintedLine {
    pub indent: usize,
    pub text: String,
    pub at: usize,
}

/// A comment of the text.
pub(super) struct Comment {
    pub(super) at: usize,
    text: String,
    /// Whether the comment is on its own line.
    alone: bool,
    /// Whether a blank line follows.
    space_after: bool,
}

/// The comments of a text, in order.
pub(super) fn comments(text: &str) -> Vec<Comment> {
    let found = tokens(text).filter(|t| t.kind == TokenKind::Comment);
    let comment = |at: std::ops::Range<usize>| {
        let before = text[..at.start].rsplit('\n').next().unwrap_or_default();
        let mut after = text[at.end..].split('\n').skip(1);
        Comment {
            at: at.start,
            text: text[at.clone()].trim_end().to_string(),
            alone: before.trim().is_empty(),
            space_after: after.next().is_some_and(|line| line.trim().is_empty()),
        }
    };
    found.map(|token| comment(token.range)).collect()
}

/// The lines with the comments inserted.
pub(super) fn weave(lines: Vec<PrintedLine>, comments: Vec<Comment>) -> String {
    let mut text = String::new();
    let mut comments = comments.into_iter().peekable();
    let count = lines.len();
    let starts: Vec<usize> = lines.iter().map(|line| line.at).collect();
    for (number, line) in lines.into_iter().enumerate() {
        // The blank line between items has the place of the next item.
        let is_space = line.text.is_empty();
        while let Some(c) = comments.next_if(|c| !is_space && c.at < line.at) {
            // Inside an item, comments before `}` belong to the sections.
            let indent = if line.text == "}" {
                INDENT
            } else {
                line.indent
            };
            text += &format!("{:indent$}{}\n", "", c.text);
            if c.space_after && indent == 0 {
                text.push('\n');
            }
        }
        let indent = line.indent;
        let shown = format!("{:indent$}{}", "", line.text);
        text += shown.trim_end_matches(' ');
        let next = if number + 1 < count {
            starts[number + 1]
        } else {
            usize::MAX
        };
        let behind = |c: &Comment| !c.alone && !is_space && c.at >= line.at && c.at < next;
        if let Some(c) = comments.next_if(behind) {
            text += &format!("  {}", c.text);
        }
        text.push('\n');
    }
    for c in comments {
        text += &format!("{}\n", c.text);
        if c.space_after {
            text.push('\n');
        }
    }
    let kept = text.trim_end().len();
    text.truncate(kept);
    if !text.is_empty() {
        text.push('\n');
    }
    text
}
