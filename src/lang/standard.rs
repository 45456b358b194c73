//! The technique library that comes with the program.

use super::{Diagnostics, Library, Source, load};

include!(concat!(env!("OUT_DIR"), "/standard_rules.rs"));

/// The rule files of the standard library, in the order of their paths.
pub fn standard_sources() -> Vec<Source> {
    let source = |&(path, text): &(&str, &str)| Source {
        path: path.to_string(),
        family: path.rsplit('/').nth(1).unwrap_or_default().to_string(),
        text: text.to_string(),
    };
    STANDARD_RULES.iter().map(source).collect()
}

/// The standard library.
pub fn standard_library() -> Result<Library, Diagnostics> {
    load(&standard_sources())
}

/// Adds files to a library: one with the same path replaces the file that is there, any other
/// comes behind. A path that ends like the known one (`rules/40-fish/fish.rule`) is the same.
pub fn overlay(mut library: Vec<Source>, added: Vec<Source>) -> Vec<Source> {
    for source in added {
        let same = |known: &&mut Source| {
            let before = source.path.strip_suffix(&known.path);
            before.is_some_and(|before| before.is_empty() || before.ends_with(['/', '\\']))
        };
        match library.iter_mut().find(same) {
            Some(known) => *known = source,
            None => library.push(source),
        }
    }
    library
}
