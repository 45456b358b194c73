//! Derived truths: what a rule with guardians says, and where others find it.
//!
//! Takes a match of such a rule, gives a truth: three digits cannot fill the twelve cells of a tridagon, so of the other
//! candidates there, its guardians, at least one is true. A board with that truth beside its own is
//! [`Board::deriving`]; matches that were found there name its groups.

use std::borrow::Cow;
use std::sync::Arc;

use super::{DeadlyCells, Effects, Match, Position};
use crate::grid::{Board, Candidate, Group};
use crate::lang::ir::{Pattern, Sort, Technique};
use crate::lang::vars::relations_in;

/// Candidates of which a match says that at least one is true, and what that rests on: the guardians of a tridagon, and
/// its twelve cells.
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

impl DerivedTruth {
    /// What a match says, if it says of several candidates that one is true.
    pub fn of(technique: &Technique, found: &Match) -> Option<DerivedTruth> {
        let part = found.parts.first()?;
        (!found.one_of.is_empty()).then(|| DerivedTruth {
            title: technique.title.as_str().into(),
            candidates: found.one_of.clone(),
            truths: part.truths.clone(),
            deadly: part.deadly.clone(),
        })
    }
}

impl Technique {
    /// Whether it concludes truths.
    pub fn derives(&self) -> bool {
        self.patterns.iter().any(|p| p.guardians.is_some())
    }

    /// Whether it, or a relation that it uses, speaks of truths whatever they are.
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

impl Match {
    /// The board that it speaks of: the board with its derived truths.
    pub fn board<'b>(&self, board: &'b Board) -> Cow<'b, Board> {
        match self.derived.is_empty() {
            true => Cow::Borrowed(board),
            false => {
                let truths = self.derived.iter().map(|d| d.candidates.as_slice());
                Cow::Owned(board.deriving(truths))
            }
        }
    }
}

impl Effects {
    /// Of these candidates one is true; the only one, if there is just one.
    pub(super) fn derive(&mut self, position: &Position, guardians: Vec<Candidate>) {
        if let [only] = guardians[..]
            && !position.is_solved(position.board().cell_of(only))
        {
            self.placements.push(only);
        }
        self.one_of = guardians;
    }
}
