//! Atomic writing: a file is complete, or nothing changes.
//!
//! `prove -o proof.qed` writes to a temporary file beside `proof.qed` and renames it at the end.
//! Links are followed, existing files keep their mode and owner, and devices and pipes are written
//! directly.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::error::{FileError, escaped};
use super::inputs::refuse_input;
use crate::interrupt::{self, Unfinished};

/// Writes a file atomically. The file must not be an input.
pub fn write(path: &Path, contents: &[u8]) -> Result<(), FileError> {
    refuse_input(path)?;
    replace(path, contents)
}

/// Replaces a file atomically. The file may be an input.
pub fn replace(path: &Path, contents: &[u8]) -> Result<(), FileError> {
    let mut file = NewFile::begin(path)?;
    let written = file.write_all(contents);
    written.map_err(|cause| FileError::write(path, cause))?;
    file.keep()
}

/// Creates a folder if it does not exist.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    let made = fs::create_dir_all(path).map_err(|cause| match path.exists() {
        true => io::ErrorKind::NotADirectory.into(),
        false => cause,
    });
    made.map_err(|cause| FileError::write(path, cause))
}

/// Opens a file to append records after its first `keep` bytes. Cuts off the rest.
pub fn go_on(path: &Path, keep: u64) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let options = options.write(true).create(true).truncate(false);
    let mut file = options.open(path)?;
    if file.metadata()?.is_file() {
        file.set_len(keep)?;
        file.seek(SeekFrom::End(0))?;
    }
    Ok(file)
}

/// A file that appears only when it is complete.
pub struct NewFile {
    /// The path as the user named it.
    path: PathBuf,
    target: WriteTo,
}

#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
enum WriteTo {
    /// A temporary file that will replace the target.
    Beside {
        place: PathBuf,
        before: Option<Metadata>,
        file: BufWriter<NamedTempFile>,
        _unfinished: Unfinished,
    },
    /// A device or pipe, which is written directly.
    Direct(BufWriter<File>),
}

impl NewFile {
    /// Begins a file. The file must not be an input.
    pub fn create(path: &Path) -> Result<NewFile, FileError> {
        refuse_input(path)?;
        NewFile::begin(path)
    }

    fn begin(path: &Path) -> Result<NewFile, FileError> {
        // From here on an interrupt must remove the temporary file.
        interrupt::catch();
        let target = target(path).map_err(|cause| FileError::write(path, cause))?;
        Ok(NewFile {
            path: path.to_owned(),
            target,
        })
    }

    /// Completes the file and moves it into place.
    pub fn keep(self) -> Result<(), FileError> {
        keep(self.target).map_err(|cause| FileError::write(&self.path, cause))
    }
}

fn target(path: &Path) -> io::Result<WriteTo> {
    let place = place(path)?;
    let before = match fs::metadata(&place) {
        Ok(data) => Some(data),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if before.as_ref().is_some_and(Metadata::is_dir) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // Streams such as /dev/stdout are shared with other writers.
    let is_stream = path.starts_with("/dev") || path.starts_with("/proc");
    if is_stream || before.as_ref().is_some_and(|data| !data.is_file()) {
        let file = OpenOptions::new().append(true).open(path)?;
        return Ok(WriteTo::Direct(BufWriter::with_capacity(1 << 16, file)));
    }
    if before.is_some() {
        // A read-only file is not replaced either.
        OpenOptions::new().write(true).open(&place)?;
    }
    let folder = match place.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    // Without this, the error would name the temporary file, which the user does not know.
    let file = (builder().tempfile_in(folder)).map_err(|error| io::Error::from(error.kind()))?;
    Ok(WriteTo::Beside {
        _unfinished: Unfinished::begin(file.path()),
        place,
        before,
        file: BufWriter::with_capacity(1 << 16, file),
    })
}

/// The builder of temporary files. The user's umask applies, as for any new file.
#[cfg(unix)]
fn builder() -> tempfile::Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt;
    let mut builder = tempfile::Builder::new();
    builder.permissions(fs::Permissions::from_mode(0o666));
    builder
}

/// The builder of temporary files.
#[cfg(not(unix))]
fn builder() -> tempfile::Builder<'static, 'static> {
    tempfile::Builder::new()
}

/// The final target of a path, even if it does not exist yet.
fn place(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    // The maximum number of links that the system follows.
    for _ in 0..40 {
        match fs::read_link(&place) {
            Ok(next) => place = place.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other(format!(
        "{} is a link that leads nowhere",
        escaped(path)
    )))
}

fn keep(target: WriteTo) -> io::Result<()> {
    match target {
        WriteTo::Direct(mut file) => file.flush(),
        WriteTo::Beside {
            place,
            before,
            file,
            ..
        } => {
            let file = file.into_inner().map_err(io::Error::from)?;
            file.as_file().sync_all()?;
            if let Some(before) = before {
                #[cfg(unix)]
                {
                    use std::os::unix::fs::{MetadataExt, fchown};
                    // Only root can change the owner.
                    let _ = fchown(file.as_file(), Some(before.uid()), Some(before.gid()));
                }
                file.as_file().set_permissions(before.permissions())?;
            }
            file.persist(place).map_err(|error| error.error)?;
            Ok(())
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            WriteTo::Beside { file, .. } => file.write(bytes),
            WriteTo::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            WriteTo::Beside { file, .. } => file.flush(),
            WriteTo::Direct(file) => file.flush(),
        }
    }
}
