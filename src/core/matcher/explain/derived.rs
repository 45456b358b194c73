//! Derived truths: what a rule with guardians says, and where others find it.
//!
//! Takes a match of such a rule, gives a truth: three digits cannot fill the twelve cells of a
//! tridagon, so of the other candidates there, its guardians, at least one is true. A board with
//! that truth beside its own is [`Board::deriving`]; matches that were found there name its groups.

use std::sync::Arc;

use crate::grid::{Candidate, Group};
use crate::lang::ir::{Pattern, Sort, Technique};
use crate::lang::vars::relations_in;
use crate::matcher::index::deadly_cells::DeadlyCells;

/// Candidates of which a match says that at least one is true, and what that rests on: the
/// guardians of a tridagon, and its twelve cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedTruth {
    /// What people call the technique.
    pub title: Arc<str>,
    /// The candidates.
    pub candidates: Vec<Candidate>,
    /// The truths of the match.
    pub truths: Vec<Group>,
    /// What it says is deadly.
    pub deadly: Vec<DeadlyCells>,
}

impl Technique {
    /// Whether it concludes truths.
    pub fn derives(&self) -> bool {
        self.patterns.iter().any(|p| p.guardians.is_some())
    }

    /// True if it, or a relation that it uses, has a variable for truths.
    pub fn uses_truths(&self) -> bool {
        let mut patterns: Vec<&Pattern> = self.patterns.iter().collect();
        let mut seen: Vec<usize> = Vec::new();
        while let Some(pattern) = patterns.pop() {
            if pattern.variables.iter().any(|v| v.sort == Sort::Truth) {
                return true;
            }
            for relation in relations_in(pattern) {
                if !seen.contains(&relation) {
                    seen.push(relation);
                    patterns.extend(&self.relations[relation].cases);
                }
            }
        }
        false
    }
}
