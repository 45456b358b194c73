//! File names in messages, and file errors.

use std::io;
use std::path::Path;

use miette::Diagnostic;
use thiserror::Error;

/// A file that could not be read or written.
#[derive(Debug, Error, Diagnostic)]
pub enum FileError {
    /// The file could not be opened or read.
    #[error("{name} cannot be read: {}", in_words(.cause, "there is no such file"))]
    #[diagnostic(code(file::unreadable))]
    Unreadable {
        /// The file as the user named it.
        name: String,
        /// The error of the system.
        cause: io::Error,
    },
    /// The file could not be written. Its previous content is unchanged.
    #[error("{name} cannot be written: {}", in_words(.cause, "there is no such folder"))]
    #[diagnostic(code(file::unwritable))]
    Unwritable {
        /// The file as the user named it.
        name: String,
        /// The error of the system.
        cause: io::Error,
    },
    /// The output file is an input and would be overwritten.
    #[error("{name} is an input and would be replaced by the output")]
    #[diagnostic(
        code(file::input),
        help("nothing was changed; name another file for the output")
    )]
    Input {
        /// The file as the user named it.
        name: String,
    },
    /// A file of this program that was changed.
    #[error("{name} is damaged: this program did not write line {line}")]
    #[diagnostic(
        code(file::damaged),
        help("remove the line, or name another folder; the other lines are kept")
    )]
    #[cfg(any(feature = "mine", feature = "study"))]
    Damaged {
        /// The file as the user named it.
        name: String,
        /// The first bad line, counted from 1.
        line: usize,
    },
    /// A folder without rule files.
    #[error("{name} has no rules: no file in it ends in `.rule`")]
    #[diagnostic(code(file::no_rules))]
    NoRules {
        /// The folder as the user named it.
        name: String,
    },
}

/// The error of the system in words that are the same on all systems. `missing` describes a missing
/// file.
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
    /// An error of reading this file.
    pub fn read(path: &Path, cause: io::Error) -> FileError {
        FileError::Unreadable {
            name: display_name(path),
            cause,
        }
    }

    /// An error of writing this file or folder.
    pub fn write(path: &Path, cause: io::Error) -> FileError {
        FileError::Unwritable {
            name: escaped(path),
            cause,
        }
    }
}

/// Whether the path stands for standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// The file name for messages.
pub fn display_name(path: &Path) -> String {
    if is_stdin(path) {
        "standard input".into()
    } else {
        escaped(path)
    }
}

/// A name with its control characters escaped. A line break in a name could otherwise fake a
/// verdict.
pub fn escaped(path: &Path) -> String {
    let quoted = format!("{path:?}");
    quoted[1..quoted.len() - 1].to_owned()
}
