//! Reading and writing files, with error messages.

mod error;
mod inputs;
mod new;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::Path;

pub use error::{FileError, display_name, escaped, is_stdin};
pub use inputs::{note_input, refuse_input};
pub use new::{NewFile, go_on, make_folder, replace, write};

/// Opens a file, or standard input for `-`.
pub fn open(path: &Path) -> Result<Box<dyn BufRead + Send>, FileError> {
    note_input(path);
    if is_stdin(path) {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let file = File::open(path).map_err(|cause| FileError::read(path, cause))?;
    // Opening a folder succeeds, but reading it fails.
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        let cause = io::ErrorKind::IsADirectory.into();
        return Err(FileError::read(path, cause));
    }
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}

/// An input of any length that can be read several times.
pub enum RereadableInput<'a> {
    /// A file that is opened for each reading.
    File(&'a Path),
    /// A temporary copy of an input that can be read only once.
    Copy(File),
}

impl<'a> RereadableInput<'a> {
    /// Opens a file, or standard input for `-`.
    pub fn open(path: &'a Path) -> Result<RereadableInput<'a>, FileError> {
        if !is_stdin(path) && std::fs::metadata(path).is_ok_and(|data| data.is_file()) {
            return Ok(RereadableInput::File(path));
        }
        let mut input = open(path)?;
        let mut copy = || -> io::Result<File> {
            let mut file = tempfile::tempfile()?;
            io::copy(&mut input, &mut file)?;
            Ok(file)
        };
        copy()
            .map(RereadableInput::Copy)
            .map_err(|cause| FileError::read(path, cause))
    }

    /// Reads the file from the start.
    pub fn reader(&self) -> Result<Box<dyn BufRead>, FileError> {
        match self {
            RereadableInput::File(path) => Ok(open(path)?),
            RereadableInput::Copy(file) => {
                let again = || {
                    let mut file = file.try_clone()?;
                    file.rewind()?;
                    Ok(file)
                };
                let file = again().map_err(|cause| FileError::read(Path::new("-"), cause))?;
                Ok(Box::new(BufReader::new(file)))
            }
        }
    }
}

/// Reads a whole file of at most `most` bytes.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let mut input = open(path)?.take(most.saturating_add(1));
    let result = input.read_to_end(&mut bytes);
    result.map_err(|cause| FileError::read(path, cause))?;
    if bytes.len() as u64 > most {
        let cause = io::Error::other(format!("it is larger than {most} bytes"));
        return Err(FileError::read(path, cause));
    }
    Ok(bytes)
}
