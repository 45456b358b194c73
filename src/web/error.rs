//! Errors of the protocol: a stable code, a message, a help text.
//!
//! Examples are text that is not a puzzle, rules with mistakes and invalid questions. The page
//! shows the error in place of the answer.

use serde::Serialize;

/// The reason why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ApiError {
    /// A stable code such as `puzzle::clash`.
    pub code: String,
    /// The message.
    pub message: String,
    /// The help text, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The labels of single places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl ApiError {
    /// An error with its code and message.
    pub fn new(code: &str, message: impl Into<String>) -> ApiError {
        ApiError {
            code: code.to_owned(),
            message: message.into(),
            help: None,
            notes: Vec::new(),
        }
    }

    /// Adds a help text.
    pub fn help(mut self, help: impl Into<String>) -> ApiError {
        self.help = Some(help.into());
        self
    }

    /// Converts an error of the engine: its code, help and labels.
    pub fn of(error: &dyn miette::Diagnostic) -> ApiError {
        let code = error.code().map_or("error".to_owned(), |c| c.to_string());
        let labels = error.labels().into_iter().flatten();
        ApiError {
            code,
            message: error.to_string(),
            help: error.help().map(|help| help.to_string()),
            notes: labels
                .filter_map(|l| l.label().map(str::to_owned))
                .collect(),
        }
    }
}
