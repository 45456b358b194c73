//! Variant puzzles from files and arguments.

use std::path::Path;

use miette::Diagnostic;
use qedoku_core::variant::{Variant, VariantError, read_variant};
use thiserror::Error;

/// A variant puzzle that cannot be read, or that a command does not support.
#[derive(Debug, Error, Diagnostic)]
pub enum VariantProblem {
    #[error("{name}: {error}")]
    #[diagnostic(code(puzzle::variant))]
    Unreadable { name: String, error: VariantError },
    #[error("{0} is a variant puzzle, which this command does not support")]
    #[diagnostic(
        code(puzzle::variant_unsupported),
        help(
            "`solve`, `hint`, `steps`, `prove`, `grade`, `draw`, `report`, `count`, `minimal`, \
             `convert` and `create` support variant puzzles"
        )
    )]
    Unsupported(String),
}

/// The variant puzzles of a file: one per line if its first line is a whole JSON object or a link.
pub fn texts(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    let is_whole = |line: &str| {
        line.starts_with("http") || serde_json::from_str::<serde_json::Value>(line).is_ok()
    };
    if !first.is_some_and(is_whole) {
        return vec![text.into_owned()];
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

/// Reads a variant puzzle. Prints warnings about unread parts to standard error.
pub fn read(name: &str, text: &str, ignored: &[String]) -> miette::Result<Variant> {
    let variant = read_variant(text, ignored).map_err(|error| VariantProblem::Unreadable {
        name: name.to_owned(),
        error,
    })?;
    for warning in &variant.warnings {
        eprintln!("warning: {warning}");
    }
    Ok(variant)
}

/// The error of a command without support for variants.
pub fn unsupported(path: &Path) -> VariantProblem {
    VariantProblem::Unsupported(path.display().to_string())
}
