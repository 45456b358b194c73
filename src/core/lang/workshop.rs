//! Rule files while somebody writes them: read again after every change, and only what changed.
//!
//! Takes the sources of the moment, gives what is wrong with them and the library of whatever is right. It is the
//! pipeline of [`load`](super::load) with a memory for trees: after an edit of one file out of a hundred, one file is
//! parsed.
//!
//! ```
//! use qedoku_core::lang::{RuleFile, Workshop, standard_sources};
//!
//! let mut workshop = Workshop::default();
//! let mut sources = standard_sources();
//! let half = "rule half { for digit d\n}\nrule whole { for digit d, cell a when every candidate of a is d then place d at a }";
//! sources.push(RuleFile::new("my.rule", half.as_bytes())?);
//! let own = sources.len() - 1;
//! let read = workshop.read(sources, |path| path == "my.rule");
//! // What is wrong with one rule of a file does not hide the other.
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
use super::pipeline::{Examples, MAX_SHOWN, put_in_order, understand};
use super::source::RuleFile;

/// Remembers the trees of files.
#[derive(Debug, Default)]
pub struct Workshop {
    read: BTreeMap<String, Parsed>,
}

/// A file that was parsed.
#[derive(Clone, Debug)]
struct Parsed {
    text: Arc<str>,
    file: Arc<File>,
    findings: Arc<[Finding]>,
}

/// What is known of files.
#[derive(Clone, Debug)]
pub struct ReadFiles {
    /// The files.
    pub sources: Vec<RuleFile>,
    /// Their trees, with the items that can be read.
    pub files: Vec<Arc<File>>,
    /// The techniques of the rules that were asked for and in which nothing is wrong, and all relations.
    pub library: Library,
    findings: Vec<(usize, Finding)>,
}

impl ReadFiles {
    /// What is wrong with a file, in the order of its text; not more than `load` would show.
    pub fn findings(&self, file: usize) -> Vec<&Finding> {
        let own = self.findings.iter().filter(|(number, _)| *number == file);
        own.map(|(_, finding)| finding).take(MAX_SHOWN).collect()
    }

    /// The variables of the items of a file, in words.
    pub fn variables(&self, file: usize) -> Vec<Described> {
        let trees: Vec<&File> = self.files.iter().map(|file| &**file).collect();
        let definitions = Definitions::of(&trees);
        let items = self.files[file].items.iter();
        items
            .flat_map(|item| variables(item, &definitions))
            .collect()
    }

    /// The number of the file with this path.
    pub fn number(&self, path: &str) -> Option<usize> {
        self.sources.iter().position(|source| source.path == path)
    }
}

impl Workshop {
    /// Reads files. Only rules of the files that are asked for are looked at closely.
    pub fn read(&mut self, sources: Vec<RuleFile>, wanted: impl Fn(&str) -> bool) -> ReadFiles {
        let parsed: Vec<Parsed> = sources.iter().map(|source| self.parse(source)).collect();
        // What nobody has open any more is forgotten.
        self.read
            .retain(|path, _| sources.iter().any(|source| source.path == *path));
        let trees: Vec<&File> = parsed.iter().map(|p| &*p.file).collect();
        let is_wanted = |number: usize| wanted(&sources[number].path);
        let (library, mut findings) = understand(&sources, &trees, &is_wanted, Examples::Checked);
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
