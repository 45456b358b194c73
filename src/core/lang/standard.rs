//! The technique library that comes with the program.

use std::collections::BTreeSet;

use super::diagnostics::Diagnostics;
use super::library::Library;
use super::parse::parse;
use super::pipeline::{Checks, load_with};
use super::source::RuleFile;

include!(concat!(env!("OUT_DIR"), "/standard_rules.rs"));

/// The rule files of the standard library, sorted by path.
pub fn standard_sources() -> Vec<RuleFile> {
    let source = |&(path, text): &(&str, &str)| RuleFile {
        path: path.to_string(),
        family: path.rsplit('/').nth(1).unwrap_or_default().to_string(),
        text: text.to_string(),
    };
    STANDARD_RULES.iter().map(source).collect()
}

/// The standard library. Its files are not checked for mistakes here: a test does that, so that
/// commands start quickly.
pub fn standard_library() -> Result<Library, Diagnostics> {
    load_with(&standard_sources(), Checks::Syntax).map(Library::proved)
}

/// Adds files to a library. A file replaces an existing one with the same path, or with the same
/// name and a common definition. Other files are appended.
pub fn overlay(mut library: Vec<RuleFile>, added: Vec<RuleFile>) -> Vec<RuleFile> {
    // Two user files with a common definition are a mistake, so they do not replace each other.
    let mut is_known = vec![true; library.len()];
    for source in added {
        let mut places = 0..library.len();
        let by_path = places.find(|&at| has_path_of(&source, &library[at]));
        let mut known = (0..is_known.len()).filter(|&at| is_known[at]);
        match by_path.or_else(|| known.find(|&at| has_name_of(&source, &library[at]))) {
            None => library.push(source),
            Some(at) => {
                library[at] = source;
                if let Some(known) = is_known.get_mut(at) {
                    *known = false;
                }
            }
        }
    }
    library
}

/// Whether two paths are equal, or one ends with the other: `rules/40-fish/fish.rule`.
fn has_path_of(source: &RuleFile, known: &RuleFile) -> bool {
    let before = source.path.strip_suffix(&known.path);
    before.is_some_and(|before| before.is_empty() || before.ends_with(SEPARATORS))
}

/// Whether two files have the same name, in any folder, and a common definition.
fn has_name_of(source: &RuleFile, known: &RuleFile) -> bool {
    let name = |file: &RuleFile| file.path.rsplit(SEPARATORS).next().map(str::to_owned);
    name(source) == name(known) && !defined(source).is_disjoint(&defined(known))
}

const SEPARATORS: [char; 2] = ['/', '\\'];

/// The definitions of a file: rules, patterns and relations with their names.
fn defined(source: &RuleFile) -> BTreeSet<(&'static str, String)> {
    let (file, _) = parse(&source.text);
    let items = file.items.iter();
    items
        .map(|item| (item.word(), item.name().node.clone()))
        .collect()
}
