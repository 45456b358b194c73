//! The options of solving, as every shell accepts them.

use qedoku_core::engine::search::Limits;
use qedoku_core::engine::{Strategy, Uniqueness};
use qedoku_core::lang::Library;
use qedoku_core::lang::ir::Level;
use serde::Deserialize;

use crate::error::Error;
use crate::names;

/// The options of solving.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub struct SolveOptions {
    /// The highest level of techniques to use. All levels if `None`.
    pub max_level: Option<String>,
    /// Rules and techniques to leave out.
    pub off: Vec<String>,
    /// Rules and techniques to use although they are above the level or on request.
    pub on: Vec<String>,
    /// Whether to leave out techniques on request and the layouts of digits, which are otherwise
    /// tried before a search.
    pub quick: bool,
    /// Whether to search when no rule applies.
    pub search: bool,
    /// Whether to use rules that assume a unique solution.
    pub assume_unique: bool,
    /// Maximum number of steps.
    pub max_steps: Option<u64>,
    /// Maximum number of suppositions.
    pub max_supposes: Option<u64>,
}

impl Default for SolveOptions {
    fn default() -> Self {
        SolveOptions {
            max_level: None,
            off: Vec::new(),
            on: Vec::new(),
            quick: false,
            search: true,
            assume_unique: false,
            max_steps: None,
            max_supposes: None,
        }
    }
}

impl SolveOptions {
    /// The strategy of these options. Fails for a name or level that does not exist.
    pub fn strategy(&self, library: &Library) -> Result<Strategy, Error> {
        for name in self.off.iter().chain(&self.on) {
            names::known(library, name)?;
        }
        let usual = Limits::default();
        Ok(Strategy {
            max_level: match &self.max_level {
                None => Level::Extreme,
                Some(word) => names::level(word)?,
            },
            off: self.off.iter().cloned().collect(),
            on: self.on.iter().cloned().collect(),
            reserve: !self.quick,
            layouts: !self.quick,
            search: self.search,
            uniqueness: match self.assume_unique {
                true => Uniqueness::Assumed,
                false => Uniqueness::Unused,
            },
            max_steps: self.max_steps.unwrap_or(u64::MAX),
            limits: Limits {
                supposes: self.max_supposes.unwrap_or(usual.supposes),
            },
            ..Strategy::default()
        })
    }
}

/// This strategy for proofs: steps that assume a unique solution are proved without it.
pub fn unconditional(strategy: Strategy) -> Strategy {
    Strategy {
        uniqueness: match strategy.uniqueness {
            Uniqueness::Assumed => Uniqueness::Discharged,
            other => other,
        },
        ..strategy
    }
}
