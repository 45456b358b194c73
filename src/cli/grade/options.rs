//! The options that a file of grades was made with, in a small file beside it.
//!
//! `grades.csv` has `grades.csv.options`, so that a batch is continued with the same options.
//! Grades by other rules, or up to another level, do not belong in one file.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, miette};
use serde::{Deserialize, Serialize};

use crate::cache::fingerprint;
use crate::files;
use qedoku_core::lang::Library;

/// Maximum size of the file in bytes.
const MAX_OPTIONS_BYTES: u64 = 1 << 20;

/// The options that were given, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradeOptions {
    /// The version of the program.
    qedoku: String,
    /// A fingerprint of all rules.
    rules: String,
    options: BTreeMap<String, String>,
}

impl GradeOptions {
    /// The given options and the rules in use.
    pub fn new(library: &Library, given: Vec<(&'static str, String)>) -> GradeOptions {
        let texts: Vec<&str> = library.rules.iter().map(|rule| &*rule.text).collect();
        let given = given.into_iter();
        GradeOptions {
            qedoku: env!("CARGO_PKG_VERSION").to_owned(),
            rules: format!("{:032x}", fingerprint(texts.concat().as_bytes())),
            options: given
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        }
    }

    /// Writes the options into a file beside the output.
    pub fn write(&self, output: &Path) -> miette::Result<()> {
        let text = serde_json::to_string(self).into_diagnostic()? + "\n";
        let note = beside(output);
        // A continued batch already has an up-to-date file.
        match std::fs::read(&note).is_ok_and(|bytes| bytes == text.as_bytes()) {
            true => Ok(()),
            false => Ok(files::write(&note, text.as_bytes())?),
        }
    }

    /// Fails for output that was made with other options. Warns if the options are unknown.
    pub fn compare(&self, output: &Path) -> miette::Result<()> {
        let (name, note) = (files::escaped(output), beside(output));
        if !note.exists() {
            let note = files::escaped(&note);
            eprintln!("{note} is missing, so the options of {name} are unknown");
            return Ok(());
        }
        let bytes = files::read(&note, MAX_OPTIONS_BYTES)?;
        let before: GradeOptions = serde_json::from_slice(&bytes)
            .map_err(|error| miette!("{} is damaged: {error}", files::escaped(&note)))?;
        match self.differences(&before) {
            differences if differences.is_empty() => Ok(()),
            differences => Err(miette!(
                help =
                    "use the options of the first run, or name another file; nothing was changed",
                "{name} was made with other options: {}",
                differences.join("; ")
            )),
        }
    }

    fn differences(&self, before: &GradeOptions) -> Vec<String> {
        let names: BTreeSet<&String> = before.options.keys().chain(self.options.keys()).collect();
        let shown = |options: &GradeOptions, name: &String| match options.options.get(name) {
            Some(value) => value.clone(),
            None => "not given".to_owned(),
        };
        let mut differences: Vec<String> = (names.into_iter())
            .map(|name| (name, shown(before, name), shown(self, name)))
            .filter(|(_, then, now)| then != now)
            .map(|(name, then, now)| format!("{name} then {then}, now {now}"))
            .collect();
        if before.qedoku != self.qedoku {
            let (then, now) = (&before.qedoku, &self.qedoku);
            differences.push(format!("qedoku then {then}, now {now}"));
        } else if before.rules != self.rules {
            differences.push("the rules have changed".to_owned());
        }
        differences
    }
}

/// The file beside an output.
fn beside(output: &Path) -> PathBuf {
    let mut name = OsString::from(output);
    name.push(".options");
    name.into()
}
