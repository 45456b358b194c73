//! The match of a step that is taken.
//!
//! Most steps of a puzzle are singles. They stay in compact form until the full match is needed,
//! which is never for grades and proofs.

use std::ops::Deref;
use std::sync::OnceLock;

use crate::grid::Candidate;
use crate::matcher::explain::found::Match;
use crate::matcher::op::singles::{LoneCandidate, LoneFound};

/// A match that is built on first use.
#[derive(Clone, Debug)]
pub struct StepMatch {
    lone: Option<(LoneCandidate, LoneFound)>,
    full: OnceLock<Box<Match>>,
}

impl StepMatch {
    /// The match of a single.
    pub(crate) fn lone(of: LoneCandidate, found: LoneFound) -> StepMatch {
        StepMatch {
            lone: Some((of, found)),
            full: OnceLock::new(),
        }
    }

    /// The candidates that it places, in order.
    pub fn placements(&self) -> &[Candidate] {
        match &self.lone {
            Some((_, found)) => std::slice::from_ref(&found.candidate),
            None => &self.placements,
        }
    }

    /// The candidates that it eliminates, in order.
    pub fn eliminations(&self) -> &[Candidate] {
        match &self.lone {
            Some(_) => &[],
            None => &self.eliminations,
        }
    }
}

impl From<Match> for StepMatch {
    fn from(found: Match) -> StepMatch {
        StepMatch {
            lone: None,
            full: OnceLock::from(Box::new(found)),
        }
    }
}

impl Deref for StepMatch {
    type Target = Match;

    fn deref(&self) -> &Match {
        self.full.get_or_init(|| {
            let single = self.lone.map(|(of, found)| of.in_full(found, 0));
            Box::new(single.unwrap_or_default())
        })
    }
}
