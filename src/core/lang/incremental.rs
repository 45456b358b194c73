//! Incremental loading of rule files while they are edited.
//!
//! This is the pipeline of [`load`](super::load) with a cache of trees: after an edit of one file
//! out of a hundred, one file is parsed. The result has the problems of all files, and the library
//! of the correct rules.
//!
//! ```
//! use qedoku_core::lang::{RuleFile, IncrementalLibrary, standard_sources};
//!
//! let mut library = IncrementalLibrary::default();
//! let mut sources = standard_sources();
//! let half = "rule half { for digit d\n}\nrule whole { for digit d, cell a when every candidate of a is d then place d at a }";
//! sources.push(RuleFile::new("my.rule", half.as_bytes())?);
//! let own = sources.len() - 1;
//! let read = library.read(sources, |path| path == "my.rule");
//! // A mistake in one rule does not hide the other.
//! assert!(read.findings(own).iter().all(|f| f.problem.to_string().contains("`half`") || f.span.0.end < 30));
//! assert!(read.library.rule("whole").is_some() && read.library.rule("half").is_none());
//! # Ok::<(), qedoku_core::lang::Diagnostics>(())
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use super::ast::File;
use super::check::describe::{Described, variables};
use super::definitions::Definitions;
use super::diagnostics::Finding;
use super::library::Library;
use super::parse::parse;
use super::pipeline::{Checks, MAX_SHOWN, put_in_order, understand};
use super::source::RuleFile;

/// Caches the trees of files.
#[derive(Debug, Default)]
pub struct IncrementalLibrary {
    read: BTreeMap<String, Parsed>,
}

/// A parsed file.
#[derive(Clone, Debug)]
struct Parsed {
    text: Arc<str>,
    file: Arc<File>,
    findings: Arc<[Finding]>,
}

/// Parsed files with their problems and their library.
#[derive(Clone, Debug)]
pub struct ReadFiles {
    /// The files.
    pub sources: Vec<RuleFile>,
    /// The trees of the files, with the items that could be parsed.
    pub files: Vec<Arc<File>>,
    /// The techniques of the wanted rules without problems, and all relations.
    pub library: Library,
    findings: Vec<(usize, Finding)>,
}

impl ReadFiles {
    /// The problems of a file, in order, up to the limit of `load`.
    pub fn findings(&self, file: usize) -> Vec<&Finding> {
        let own = self.findings.iter().filter(|(number, _)| *number == file);
        own.map(|(_, finding)| finding).take(MAX_SHOWN).collect()
    }

    /// The variables of the items of a file, with descriptions.
    pub fn variables(&self, file: usize) -> Vec<Described> {
        let trees: Vec<&File> = self.files.iter().map(|file| &**file).collect();
        let definitions = Definitions::of(&trees);
        let items = self.files[file].items.iter();
        items
            .flat_map(|item| variables(item, &definitions))
            .collect()
    }

    /// The index of the file with this path.
    pub fn number(&self, path: &str) -> Option<usize> {
        self.sources.iter().position(|source| source.path == path)
    }
}

impl IncrementalLibrary {
    /// Parses files, using the cache. Only rules of wanted files are checked in full.
    pub fn read(&mut self, sources: Vec<RuleFile>, wanted: impl Fn(&str) -> bool) -> ReadFiles {
        let parsed: Vec<Parsed> = sources.iter().map(|source| self.parse(source)).collect();
        // Files that are no longer open are removed from the cache.
        self.read
            .retain(|path, _| sources.iter().any(|source| source.path == *path));
        let trees: Vec<&File> = parsed.iter().map(|p| &*p.file).collect();
        let is_wanted = |number: usize| wanted(&sources[number].path);
        let (library, mut findings) = understand(&sources, &trees, &is_wanted, Checks::All);
        for (number, one) in parsed.iter().enumerate() {
            findings.extend(one.findings.iter().map(|f| (number, f.clone())));
        }
        put_in_order(&mut findings);
        ReadFiles {
            files: parsed.into_iter().map(|p| p.file).collect(),
            sources,
            library,
            findings,
        }
    }

    fn parse(&mut self, source: &RuleFile) -> Parsed {
        if let Some(known) = self.read.get(&source.path)
            && *known.text == *source.text
        {
            return known.clone();
        }
        let (file, findings) = parse(&source.text);
        let parsed = Parsed {
            text: source.text.as_str().into(),
            file: Arc::new(file),
            findings: findings.into(),
        };
        self.read.insert(source.path.clone(), parsed.clone());
        parsed
    }
}
