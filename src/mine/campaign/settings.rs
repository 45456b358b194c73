//! Settings of mining: the rules that it starts from, and its limits.
//!
//! The settings are stored above the records made with them. Records with equal settings can be
//! combined, even from different machines.

use miette::Diagnostic;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::campaign::record::MiningOptions;
use crate::cores::smallest_cores::CoreLimits;
use crate::state::graph::Vocabulary;
use qedoku_core::lang::Library;
use qedoku_core::lang::ir::{Level, Technique};

/// The settings of mining. Records with different settings are not comparable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MiningSettings {
    /// The version of the format.
    pub mine: u32,
    /// The names of the base rules.
    pub rules: Vec<String>,
    /// Maximum number of truths in a core.
    pub size: usize,
    /// Maximum number of hops around a candidate.
    pub hops: usize,
    /// Whether cores consist of cell truths only.
    pub cells: bool,
    /// Maximum number of stuck states per puzzle.
    pub states: usize,
}

impl MiningSettings {
    /// The default settings for a list of base rules.
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

    /// The mining options with these settings.
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

/// Error for a choice of base rules.
#[derive(Clone, Debug, Error, Diagnostic, PartialEq, Eq)]
pub enum NoStart {
    /// No rule has this name.
    #[error("there is no rule `{0}`")]
    #[diagnostic(code(mine::no_such_rule))]
    NoSuchRule(String),
    /// The choice leaves no rule.
    #[error("no rule is left to start from")]
    #[diagnostic(code(mine::no_rules))]
    NothingLeft,
}

/// The choice of the base rules, which the mined rules are to go beyond.
#[derive(Clone, Copy, Debug, Default)]
pub struct StartingChoice<'c> {
    /// The rules to try, such as `fish` or `fish=2`. All rules if empty.
    pub only: &'c [String],
    /// Additional rules that are used on request only. `all` stands for all such rules.
    pub on: &'c [String],
    /// Rules to leave out.
    pub without: &'c [String],
    /// Maximum level of the rules.
    pub max_level: Option<Level>,
}

/// The base rules: the named rules, or all rules up to a level. Rules on request must be named.
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
