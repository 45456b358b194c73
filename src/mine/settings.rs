//! What mining depends on: which rules it starts from, and how far it looks.
//!
//! Takes names of rules, gives techniques; these and a few numbers are the settings, which stand above the records that
//! were made with them. Records of the same settings belong together, wherever they were made.

use miette::Diagnostic;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::graph::Vocabulary;
use super::record::MiningOptions;
use super::smallest::CoreLimits;
use qedoku_core::lang::Library;
use qedoku_core::lang::ir::{Level, Technique};

/// What mining depends on; records of other settings are of no use beside these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MiningSettings {
    /// The version of the format.
    pub mine: u32,
    /// The rules it started from.
    pub rules: Vec<String>,
    /// The largest core.
    pub size: usize,
    /// How far around a candidate.
    pub hops: usize,
    /// Cells alone, or all.
    pub cells: bool,
    /// How many states of a puzzle.
    pub states: usize,
}

impl MiningSettings {
    /// The usual settings, with these rules to go beyond.
    pub fn starting_from(base: &[&Technique]) -> MiningSettings {
        let size = CoreLimits::default().size;
        MiningSettings {
            mine: 1,
            rules: base.iter().map(|t| t.name()).collect(),
            size,
            hops: size + 1,
            cells: false,
            states: 4,
        }
    }

    /// How to mine with these settings.
    pub fn options(&self) -> MiningOptions {
        MiningOptions {
            limits: CoreLimits {
                size: self.size,
                ..CoreLimits::default()
            },
            hops: self.hops,
            vocabulary: match self.cells {
                true => Vocabulary::Cells,
                false => Vocabulary::All,
            },
            states: self.states,
        }
    }
}

/// Why there are no rules to start from.
#[derive(Clone, Debug, Error, Diagnostic, PartialEq, Eq)]
pub enum NoStart {
    /// A name that no rule has.
    #[error("there is no rule `{0}`")]
    #[diagnostic(code(mine::no_such_rule))]
    NoSuchRule(String),
    /// None is left.
    #[error("no rule is left to start from")]
    #[diagnostic(code(mine::no_rules))]
    NothingLeft,
}

/// Which rules the mined ones are to go beyond.
#[derive(Clone, Copy, Debug, Default)]
pub struct StartingChoice<'c> {
    /// These alone, `fish` or `fish=2`; all if none is named.
    pub only: &'c [String],
    /// These as well, although they are on request only; `all` are all of them.
    pub on: &'c [String],
    /// Not these.
    pub without: &'c [String],
    /// None above this level.
    pub max_level: Option<Level>,
}

/// The rules that the mined ones are to go beyond: those that are named, or else all that are not on request but those asked for, up to a
/// level.
pub fn starting_rules<'l>(
    library: &'l Library,
    choice: &StartingChoice<'_>,
) -> Result<Vec<&'l Technique>, NoStart> {
    let StartingChoice {
        only,
        on,
        without,
        max_level,
    } = *choice;
    for wanted in only.iter().chain(on).chain(without) {
        if wanted != "all" && !library.techniques.iter().any(|t| t.is_named(wanted)) {
            return Err(NoStart::NoSuchRule(wanted.clone()));
        }
    }
    let is_in = |list: &[String], t: &Technique| list.iter().any(|wanted| t.is_named(wanted));
    let requested = |t: &Technique| on.iter().any(|wanted| wanted == "all") || is_in(on, t);
    let base: Vec<&Technique> = (library.techniques.iter())
        .filter(|t| only.is_empty() || is_in(only, t))
        .filter(|t| !is_in(without, t))
        .filter(|t| max_level.is_none_or(|most| t.level <= most))
        .filter(|t| !t.assumes_unique)
        .filter(|t| !t.on_request || !only.is_empty() || requested(t))
        .collect();
    match base.is_empty() {
        true => Err(NoStart::NothingLeft),
        false => Ok(base),
    }
}
