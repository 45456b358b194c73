//! The records found so far, in a file, so that a second run continues the first.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, miette};

use crate::files::{self, FileError};
use qedoku_mine::campaign::Journal;
use qedoku_mine::campaign::record::Record;
use qedoku_mine::campaign::settings::MiningSettings;

/// The records of a folder.
pub struct FileJournal {
    path: PathBuf,
    settings: MiningSettings,
    /// The records, by puzzle.
    records: BTreeMap<String, Record>,
}

impl FileJournal {
    /// Reads the journal of a folder, or begins one.
    pub fn open(folder: &Path, settings: MiningSettings) -> miette::Result<FileJournal> {
        let path = folder.join("found.jsonl");
        let mut journal = FileJournal {
            settings,
            records: BTreeMap::new(),
            path,
        };
        if !journal.path.exists() {
            return Ok(journal);
        }
        let name = crate::files::escaped(&journal.path);
        let text = String::from_utf8_lossy(&files::read(&journal.path, 1 << 30)?).into_owned();
        let mut lines = text.lines();
        let damaged = |line: usize| FileError::Damaged {
            name: name.clone(),
            line,
        };
        let first = lines.next().unwrap_or_default();
        let known: MiningSettings = serde_json::from_str(first).map_err(|_| damaged(1))?;
        if known != journal.settings {
            return Err(miette!(
                help = "name another folder, or mine with the same rules, size and hops",
                "{name} belongs to a run with other settings"
            ));
        }
        for (number, line) in lines.enumerate() {
            let record: Record = serde_json::from_str(line).map_err(|_| damaged(number + 2))?;
            journal.records.insert(record.puzzle.clone(), record);
        }
        Ok(journal)
    }
}

impl Journal for FileJournal {
    type Error = miette::Report;

    fn record(&self, puzzle: &str) -> Option<&Record> {
        self.records.get(puzzle)
    }

    fn add(&mut self, record: Record) {
        self.records.insert(record.puzzle.clone(), record);
    }

    fn save(&mut self) -> miette::Result<()> {
        let mut text = serde_json::to_string(&self.settings).into_diagnostic()?;
        text.push('\n');
        for record in self.records.values() {
            text.push_str(&serde_json::to_string(record).into_diagnostic()?);
            text.push('\n');
        }
        Ok(files::replace(&self.path, text.as_bytes())?)
    }
}
