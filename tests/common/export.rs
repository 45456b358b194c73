//! Exports in memory, and third-party programs that check them.

use std::path::{Path, PathBuf};
use std::process::Command;

use qedoku_core::proof::ProofReader;
use qedoku_core::proof::export::{ExportError, Format, export};

use super::root;
use super::skips::skipped;

/// Returns the text of every file of an export. The proof need not be an accepted one.
pub fn exported(proof: &[u8], format: Format) -> Result<Vec<String>, ExportError> {
    let claim = ProofReader::start(proof).and_then(ProofReader::into_claim)?;
    let mut files = vec![Vec::new(); format.extensions().len()];
    export(proof, &claim, format, files.iter_mut().collect())?;
    let text = |bytes| String::from_utf8(bytes).expect("an export is text");
    Ok(files.into_iter().map(text).collect())
}

/// Returns the path of a program that `tests/tools.sh` installs. If it is absent, prints a message
/// and returns `None`; if `QEDOKU_TOOLS` names the folder of the tools, a missing tool is an error.
fn tool(name: &str) -> Option<PathBuf> {
    let named = std::env::var_os("QEDOKU_TOOLS").map(PathBuf::from);
    let folder = (named.clone()).unwrap_or_else(|| root().join("target/tools"));
    let path = folder.join("bin").join(name);
    if path.is_file() {
        return Some(path);
    }
    assert!(named.is_none(), "{} is not there", path.display());
    skipped(&format!(
        "{name} is not there; `bash tests/tools.sh` installs it"
    ));
    None
}

/// Returns the path of a third-party program, or prints a message and returns `None` if it is not
/// on `PATH`.
fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = { std::env::split_paths(&folders) }.map(|folder| folder.join(name));
    let program = { found }.find(|path| path.is_file());
    if program.is_none() {
        skipped(&format!("{name} is not on the path"));
    }
    program
}

/// Answer of a third-party checker to a formula and a proof.
#[derive(Debug)]
pub struct Answer {
    /// Whether the exit code is 0.
    pub good: bool,
    /// The whole output.
    pub text: String,
}

/// A third-party checker, and a folder for its files.
pub struct Checker {
    program: PathBuf,
    extensions: &'static [&'static str],
    folder: tempfile::TempDir,
}

impl Checker {
    /// Returns VeriPB if it is installed.
    pub fn veripb() -> Option<Checker> {
        Checker::of(tool("veripb")?, Format::Veripb)
    }

    /// Returns `rate` if it is installed.
    pub fn rate() -> Option<Checker> {
        Checker::of(tool("rate")?, Format::Drat)
    }

    /// Returns `cake_lpr` if it is installed. It is an LRAT checker verified down to its machine
    /// code.
    pub fn cake_lpr() -> Option<Checker> {
        Checker::of(on_path("cake_lpr")?, Format::Lrat)
    }

    fn of(program: PathBuf, format: Format) -> Option<Checker> {
        let folder = tempfile::tempdir().expect("a folder for exports");
        let extensions = format.extensions();
        Some(Checker {
            program,
            extensions,
            folder,
        })
    }

    /// Runs the checker on two files.
    pub fn check(&self, files: &[String]) -> Answer {
        let path = |extension: &&str| self.folder.path().join(format!("proof.{extension}"));
        let paths: Vec<PathBuf> = self.extensions.iter().map(path).collect();
        for (path, text) in paths.iter().zip(files) {
            std::fs::write(path, text).expect("a file of an export");
        }
        self.run(&paths)
    }

    fn run(&self, paths: &[impl AsRef<Path>]) -> Answer {
        let paths = paths.iter().map(AsRef::as_ref);
        let output = (Command::new(&self.program).args(paths))
            .env("RUST_BACKTRACE", "0")
            .output()
            .expect("the checker runs");
        let text = [output.stdout, output.stderr].concat();
        Answer {
            good: output.status.success(),
            text: String::from_utf8_lossy(&text).into_owned(),
        }
    }
}

/// Returns the first line of a VeriPB proof that is neither a cutting-planes nor a unit-propagation
/// step.
pub fn forbidden_line(proof: &str) -> Option<&str> {
    let allowed = ["f", "rup", "pol", "del", "output", "conclusion"];
    proof.lines().find(|line| {
        let mut words = line.split([' ', ';']).filter(|word| !word.is_empty());
        let first = words.next();
        let command = match first {
            Some(label) if label.starts_with('@') => words.next(),
            other => other,
        };
        let frame = [
            "pseudo-Boolean proof version 3.0",
            "end pseudo-Boolean proof;",
        ];
        let known = command.is_none_or(|word| allowed.contains(&word) || word.starts_with('%'));
        !known && !frame.contains(line)
    })
}
