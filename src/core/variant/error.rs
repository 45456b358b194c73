//! Reasons why a text is not a variant puzzle.

use thiserror::Error;

/// The reason why a text is not a variant puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VariantError {
    /// A line that cannot be read.
    #[error("line {line}: {reason}: `{text}`")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The mistake.
        reason: String,
        /// The line.
        text: String,
    },
    /// Constraints that no grid satisfies together.
    #[error("{0}")]
    Impossible(String),
    /// The text is not a puzzle of f-puzzles or SudokuPad.
    #[error("this is not a puzzle of f-puzzles or SudokuPad: {0}")]
    Json(String),
    /// A constraint of another site that is not supported.
    #[error("the constraint `{0}` is not supported; `--ignore {0}` goes on without it")]
    Kind(String),
    /// A reading of drawn parts that does not exist.
    #[error("drawn parts cannot be read as `{wish}`; the choices are {choices}")]
    Meaning {
        /// The reading in the request.
        wish: String,
        /// All readings.
        choices: String,
    },
    /// A drawn part that cannot be read as this constraint.
    #[error("`{0}` cannot be read as `{1}`")]
    Drawing(String, String),
    /// A constraint that another format cannot express.
    #[error("f-puzzles has no constraint for `{0}`")]
    Inexpressible(String),
}

/// The error for JSON that is not a puzzle.
pub(super) fn not_json(reason: &str) -> VariantError {
    VariantError::Json(reason.to_owned())
}
