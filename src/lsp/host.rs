//! The host interface: rule files around a document, storage for files to open, and the clock.

use std::path::{Path, PathBuf};
use std::time::Instant;

/// Files and clock, provided by the program that runs the server.
pub trait Host: Send + Sync {
    /// The rule files below a folder with their bytes, sorted. Unreadable files are left out.
    fn rule_files(&self, folder: &Path) -> Vec<(PathBuf, Vec<u8>)>;

    /// Stores a text where the editor can open it, under a name such as `counterexamples/fish.txt`.
    /// `None` if it cannot be stored.
    fn keep(&self, name: &str, text: &str) -> Option<PathBuf>;

    /// The current time.
    fn now(&self) -> Instant;
}
