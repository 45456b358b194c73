//! Why a question has no answer: a stable code, words, a way out.
//!
//! Given for text that is no puzzle, rules with mistakes and questions that nobody understands; the page shows it where
//! the answer would stand.

use serde::Serialize;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trouble {
    /// A stable code, `puzzle::clash`.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// A way out, if one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// What is said of single places, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Trouble {
    /// A failure with its code and what to say.
    pub fn new(code: &str, message: impl Into<String>) -> Trouble {
        Trouble {
            code: code.to_owned(),
            message: message.into(),
            help: None,
            notes: Vec::new(),
        }
    }

    /// The same with a way out.
    pub fn help(mut self, help: impl Into<String>) -> Trouble {
        self.help = Some(help.into());
        self
    }

    /// A failure from what the engine reports: its code, help and the words at its places.
    pub fn of(error: &dyn miette::Diagnostic) -> Trouble {
        let code = error.code().map_or("error".to_owned(), |c| c.to_string());
        let labels = error.labels().into_iter().flatten();
        Trouble {
            code,
            message: error.to_string(),
            help: error.help().map(|help| help.to_string()),
            notes: labels
                .filter_map(|l| l.label().map(str::to_owned))
                .collect(),
        }
    }
}
