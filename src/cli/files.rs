//! Reading and writing files, and telling what went wrong with them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use miette::Diagnostic;
use tempfile::NamedTempFile;
use thiserror::Error;

/// A file that could not be read or written.
#[derive(Debug, Error, Diagnostic)]
pub enum FileError {
    /// It could not be opened or read.
    #[error("{name} cannot be read: {cause}")]
    #[diagnostic(code(file::unreadable))]
    Unreadable {
        /// The file as the user named it.
        name: String,
        /// What the system says.
        cause: io::Error,
    },
    /// It could not be written; what was there before is still there.
    #[error("{name} cannot be written: {cause}")]
    #[diagnostic(code(file::unwritable))]
    Unwritable {
        /// The file as the user named it.
        name: String,
        /// What the system says.
        cause: io::Error,
    },
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
            name: path.display().to_string(),
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
        path.display().to_string()
    }
}

/// Opens a file, or standard input for `-`.
pub fn open(path: &Path) -> Result<Box<dyn BufRead + Send>, FileError> {
    if is_stdin(path) {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let file = File::open(path).map_err(|cause| FileError::read(path, cause))?;
    // Opening a folder succeeds; only reading it fails.
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}

/// A file that can be read several times, of any length.
pub enum Again<'a> {
    /// A file that is read anew each time.
    File(&'a Path),
    /// A copy of what can be read only once.
    Copy(File),
}

impl<'a> Again<'a> {
    /// Opens a file, or standard input for `-`.
    pub fn open(path: &'a Path) -> Result<Again<'a>, FileError> {
        if !is_stdin(path) && std::fs::metadata(path).is_ok_and(|data| data.is_file()) {
            return Ok(Again::File(path));
        }
        let mut input = open(path)?;
        let mut copy = || -> io::Result<File> {
            let mut file = tempfile::tempfile()?;
            io::copy(&mut input, &mut file)?;
            Ok(file)
        };
        copy()
            .map(Again::Copy)
            .map_err(|cause| FileError::read(path, cause))
    }

    /// Reads it from the start.
    pub fn reader(&self) -> Result<Box<dyn BufRead>, FileError> {
        match self {
            Again::File(path) => Ok(open(path)?),
            Again::Copy(file) => {
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

/// Reads a whole file, at most so many bytes of it.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let mut input = open(path)?.take(most + 1);
    let result = input.read_to_end(&mut bytes);
    result.map_err(|cause| FileError::read(path, cause))?;
    if bytes.len() as u64 > most {
        let cause = io::Error::other(format!("it is larger than {most} bytes"));
        return Err(FileError::read(path, cause));
    }
    Ok(bytes)
}

/// Writes a file, all of it or nothing.
pub fn write(path: &Path, contents: &[u8]) -> Result<(), FileError> {
    let mut file = NewFile::create(path)?;
    let written = file.write_all(contents);
    written.map_err(|cause| FileError::write(path, cause))?;
    file.keep()
}

/// A file that is written under a temporary name beside its place and renamed when it is
/// complete, so that nobody ever sees half a file.
pub struct NewFile {
    path: PathBuf,
    file: BufWriter<NamedTempFile>,
}

impl NewFile {
    /// Begins a file that is to be seen under this name.
    pub fn create(path: &Path) -> Result<NewFile, FileError> {
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let file = {
            // The error of a temporary file would name it, and nobody knows that name.
            let made = NamedTempFile::new_in(folder);
            made.map_err(|error| FileError::write(path, error.kind().into()))?
        };
        Ok(NewFile {
            path: path.to_owned(),
            file: BufWriter::with_capacity(1 << 16, file),
        })
    }

    /// The file is complete: puts it in its place.
    pub fn keep(self) -> Result<(), FileError> {
        let attempt = || -> io::Result<()> {
            let file = self.file.into_inner().map_err(io::Error::from)?;
            file.as_file().sync_all()?;
            #[cfg(unix)]
            {
                // Temporary files are private; a result is an ordinary file.
                use std::os::unix::fs::PermissionsExt;
                let permissions = std::fs::Permissions::from_mode(0o644);
                file.as_file().set_permissions(permissions)?;
            }
            file.persist(&self.path).map_err(|e| e.error)?;
            Ok(())
        };
        attempt().map_err(|cause| FileError::write(&self.path, cause))
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
