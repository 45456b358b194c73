//! Variant puzzles from files and arguments.

use std::path::Path;

use miette::Diagnostic;
use qedoku_core::variant::{Reading, Variant, VariantError, read_variant_as};
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

/// The options for variants of other sites.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct ReadingArgs {
    /// Read a variant without its constraints of this kind, such as `arrow`
    #[arg(long, value_name = "KIND")]
    ignore: Vec<String>,

    /// Read drawn parts of a variant as a constraint, such as `line=renban`. `words` reads common
    /// sentences of its rules
    #[arg(long, value_name = "PART=KIND")]
    read: Vec<String>,
}

impl ReadingArgs {
    /// The way of reading that the options select.
    pub fn reading(&self) -> Result<Reading, VariantError> {
        let mut reading = Reading::ignoring(&self.ignore);
        self.read.iter().try_for_each(|it| reading.read(it))?;
        Ok(reading)
    }
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

/// Reads a variant puzzle, and prints its unread parts to standard error.
pub fn read(name: &str, text: &str, args: &ReadingArgs) -> miette::Result<Variant> {
    let read = (args.reading()).and_then(|reading| read_variant_as(text, &reading));
    let variant = read.map_err(|error| VariantProblem::Unreadable {
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
