//! What was found so far, in a file, so that a second run goes on where the first ended.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, miette};
use serde::{Deserialize, Serialize};

use crate::cli::files;
use crate::mine::record::Record;

/// What mining depends on; records of other settings are of no use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The version of the format.
    pub mine: u32,
    /// The rules it started from.
    pub rules: Vec<String>,
    /// The largest core.
    pub size: usize,
    /// How far around a candidate.
    pub hops: usize,
    /// Cells alone, or all.
    pub cells: bool,
    /// How many states of a puzzle.
    pub states: usize,
}

/// The records of a folder.
pub struct Journal {
    path: PathBuf,
    settings: Settings,
    /// By puzzle.
    pub records: BTreeMap<String, Record>,
}

impl Journal {
    /// Reads the journal of a folder, or begins one.
    pub fn open(folder: &Path, settings: Settings) -> miette::Result<Journal> {
        let path = folder.join("found.jsonl");
        let mut journal = Journal {
            settings,
            records: BTreeMap::new(),
            path,
        };
        if !journal.path.exists() {
            return Ok(journal);
        }
        let name = journal.path.display().to_string();
        let text = String::from_utf8_lossy(&files::read(&journal.path, 1 << 30)?).into_owned();
        let mut lines = text.lines();
        let known: Option<Settings> = lines.next().and_then(|l| serde_json::from_str(l).ok());
        if known.as_ref() != Some(&journal.settings) {
            return Err(miette!(
                help = "name another folder, or mine with the same rules, size and hops",
                "{name} is of a run with other settings"
            ));
        }
        for (number, line) in lines.enumerate() {
            let record: Record = serde_json::from_str(line)
                .map_err(|error| miette!("{name}, line {}: {error}", number + 2))?;
            journal.records.insert(record.puzzle.clone(), record);
        }
        Ok(journal)
    }

    /// Writes all records.
    pub fn save(&self) -> miette::Result<()> {
        let mut text = serde_json::to_string(&self.settings).into_diagnostic()?;
        text.push('\n');
        for record in self.records.values() {
            text.push_str(&serde_json::to_string(record).into_diagnostic()?);
            text.push('\n');
        }
        Ok(files::write(&self.path, text.as_bytes())?)
    }
}
