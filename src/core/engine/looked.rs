//! How far a technique has been looked for on the way from a position to its end.
//!
//! Takes what was found, keeps what is still to be done, and counts steps. A round of hidden singles that finds 3 in r1c1 by its row and by its
//! box has two matches and one step.

use std::collections::VecDeque;

use super::strategy::Pace;
use crate::matcher::{LoneFound, Match};

/// How often a technique was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// In how many rounds it was the simplest technique that fired; with [`Pace::Step`], in
    /// how many steps.
    pub rounds: u32,
    /// How many different steps it found in these rounds: steps that do the same, or a part of what
    /// another does, count once.
    pub steps: u32,
}

/// How far a technique has been looked for.
#[derive(Clone, Default)]
pub(super) struct LookedFor {
    /// The number of steps after which it was looked for last.
    pub looked: Option<u32>,
    /// And the time before that.
    pub looked_before: Option<u32>,
    /// What was found and is still to be done.
    pub found: VecDeque<Match>,
    /// The same of a single, the last one first.
    pub lone: Vec<LoneFound>,
    /// How many different steps this round has, until its first one is taken.
    pub different: Option<u32>,
    /// Whether not all was found the last time, so that more than what has changed has to be looked at.
    pub cut_off: bool,
    /// Whether what was found may be called otherwise after other steps.
    pub names_matter: bool,
    /// How often it was used.
    pub tally: Tally,
}

impl LookedFor {
    /// Counts a step that is taken: by itself, or all those of its round with the first.
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
