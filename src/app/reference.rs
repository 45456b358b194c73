//! The meanings of the words of the language, read from the language reference.
//!
//! Parses the tables of `docs/language.md`: the construct, and its readings (found, meant,
//! proved). So the language server and the editor of the page show the text of the reference.

use std::ops::Range;

use qedoku_core::lang::scan::{TokenKind, tokens};
use qedoku_core::lang::{SECTIONS, is_keyword};

/// The reference.
const TEXT: &str = include_str!("language.txt");

/// Maximum number of rows about a word in a text.
const MAX_SHOWN_ROWS: usize = 4;

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceRow {
    /// The section of the reference.
    pub chapter: &'static str,
    /// The construct, as it is written in rule files.
    pub written: String,
    /// The other columns: their titles and texts.
    pub readings: Vec<(&'static str, &'static str)>,
}

/// All rows of the tables.
pub fn rows() -> Vec<ReferenceRow> {
    let mut rows = Vec::new();
    let mut chapter = "";
    let mut titles: Option<Vec<&'static str>> = None;
    for line in TEXT.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            chapter = title;
        }
        let Some(inner) = line.strip_prefix("| ").and_then(|l| l.strip_suffix(" |")) else {
            titles = titles.filter(|_| line.starts_with("|--"));
            continue;
        };
        let cells: Vec<&'static str> = inner.split(" | ").map(str::trim).collect();
        match &titles {
            None => titles = Some(cells),
            Some(titles) if cells.len() == titles.len() => rows.push(ReferenceRow {
                chapter,
                written: plain(cells[0]),
                readings: titles.iter().copied().zip(cells).skip(1).collect(),
            }),
            Some(_) => {}
        }
    }
    rows
}

/// The text of a cell without markup.
pub fn plain(cell: &str) -> String {
    let marks = [("<code>", "`"), ("</code>", "`"), ("&#124;", "|")];
    let unescaped = |text: String, (from, to): (&str, &str)| text.replace(from, to);
    marks.into_iter().fold(cell.to_string(), unescaped)
}

/// Whether a chapter explains a section of a rule.
fn is_about(chapter: &str, section: &str) -> bool {
    match section {
        "for" => chapter == "Variables",
        "target" => chapter == "Variables" || chapter.contains("`target`"),
        "then" => chapter.contains("`then`"),
        "with" | "when" | "where" | "deadly" => chapter.starts_with(&format!("`{section}`")),
        _ => chapter == "A file",
    }
}

/// The rows that explain a word in a section. All rows about the word if its section has none.
pub fn about(word: &str, section: Option<&str>) -> Vec<ReferenceRow> {
    let one = |w: &str| qedoku_core::lang::ast::SortWord::parse(w);
    let says = |row: &&ReferenceRow| {
        let code = row.written.split('`').skip(1).step_by(2);
        code.into_iter().any(|code| {
            let mut words = tokens(code).filter(|t| t.kind == TokenKind::Word);
            words.any(|t| {
                let other = &code[t.range];
                other == word || one(word).is_some() && one(word) == one(other)
            })
        })
    };
    let all = rows();
    let found: Vec<&ReferenceRow> = all.iter().filter(says).collect();
    let near = found.iter().copied();
    let near = near.filter(|row| section.is_some_and(|s| is_about(row.chapter, s)));
    let near: Vec<ReferenceRow> = near.cloned().collect();
    match near.is_empty() {
        true => found.into_iter().cloned().collect(),
        false => near,
    }
}

/// The rows about the keyword at a byte of a rule file, and the place of the keyword.
pub fn at(text: &str, offset: usize) -> Option<(Vec<ReferenceRow>, Range<usize>)> {
    let mut section = None;
    for token in tokens(text) {
        let word = &text[token.range.clone()];
        if token.range.start > offset {
            return None;
        }
        if token.kind == TokenKind::Word {
            let begins = SECTIONS.iter().any(|s| s.split(' ').next() == Some(word));
            if (begins || word == "silent") && is_first(text, token.range.start) {
                section = Some(word);
            }
        }
        if offset <= token.range.end && token.kind == TokenKind::Word && is_keyword(word) {
            // If the word begins a section, the list of sections explains it.
            let own = section.filter(|s| *s != word);
            let mut rows = about(word, Some(own.unwrap_or("a file")));
            rows.truncate(MAX_SHOWN_ROWS);
            return (!rows.is_empty()).then_some((rows, token.range));
        }
    }
    None
}

/// Whether the text at a place is the first of its line.
fn is_first(text: &str, at: usize) -> bool {
    let line = text[..at].rfind('\n').map_or(0, |i| i + 1);
    text[line..at].trim().is_empty()
}

/// A row as Markdown for the editor.
pub fn shown(row: &ReferenceRow) -> String {
    let mut text = row.written.clone();
    for (title, says) in &row.readings {
        text += &match *title {
            "found" | "meant" | "proved" => format!("\n- **{title}**: {}", plain(says)),
            _ => format!(": {}", plain(says)),
        };
    }
    text
}
