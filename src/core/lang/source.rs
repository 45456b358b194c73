//! A rule file: its text and its path.

use std::sync::Arc;

use miette::NamedSource;

use super::ast::Span;
use super::diagnostics::{Diagnostics, Finding, Problem};
use super::excerpt::Text;

/// A rule file.
///
/// ```
/// let file = qedoku_core::RuleFile::new("40-fish/own.rule", b"# nothing yet")?;
/// assert_eq!(file.family, "40-fish");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFile {
    /// Path of the file in messages: `40-fish/fish.rule`.
    pub path: String,
    /// The family of the file's rules: the folder, `40-fish`.
    pub family: String,
    /// Text of the file.
    pub text: String,
}

impl RuleFile {
    /// A rule file from bytes. The family is the last folder of its path.
    pub fn new(path: &str, bytes: &[u8]) -> Result<RuleFile, Diagnostics> {
        let folder = path.rsplit(['/', '\\']).nth(1).unwrap_or_default();
        let error = match std::str::from_utf8(bytes) {
            Ok(text) => {
                return Ok(RuleFile {
                    path: path.to_string(),
                    family: folder.to_string(),
                    // Some editors begin a file with a byte order mark.
                    text: text.strip_prefix('\u{feff}').unwrap_or(text).to_string(),
                });
            }
            Err(error) => error,
        };
        // Only the valid part of the file can be shown.
        let offset = error.valid_up_to();
        let shown = String::from_utf8_lossy(&bytes[..offset]).into_owned();
        let at = shown.len().saturating_sub(1);
        let problem = Problem::NotUtf8 {
            byte: bytes[offset],
            offset,
        };
        let finding = Finding::new(problem, &Span(at..shown.len()), "the text ends here");
        let finding = finding.help("save the file as UTF-8");
        let source = Arc::new(NamedSource::new(path, Text::of(&shown)));
        Err(Diagnostics {
            findings: vec![finding.in_source(&source)],
            left_out: 0,
        })
    }
}
