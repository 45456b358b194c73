//! The agenda of a technique: its matches that are still to be applied, and its step counts.
//!
//! A round of hidden singles that finds 3 in r1c1 by its row and by its box has two matches and one
//! step.

use std::collections::VecDeque;

use super::strategy::Pace;
use crate::matcher::LazyMatch;

/// The number of rounds and steps of a technique on a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of rounds in which it was the simplest technique that fired. With [`Pace::Step`], the
    /// number of steps.
    pub rounds: u32,
    /// Number of distinct steps in these rounds. A step whose effect is part of another step's
    /// effect is not counted.
    pub steps: u32,
}

/// The state of a technique on a path.
#[derive(Clone, Default)]
pub(super) struct Progress {
    /// The age at which the last search began.
    pub searched_at: Option<u32>,
    /// The age of the position at the start of the second-last search.
    pub searched_before: Option<u32>,
    /// The matches still to be applied.
    pub found: VecDeque<LazyMatch>,
    /// The number of distinct steps of this round, until its first one is taken.
    pub different: Option<u32>,
    /// Whether the last search was truncated. The next search must then not be limited to the
    /// changes.
    pub cut_off: bool,
    /// Whether a match may get a different name after later steps.
    pub names_matter: bool,
    /// Number of rounds and steps so far.
    pub tally: Tally,
}

impl Progress {
    /// Counts a step that is taken. In rounds, the first step counts for the whole round.
    pub fn count_step(&mut self, pace: Pace) {
        if pace == Pace::Step {
            self.tally.rounds += 1;
            self.tally.steps += 1;
        } else if let Some(different) = self.different.take() {
            self.tally.rounds += 1;
            self.tally.steps += different;
        }
    }
}
