//! Takes the files that are read, gives whether a file to be written is one of them.
//!
//! `grade puzzles.sdm -o puzzles.sdm` would destroy what it reads. Files are told apart by what they are, not by
//! how they are named: a link, or `./puzzles.sdm`, is the same file.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::error::{FileError, escaped, is_stdin};

/// What makes a file the same under another name.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = std::path::PathBuf;

/// The ordinary files that were read.
static INPUTS: Mutex<Vec<Identity>> = Mutex::new(Vec::new());

/// What an ordinary file is; devices and pipes can be read and written at once.
#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    let data = std::fs::metadata(path).ok()?;
    data.is_file().then(|| (data.dev(), data.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    std::fs::canonicalize(path).ok()
}

/// Notes that a file is read, or standard input for `-`.
pub fn note_input(path: &Path) {
    let path = match is_stdin(path) {
        true => Path::new("/dev/stdin"),
        false => path,
    };
    if let Some(identity) = identity(path) {
        let mut inputs = INPUTS.lock().unwrap_or_else(PoisonError::into_inner);
        inputs.push(identity);
    }
}

/// Whether a file may be written: it must be none of those that were noted.
pub fn refuse_input(path: &Path) -> Result<(), FileError> {
    let inputs = INPUTS.lock().unwrap_or_else(PoisonError::into_inner);
    match identity(path) {
        Some(identity) if inputs.contains(&identity) => Err(FileError::Input {
            name: escaped(path),
        }),
        _ => Ok(()),
    }
}
