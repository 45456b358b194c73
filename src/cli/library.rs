//! The rule library of a command: the standard one, and what `--rules` adds.

use std::path::{Path, PathBuf};

use super::files::{self, FileError};
use super::gate;
use crate::lang::{Library, MAX_FILE, Source, load, overlay, standard_library, standard_sources};

/// The library of a command that uses the rules on puzzles.
#[derive(clap::Args, Debug)]
pub struct LibraryArgs {
    #[command(flatten)]
    sources: SourceArgs,

    /// Use rules from --rules that are not proved sound; certificates are checked all the same
    #[arg(long, requires = "rules")]
    trust: bool,
}

impl LibraryArgs {
    /// Loads the library, and refuses rules that are not proved sound.
    pub fn load(&self) -> miette::Result<Library> {
        let library = self.sources.load()?;
        if self.sources.rules.is_empty() || self.trust {
            return Ok(library);
        }
        gate::admit(&library)?;
        Ok(library.proved())
    }
}

/// The library of a command that only looks at the rules.
#[derive(clap::Args, Debug)]
pub struct SourceArgs {
    /// A rule file, or a folder of them, to add to the standard library; a file that is called
    /// like a standard one and defines the same replaces it
    #[arg(long, value_name = "PATH")]
    rules: Vec<PathBuf>,

    /// Leave out the standard library
    #[arg(long, requires = "rules")]
    no_standard_rules: bool,
}

impl SourceArgs {
    /// Loads the library.
    pub fn load(&self) -> miette::Result<Library> {
        if self.rules.is_empty() {
            return Ok(standard_library()?);
        }
        let mut sources = match self.no_standard_rules {
            true => Vec::new(),
            false => standard_sources(),
        };
        for path in &self.rules {
            sources = overlay(sources, read_sources(path)?);
        }
        Ok(load(&sources)?)
    }
}

/// The rule files that a path names, in the order of their paths.
pub fn read_sources(path: &Path) -> miette::Result<Vec<Source>> {
    let mut sources = Vec::new();
    for file in rule_files(path)? {
        let bytes = files::read(&file, MAX_FILE as u64)?;
        // Inside of a folder of rules, a file is known by its path from there.
        let shown = match file.strip_prefix(path) {
            Ok(inner) if !inner.as_os_str().is_empty() => inner,
            _ => &file,
        };
        sources.push(Source::new(&shown.display().to_string(), &bytes)?);
    }
    Ok(sources)
}

/// The rule files at a path, in order: the file itself, or all below the folder.
pub fn rule_files(path: &Path) -> Result<Vec<PathBuf>, FileError> {
    let mut found = Vec::new();
    collect(path, &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(path: &Path, found: &mut Vec<PathBuf>) -> Result<(), FileError> {
    if !path.is_dir() {
        found.push(path.to_owned());
        return Ok(());
    }
    let entries = std::fs::read_dir(path).map_err(|cause| FileError::read(path, cause))?;
    for entry in entries {
        let entry = entry.map_err(|cause| FileError::read(path, cause))?.path();
        if entry.is_dir() || entry.extension().is_some_and(|e| e == "rule") {
            collect(&entry, found)?;
        }
    }
    Ok(())
}
