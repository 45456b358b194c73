//! Files as messages name them, and what can be wrong with one.

use std::io;
use std::path::Path;

use miette::Diagnostic;
use thiserror::Error;

/// A file that could not be read or written.
#[derive(Debug, Error, Diagnostic)]
pub enum FileError {
    /// It could not be opened or read.
    #[error("{name} cannot be read: {}", in_words(.cause, "there is no such file"))]
    #[diagnostic(code(file::unreadable))]
    Unreadable {
        /// The file as the user named it.
        name: String,
        /// What the system says.
        cause: io::Error,
    },
    /// It could not be written; what was there before is still there.
    #[error("{name} cannot be written: {}", in_words(.cause, "there is no such folder"))]
    #[diagnostic(code(file::unwritable))]
    Unwritable {
        /// The file as the user named it.
        name: String,
        /// What the system says.
        cause: io::Error,
    },
    /// It is what is read, and would be destroyed.
    #[error("{name} is the input, and would be replaced by the output")]
    #[diagnostic(
        code(file::input),
        help("nothing was changed; name another file for the output")
    )]
    Input {
        /// The file as the user named it.
        name: String,
    },
    /// A file of the program itself that something else has changed.
    #[error("{name} is damaged: line {line} is none that this program has written")]
    #[diagnostic(
        code(file::damaged),
        help("take the line away, or name another folder; what is on the other lines is kept")
    )]
    Damaged {
        /// The file as the user named it.
        name: String,
        /// The first bad line, from 1.
        line: usize,
    },
    /// A folder of rules without rules.
    #[error("{name} has no rules: no file in it ends in `.rule`")]
    #[diagnostic(code(file::no_rules))]
    NoRules {
        /// The folder as the user named it.
        name: String,
    },
}

/// What the system says, in words that are the same everywhere; what is missing is called as it is.
fn in_words(cause: &io::Error, missing: &str) -> String {
    match cause.kind() {
        io::ErrorKind::NotFound => missing.to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::NotADirectory => "there is a file where a folder is needed".to_owned(),
        io::ErrorKind::PermissionDenied => "permission is missing".to_owned(),
        io::ErrorKind::StorageFull => "there is no space left".to_owned(),
        _ => {
            let text = cause.to_string();
            let end = text.find(" (os error").unwrap_or(text.len());
            text[..end].to_owned()
        }
    }
}

impl FileError {
    /// Reading this file failed.
    pub fn read(path: &Path, cause: io::Error) -> FileError {
        FileError::Unreadable {
            name: display_name(path),
            cause,
        }
    }

    /// Writing this file or folder failed.
    pub fn write(path: &Path, cause: io::Error) -> FileError {
        FileError::Unwritable {
            name: escaped(path),
            cause,
        }
    }
}

/// Whether the path means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// The file as messages name it.
pub fn display_name(path: &Path) -> String {
    if is_stdin(path) {
        "standard input".into()
    } else {
        escaped(path)
    }
}

/// A name with its control characters escaped: one with a line feed in it could else print a verdict of its own.
pub fn escaped(path: &Path) -> String {
    let quoted = format!("{path:?}");
    quoted[1..quoted.len() - 1].to_owned()
}
