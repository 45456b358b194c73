//! The cache of verdicts, stored from run to run.
//!
//! Keys are canonical texts of rules. The file can be deleted at any time. A file that differs from
//! what this program would write is ignored and replaced.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::files;
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
        let read = path
            .as_ref()
            .and_then(|p| files::read(p, MAX_CACHE_BYTES).ok());
        let proved = read.and_then(|bytes| parse(&String::from_utf8(bytes).ok()?));
        Cache {
            path,
            proved: proved.unwrap_or_default(),
            changed: false,
        }
    }

    /// The boards for which a rule with this text was proved, if any.
    pub fn scope(&self, text: &str) -> Option<Scope> {
        let is_it = |scope: &Scope| self.proved.contains(&key(text, *scope));
        Scope::ALL.into_iter().find(is_it)
    }

    /// Adds a rule with this text that was proved on these boards.
    pub fn note(&mut self, text: &str, scope: Scope) {
        self.changed |= self.proved.insert(key(text, scope));
    }

    /// Writes new entries. A failure to write is not an error.
    pub fn save(&self) {
        let Some(path) = self.path.as_ref().filter(|_| self.changed) else {
            return;
        };
        if let Some(folder) = path.parent()
            && std::fs::create_dir_all(folder).is_ok()
        {
            let _ = files::replace(path, print(&self.proved).as_bytes());
        }
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

fn print(proved: &BTreeSet<u128>) -> String {
    let mut text = format!("{CACHE_HEADER}\n");
    for key in proved {
        text.push_str(&format!("{key:032x}\n"));
    }
    let sum = fingerprint(text.as_bytes());
    text + &format!("sum {sum:032x}\n")
}

/// Parses a text, provided that it is exactly what [`print`] would write.
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
