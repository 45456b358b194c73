//! The rule library of a command: the standard one, and the rules of `--rules`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::admit;
use super::files::{self, FileError};
pub use qedoku_app::names::is_called;
use qedoku_app::{ProvedBoards, names};
use qedoku_core::grid::Board;
use qedoku_core::lang::{
    Library, MAX_FILE, RuleFile, RuleInfo, load, overlay, standard_library, standard_sources,
};
use qedoku_soundness::question::usual_board;

/// The library of a command that applies rules to puzzles.
#[derive(clap::Args, Debug)]
pub struct LibraryArgs {
    #[command(flatten)]
    sources: SourceArgs,

    /// Use rules of --rules even if they are not proved sound. Certificates are still checked
    #[arg(long, requires = "rules")]
    trust: bool,
}

impl LibraryArgs {
    /// Loads the library for the standard board, and rejects rules that are not proved sound.
    pub fn load(&self) -> miette::Result<Library> {
        let (library, limits) = self.load_for_any()?;
        admit::check(&limits, &usual_board())?;
        Ok(library)
    }

    /// Loads the library for a board, and rejects rules that are not proved sound there.
    pub fn load_for(&self, board: &Board) -> miette::Result<Library> {
        let (library, limits) = self.load_for_any()?;
        admit::check(&limits, board)?;
        Ok(library)
    }

    /// Reads the named files although no rules are needed: they must exist, and are protected as
    /// inputs.
    pub fn read_named(&self) -> miette::Result<()> {
        let mut named = self.sources.rules.iter();
        named.try_for_each(|path| read_sources(path).map(drop))
    }

    /// Loads the library for boards that are not known yet. The limits must be checked for each
    /// board.
    pub fn load_for_any(&self) -> miette::Result<(Library, ProvedBoards)> {
        let library = self.sources.load()?;
        if self.sources.rules.is_empty() || self.trust {
            return Ok((library, ProvedBoards::default()));
        }
        let limits = admit::admit(&library)?;
        Ok((library.proved(), limits))
    }
}

/// The library of a command that only inspects rules.
#[derive(clap::Args, Debug)]
pub struct SourceArgs {
    /// Rule file or folder to add to the standard library. A file with the name and the definitions
    /// of a standard one replaces it
    #[arg(long, value_name = "PATH")]
    rules: Vec<PathBuf>,

    /// Do not load the standard library
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

/// The standard library with files that add to it, for commands about the rules of these files.
pub struct NamedRules {
    /// The library.
    pub library: Library,
    /// The paths of the files. All paths of the library if no file is named.
    pub paths: Vec<String>,
}

impl NamedRules {
    /// Loads the standard library and the given rule files.
    pub fn load(files: &[PathBuf]) -> miette::Result<NamedRules> {
        let mut sources = standard_sources();
        let mut paths = Vec::new();
        for path in files {
            let added = read_sources(path)?;
            paths.extend(added.iter().map(|source| source.path.clone()));
            sources = overlay(sources, added);
        }
        if files.is_empty() {
            paths.extend(sources.iter().map(|source| source.path.clone()));
        }
        let library = load(&sources)?;
        Ok(NamedRules { library, paths })
    }

    /// Whether a rule is in one of the files.
    pub fn has(&self, rule: &RuleInfo) -> bool {
        self.paths.iter().any(|path| **path == *rule.path)
    }
}

/// The rule files at a path, sorted by path.
pub fn read_sources(path: &Path) -> miette::Result<Vec<RuleFile>> {
    let mut sources = Vec::new();
    for file in rule_files(path)? {
        let bytes = files::read(&file, MAX_FILE as u64)?;
        // Inside a folder of rules, a file is named by its relative path.
        let shown = match file.strip_prefix(path) {
            Ok(inner) if !inner.as_os_str().is_empty() => inner,
            _ => &file,
        };
        sources.push(RuleFile::new(&files::escaped(shown), &bytes)?);
    }
    Ok(sources)
}

/// The rule files at a path, sorted: the file itself, or all files below the folder.
pub fn rule_files(path: &Path) -> Result<Vec<PathBuf>, FileError> {
    let mut found = Vec::new();
    collect(path, &mut found, &mut BTreeSet::new())?;
    if found.is_empty() {
        return Err(FileError::NoRules {
            name: files::display_name(path),
        });
    }
    found.sort();
    Ok(found)
}

/// Adds the rule files at a path. Folders are tracked by their canonical paths, since a link may
/// lead back to one of them.
fn collect(
    path: &Path,
    found: &mut Vec<PathBuf>,
    read: &mut BTreeSet<PathBuf>,
) -> Result<(), FileError> {
    if !path.is_dir() {
        found.push(path.to_owned());
        return Ok(());
    }
    let own = std::fs::canonicalize(path).map_err(|cause| FileError::read(path, cause))?;
    if !read.insert(own) {
        let cause = std::io::Error::other("it leads to a folder that was read already");
        return Err(FileError::read(path, cause));
    }
    let entries = std::fs::read_dir(path).map_err(|cause| FileError::read(path, cause))?;
    for entry in entries {
        let entry = entry.map_err(|cause| FileError::read(path, cause))?.path();
        if entry.is_dir() || entry.extension().is_some_and(|e| e == "rule") {
            collect(&entry, found, read)?;
        }
    }
    Ok(())
}

/// Help for a name without a similar rule.
pub const ALL_RULES: &str = "`qedoku rules list` lists all rules";

/// Fails unless a rule or technique has this name.
pub fn known(library: &Library, name: &str) -> miette::Result<()> {
    Ok(names::known(library, name).map_err(|error| error.or_help(ALL_RULES))?)
}

/// The error for an unknown rule, with a similar name as help.
pub fn no_such_rule<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> miette::Report {
    names::no_such_rule(name, names).or_help(ALL_RULES).into()
}
