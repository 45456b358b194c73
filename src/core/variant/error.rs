//! Why a text is no variant puzzle.

use thiserror::Error;

/// Why a text is no variant puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VariantError {
    /// A line that cannot be read.
    #[error("line {line}: {reason}: `{text}`")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
        /// The line.
        text: String,
    },
    /// The text is not JSON of f-puzzles.
    #[error("this is not f-puzzles JSON: {0}")]
    Json(String),
    /// A constraint of f-puzzles that is not supported.
    #[error("the constraint `{0}` of f-puzzles is not supported")]
    Kind(String),
}
