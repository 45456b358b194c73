//! What was studied so far, in a file, so that a second run goes on where the first was cut off.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, miette};
use serde::{Deserialize, Serialize};

use crate::files::{self, FileError};
use qedoku_study::record::Studied;

/// What records depend on; those of other settings are of no use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudySettings {
    /// The version of the format.
    pub study: u32,
    /// The version of the program.
    pub qedoku: String,
    /// The methods.
    pub methods: Vec<String>,
    /// The inference sets that were added.
    pub sets: Vec<String>,
    /// The limit of searches, if one is given.
    pub limit: Option<u64>,
    /// A fingerprint of all rules, and of the network.
    pub rules: String,
    /// Whether times are measured.
    pub times: bool,
}

/// A file of records to which others are added; or none, where nothing is kept.
pub struct StudyJournal {
    file: Option<(PathBuf, BufWriter<File>)>,
}

impl StudyJournal {
    /// A journal that keeps nothing.
    pub fn none() -> StudyJournal {
        StudyJournal { file: None }
    }

    /// Opens the journal of a folder: gives it with the records that it has.
    pub fn open(
        folder: &Path,
        settings: &StudySettings,
    ) -> miette::Result<(StudyJournal, Vec<Studied>)> {
        let path = folder.join("records.jsonl");
        let heading = serde_json::to_string(settings).into_diagnostic()? + "\n";
        let mut records = Vec::new();
        let mut keep = 0;
        if path.exists() {
            let bytes = files::read(&path, 1 << 32)?;
            // What a cut-off run left of its last line is done again.
            let complete = bytes
                .iter()
                .rposition(|&b| b == b'\n')
                .map_or(0, |at| at + 1);
            let text = String::from_utf8_lossy(&bytes[..complete]).into_owned();
            records = parse(&path, &text, settings)?;
            keep = complete as u64;
        }
        let failed = |cause| FileError::write(&path, cause);
        let mut file = BufWriter::new(files::go_on(&path, keep).map_err(failed)?);
        if keep == 0 {
            file.write_all(heading.as_bytes()).map_err(failed)?;
        }
        let file = Some((path.clone(), file));
        Ok((StudyJournal { file }, records))
    }

    /// Adds a record.
    pub fn add(&mut self, record: &Studied) -> miette::Result<()> {
        let Some((path, file)) = &mut self.file else {
            return Ok(());
        };
        let line = serde_json::to_string(record).into_diagnostic()?;
        writeln!(file, "{line}").map_err(|cause| FileError::write(path, cause).into())
    }

    /// Sees to it that all is written.
    pub fn flush(&mut self) -> miette::Result<()> {
        match &mut self.file {
            None => Ok(()),
            Some((path, file)) => {
                { file.flush() }.map_err(|cause| FileError::write(path, cause).into())
            }
        }
    }
}

fn parse(path: &Path, text: &str, settings: &StudySettings) -> miette::Result<Vec<Studied>> {
    let name = files::escaped(path);
    let damaged = |line: usize| FileError::Damaged {
        name: name.clone(),
        line,
    };
    let mut lines = text.lines();
    let Some(first) = lines.next() else {
        return Ok(Vec::new());
    };
    let known: StudySettings = serde_json::from_str(first).map_err(|_| damaged(1))?;
    if known != *settings {
        return Err(miette!(
            help = "name another folder, or study with the same methods, sets, limit, rules and network",
            "{name} is of a study with other settings"
        ));
    }
    let record = |(at, line)| serde_json::from_str(line).map_err(|_| damaged(at + 2).into());
    lines.enumerate().map(record).collect()
}
