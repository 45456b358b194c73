//! What the server needs from outside: the rule files around a document, a place for what can be opened, and the time.

use std::path::{Path, PathBuf};
use std::time::Instant;

/// The files and the clock of whoever runs the server.
pub trait World: Send + Sync {
    /// The rule files below a folder, with their bytes, in order. What cannot be read is left out.
    fn rule_files(&self, folder: &Path) -> Vec<(PathBuf, Vec<u8>)>;

    /// Keeps a text where an editor can open it, under a name such as `counterexamples/fish.txt`.
    fn keep(&self, name: &str, text: &str) -> Option<PathBuf>;

    /// The time.
    fn now(&self) -> Instant;
}
