//! `language`: the reference of the rule language, and its rows about a word of a text.

use qedoku_app::reference::{self, ReferenceRow};
use serde::Serialize;
use serde_json::Value;

use crate::protocol::ApiError;
use crate::service::value;

/// A construct of the language.
#[derive(Serialize)]
pub struct HelpRow {
    /// The chapter of the reference.
    chapter: &'static str,
    /// The construct, with its code in backquotes.
    written: String,
    /// Its readings: the title and the text. The title is `found`, `meant` or `proved` in the
    /// tables that have all three.
    readings: Vec<(&'static str, String)>,
}

impl HelpRow {
    fn of(row: ReferenceRow) -> HelpRow {
        let readings = row.readings.into_iter();
        HelpRow {
            chapter: row.chapter,
            written: row.written,
            readings: readings
                .map(|(title, text)| (title, reference::plain(text)))
                .collect(),
        }
    }
}

/// The rows about the word at a byte of a text.
pub fn at(text: &str, offset: usize) -> Vec<HelpRow> {
    let rows = reference::at(text, offset).map(|(rows, _)| rows);
    rows.into_iter().flatten().map(HelpRow::of).collect()
}

pub fn answer() -> Result<Value, ApiError> {
    let rows: Vec<HelpRow> = reference::rows().into_iter().map(HelpRow::of).collect();
    value(&rows)
}
