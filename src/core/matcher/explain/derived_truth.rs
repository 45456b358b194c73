//! Derived truths: truths that a rule with guardians concludes.
//!
//! Three digits cannot fill the twelve cells of a tridagon. So at least one of the other candidates
//! there, its guardians, is true. [`Board::deriving`] makes a board with this truth as a further
//! group, and matches found on that board name the group.

use std::sync::Arc;

use crate::grid::{Candidate, Group};
use crate::lang::ir::{Pattern, Sort, Technique};
use crate::lang::vars::relations_in;
use crate::matcher::index::deadly_cells::DeadlyCells;

/// Candidates of which at least one is true by a match, and the premises: the guardians of a
/// tridagon, and its twelve cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedTruth {
    /// Title of the technique.
    pub title: Arc<str>,
    /// The candidates of which at least one is true.
    pub candidates: Vec<Candidate>,
    /// The truths of the match.
    pub truths: Vec<Group>,
    /// The deadly cells that the match rests on.
    pub deadly: Vec<DeadlyCells>,
}

impl Technique {
    /// True if the technique concludes truths.
    pub fn derives(&self) -> bool {
        self.patterns.iter().any(|p| p.guardians.is_some())
    }

    /// True if the technique, or a relation that it uses, has a variable for truths.
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
