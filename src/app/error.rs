//! The error of all shells: a stable code, a message, a help text, and notes on places.

use std::fmt;

use miette::Diagnostic;
use qedoku_core::lang::Diagnostics;
use serde::Serialize;

/// The reason why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Error {
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

impl Error {
    /// An error with its code and message.
    pub fn new(code: &str, message: impl Into<String>) -> Error {
        Error {
            code: code.to_owned(),
            message: message.into(),
            help: None,
            notes: Vec::new(),
        }
    }

    /// Adds a help text.
    pub fn help(mut self, help: impl Into<String>) -> Error {
        self.help = Some(help.into());
        self
    }

    /// Adds a help text if there is none: each shell has its own list of rules.
    pub fn or_help(mut self, help: &str) -> Error {
        self.help.get_or_insert_with(|| help.to_owned());
        self
    }

    /// Converts an error of the engine: its code, help and labels.
    pub fn of(error: &dyn Diagnostic) -> Error {
        let labels = error.labels().into_iter().flatten();
        Error {
            code: error.code().map_or("error".to_owned(), |c| c.to_string()),
            message: error.to_string(),
            help: error.help().map(|help| help.to_string()),
            notes: labels
                .filter_map(|l| l.label().map(str::to_owned))
                .collect(),
        }
    }

    /// The error for mistakes in rules: the first problem, and the number of others.
    pub fn of_rules(found: &Diagnostics) -> Error {
        let all = found.findings.len() + found.left_out;
        match found.findings.first() {
            None => Error::new("rule::unreadable", found.to_string()),
            Some(first) => Error {
                message: match all {
                    1 => first.to_string(),
                    2 => format!("{first} (and 1 more problem)"),
                    n => format!("{first} (and {} more problems)", n - 1),
                },
                ..Error::of(first)
            },
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl Diagnostic for Error {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.code))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.help.as_ref()?;
        Some(Box::new(help))
    }
}
