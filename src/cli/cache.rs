//! The cache of verdicts, stored from run to run.
//!
//! Keys are canonical texts of rules. The file can be deleted at any time. A file is ignored and
//! replaced unless it is exactly what this program writes.
//!
//! The cache is trusted: a rule in it is used without a new proof. Therefore the file has mode 0600
//! in a folder with mode 0700, and it is ignored if another user owns or may write to either. Steps
//! need their certificates in any case.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::files;
use super::interrupt::Unfinished;
use qedoku_app::admit::VerdictStore;
use qedoku_soundness::Scope;

/// The proved rules, by the fingerprints of their canonical texts.
#[derive(Debug, Default)]
pub struct Cache {
    path: Option<PathBuf>,
    proved: BTreeSet<u128>,
    changed: bool,
}

const CACHE_HEADER: &str = "qedoku verdicts 2";
/// Maximum size of the file in bytes. Larger files are ignored.
const MAX_CACHE_BYTES: u64 = 16 << 20;

impl Cache {
    /// Reads the user's cache, if there is one.
    pub fn open() -> Cache {
        let path = path();
        let believed = path.as_ref().filter(|path| is_private(path));
        let read = believed.and_then(|p| files::read(p, MAX_CACHE_BYTES).ok());
        let proved = read.and_then(|bytes| parse(&String::from_utf8(bytes).ok()?));
        Cache {
            path,
            proved: proved.unwrap_or_default(),
            changed: false,
        }
    }

    /// Writes new entries. A failure to write is not an error.
    pub fn save(&self) {
        let Some(path) = self.path.as_ref().filter(|_| self.changed) else {
            return;
        };
        let _ = write_private(path, print(&self.proved).as_bytes());
    }
}

impl VerdictStore for Cache {
    fn scope(&self, text: &str) -> Option<Scope> {
        let is_it = |scope: &Scope| self.proved.contains(&key(text, *scope));
        Scope::ALL.into_iter().find(is_it)
    }

    fn note(&mut self, text: &str, scope: Scope) {
        self.changed |= self.proved.insert(key(text, scope));
    }
}

/// The key of a rule with its verdict.
fn key(text: &str, scope: Scope) -> u128 {
    fingerprint(format!("sound {}\n{text}", scope.words()).as_bytes())
}

fn path() -> Option<PathBuf> {
    Some(folder()?.join("verdicts"))
}

/// The user's folder for cached data.
pub fn folder() -> Option<PathBuf> {
    let variable = |name| {
        std::env::var_os(name)
            .filter(|v| !v.is_empty())
            .map(PathBuf::from)
    };
    let folder = variable("XDG_CACHE_HOME").filter(|p| p.is_absolute());
    let folder = folder.or_else(|| Some(variable("HOME")?.join(".cache")))?;
    Some(folder.join("qedoku"))
}

/// Makes the folder of the cache, for the user alone.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// Replaces a file of the cache. A temporary file has mode 0600 from the beginning, and keeps it
/// under its new name; a link at that name is replaced, not followed.
fn write_private(path: &Path, contents: &[u8]) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::NotFound)?;
    make_folder(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    let _unfinished = Unfinished::begin(file.path());
    file.write_all(contents)?;
    file.persist(path)?;
    Ok(())
}

/// True if the file and its folder belong to the user, and no other user may write to them.
#[cfg(unix)]
fn is_private(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let user = rustix::process::geteuid().as_raw();
    let is_own = |path: &Path| {
        let data = std::fs::metadata(path);
        data.is_ok_and(|data| data.uid() == user && data.mode() & 0o022 == 0)
    };
    is_own(path) && path.parent().is_some_and(is_own)
}

#[cfg(not(unix))]
fn is_private(_: &Path) -> bool {
    true
}

fn print(proved: &BTreeSet<u128>) -> String {
    let mut text = format!("{CACHE_HEADER}\n");
    for key in proved {
        text.push_str(&format!("{key:032x}\n"));
    }
    let sum = fingerprint(text.as_bytes());
    text + &format!("sum {sum:032x}\n")
}

/// Parses a text. `None` unless the text is exactly the output of [`print`].
fn parse(text: &str) -> Option<BTreeSet<u128>> {
    let mut lines = text.lines();
    if lines.next()? != CACHE_HEADER {
        return None;
    }
    let keys = lines.filter(|line| !line.starts_with("sum "));
    let proved: Option<BTreeSet<u128>> = keys
        .map(|line| u128::from_str_radix(line, 16).ok())
        .collect();
    proved.filter(|proved| print(proved) == text)
}

/// 128-bit FNV-1a: enough to tell rules apart and to detect a damaged file.
pub fn fingerprint(bytes: &[u8]) -> u128 {
    const BASIS: u128 = 0x6c62272e07bb014262b821756295c58d;
    const PRIME: u128 = 0x0000000001000000000000000000013b;
    let step = |hash: u128, byte: &u8| (hash ^ u128::from(*byte)).wrapping_mul(PRIME);
    bytes.iter().fold(BASIS, step)
}
