//! Exports in memory, and the programs of other people that check them.

use std::path::{Path, PathBuf};
use std::process::Command;

use qedoku_core::proof::ProofReader;
use qedoku_core::proof::export::{ExportError, Format, export};

use super::root;
use super::skips::skipped;

/// The text of every file of an export. The proof need not be accepted.
pub fn exported(proof: &[u8], format: Format) -> Result<Vec<String>, ExportError> {
    let claim = ProofReader::start(proof).and_then(ProofReader::into_claim)?;
    let mut files = vec![Vec::new(); format.extensions().len()];
    export(proof, &claim, format, files.iter_mut().collect())?;
    let text = |bytes| String::from_utf8(bytes).expect("an export is text");
    Ok(files.into_iter().map(text).collect())
}

/// A program that `tests/tools.sh` installs; `None`, with a message, if it is not there. Where
/// `QEDOKU_TOOLS` names the folder of the tools, they must be there.
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

/// A program of other people that nothing here installs; `None`, with a message, if it is not on the path.
fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = { std::env::split_paths(&folders) }.map(|folder| folder.join(name));
    let program = { found }.find(|path| path.is_file());
    if program.is_none() {
        skipped(&format!("{name} is not on the path"));
    }
    program
}

/// What another checker says of a formula and a proof.
#[derive(Debug)]
pub struct Answer {
    /// Whether its exit code is 0.
    pub good: bool,
    /// All that it prints.
    pub text: String,
}

/// A checker of other people, and a folder for its files.
pub struct Checker {
    program: PathBuf,
    extensions: &'static [&'static str],
    folder: tempfile::TempDir,
}

impl Checker {
    /// VeriPB, if it is there.
    pub fn veripb() -> Option<Checker> {
        Checker::of(tool("veripb")?, Format::Veripb)
    }

    /// `rate`, if it is there.
    pub fn rate() -> Option<Checker> {
        Checker::of(tool("rate")?, Format::Drat)
    }

    /// `cake_lpr`, a checker of LRAT that is proved right down to its machine code, if it is there.
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

    /// Its answer to these two files.
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

/// What keeps a VeriPB proof from being one of cutting planes and unit propagation alone: the first
/// line that is of another kind.
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
