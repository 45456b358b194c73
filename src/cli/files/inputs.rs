//! Protection of input files from being overwritten.
//!
//! `grade puzzles.sdm -o puzzles.sdm` would destroy its input. Files are compared by identity, not
//! by name: a link, or `./puzzles.sdm`, is the same file.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::error::{FileError, escaped, is_stdin};

/// The identity of a file, independent of the file name.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = std::path::PathBuf;

/// The regular files that were read.
static INPUTS: Mutex<Vec<Identity>> = Mutex::new(Vec::new());

/// The identity of a regular file. `None` for devices and pipes, which can be both input and
/// output.
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

/// Registers an input file, or standard input for `-`.
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

/// Fails if the file is a registered input.
pub fn refuse_input(path: &Path) -> Result<(), FileError> {
    let inputs = INPUTS.lock().unwrap_or_else(PoisonError::into_inner);
    match identity(path) {
        Some(identity) if inputs.contains(&identity) => Err(FileError::Input {
            name: escaped(path),
        }),
        _ => Ok(()),
    }
}
