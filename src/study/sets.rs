//! Inference sets: the rules applied after each assignment of a search.
//!
//! A set is a named list of rule names, such as `NHS = naked_single, hidden_single`. Sets from a
//! user's file work like those of the program.
//!
//! ```
//! use qedoku_core::lang::standard_library;
//! use qedoku_study::sets::{RuleSet, standard_sets};
//!
//! let library = standard_library()?;
//! let set: RuleSet = "mine=naked_single,fish=2".parse()?;
//! assert_eq!(set.techniques(&library)?.len(), 2);
//! assert!(standard_sets().iter().any(|set| set.name == "NHT" && set.rules.len() == 6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::str::FromStr;

use qedoku_core::lang::Library;
use qedoku_core::lang::diagnostics::closest;
use qedoku_core::lang::ir::Technique;
use thiserror::Error;

/// A named list of rule names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The prefix of the method names, such as `NHS` in `NHS-FB`.
    pub name: String,
    /// The rules in the order in which they are tried: `fish`, or `fish=3` for one value of a
    /// parameter.
    pub rules: Vec<String>,
}

/// Error in a set.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SetError {
    /// The text has no `=`.
    #[error("`{0}` is not a set of rules: write NAME=RULE,RULE,...")]
    Form(String),
    /// The name has other characters than letters, digits and `_`.
    #[error("`{0}` is not a name for a set: use letters, digits and _")]
    Name(String),
    /// There is no such rule.
    #[error("set `{set}`: there is no rule `{rule}`{}", .near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    NoSuchRule {
        /// The set.
        set: String,
        /// The unknown name.
        rule: String,
        /// A similar name.
        near: Option<String>,
    },
    /// The rule assumes a unique solution, and a state inside a search may have none.
    #[error(
        "set `{set}`: `{rule}` assumes a unique solution, and a state inside a search may have none"
    )]
    AssumesUnique {
        /// The set.
        set: String,
        /// The rule.
        rule: String,
    },
}

impl FromStr for RuleSet {
    type Err = SetError;

    fn from_str(text: &str) -> Result<RuleSet, SetError> {
        let (name, rules) = text
            .split_once('=')
            .ok_or_else(|| SetError::Form(text.trim().to_owned()))?;
        let name = name.trim();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_plain) {
            return Err(SetError::Name(name.to_owned()));
        }
        let rules = rules.split(',').map(str::trim).filter(|r| !r.is_empty());
        Ok(RuleSet {
            name: name.to_owned(),
            rules: rules.map(str::to_owned).collect(),
        })
    }
}

impl RuleSet {
    /// The techniques with the given names, in order.
    pub fn techniques<'l>(&self, library: &'l Library) -> Result<Vec<&'l Technique>, SetError> {
        let mut found: Vec<&Technique> = Vec::new();
        for rule in &self.rules {
            let named = |t: &&Technique| t.is_named(rule) || t.title == *rule;
            let meant: Vec<&Technique> = library.techniques.iter().filter(named).collect();
            if meant.is_empty() {
                let names = library.techniques.iter().map(|t| &*t.rule);
                return Err(SetError::NoSuchRule {
                    set: self.name.clone(),
                    rule: rule.clone(),
                    near: closest(rule, names).map(str::to_owned),
                });
            }
            if meant.iter().any(|t| t.assumes_unique) {
                return Err(SetError::AssumesUnique {
                    set: self.name.clone(),
                    rule: rule.clone(),
                });
            }
            found.extend(meant);
        }
        Ok(found)
    }
}

/// The sets that come with the program, taken from the published reports.
pub fn standard_sets() -> Vec<RuleSet> {
    let lines = include_str!("sets.txt").lines().map(str::trim);
    let sets = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    sets.map(|line| line.parse().expect("the file is part of the program"))
        .collect()
}
