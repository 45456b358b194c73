//! The records of a study in a file, so that a second run continues the first.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, miette};
use serde::{Deserialize, Serialize};

use crate::files::{self, FileError};
use qedoku_study::record::Studied;

/// The settings that records depend on. Records with other settings cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudySettings {
    /// The version of the format.
    pub study: u32,
    /// The version of the program.
    pub qedoku: String,
    /// The methods.
    pub methods: Vec<String>,
    /// The added inference sets.
    pub sets: Vec<String>,
    /// The limit of searches, if there is one.
    pub limit: Option<u64>,
    /// A fingerprint of all rules and of the network.
    pub rules: String,
    /// Whether times are measured.
    pub times: bool,
}

/// A file of records that is appended to, or nothing.
pub struct StudyJournal {
    file: Option<(PathBuf, BufWriter<File>)>,
}

impl StudyJournal {
    /// A journal that stores nothing.
    pub fn none() -> StudyJournal {
        StudyJournal { file: None }
    }

    /// Opens the journal of a folder. Returns it with its records.
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
            // The incomplete last line of an interrupted run is written again.
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

    /// Flushes the file.
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
            "{name} belongs to a study with other settings"
        ));
    }
    let record = |(at, line)| serde_json::from_str(line).map_err(|_| damaged(at + 2).into());
    lines.enumerate().map(record).collect()
}
