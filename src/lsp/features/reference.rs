//! The meanings of the words of the language, read from the language reference.
//!
//! Parses the tables of `docs/language.md`: the construct, and its readings (found, meant,
//! proved). So the editor shows the text of the reference.

use qedoku_core::lang::scan::{TokenKind, tokens};

/// The reference.
const TEXT: &str = include_str!("../language.txt");

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
fn plain(cell: &str) -> String {
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
