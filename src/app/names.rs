//! Rules, techniques and levels by name. A misspelt name would otherwise silently change nothing.

use qedoku_core::engine::LayoutArgument;
use qedoku_core::lang::Library;
use qedoku_core::lang::diagnostics::closest;
use qedoku_core::lang::ir::{Level, Technique};

use crate::error::Error;

/// The level with this name.
pub fn level(word: &str) -> Result<Level, Error> {
    Level::parse(word).ok_or_else(|| {
        let words: Vec<&str> = Level::ALL.iter().map(|(_, word)| *word).collect();
        Error::new("how::level", format!("there is no level `{word}`"))
            .help(format!("a level is one of {}", words.join(", ")))
    })
}

/// Checks that a rule or technique has this name.
pub fn known(library: &Library, name: &str) -> Result<(), Error> {
    if LayoutArgument::TITLES.contains(&name) {
        return Ok(());
    }
    library
        .knows(name)
        .map_err(|near| unknown("rule or technique", name, near))
}

/// Whether `name` names a technique or the technique's rule.
pub fn is_called(technique: &Technique, name: &str) -> bool {
    *technique.rule == *name || technique.title == name
}

/// The error for an unknown rule, with a similar name of the list as help.
pub fn no_such_rule<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Error {
    unknown("rule", name, closest(name, names))
}

fn unknown(kind: &str, name: &str, near: Option<&str>) -> Error {
    let error = Error::new("rule::unknown", format!("there is no {kind} `{name}`"));
    match near {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error,
    }
}
