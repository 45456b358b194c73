//! The match of a step that is taken.
//!
//! Most steps of a puzzle are singles. They stay in compact form until the full match is needed,
//! which is never for grades and proofs.

use std::ops::Deref;
use std::sync::OnceLock;

use crate::grid::Candidate;
use crate::matcher::explain::matches::Match;
use crate::matcher::op::singles::{SingleMatch, Singles};

/// A match that is built on first use.
#[derive(Clone, Debug)]
pub struct StepMatch {
    single: Option<(Singles, SingleMatch)>,
    full: OnceLock<Box<Match>>,
}

impl StepMatch {
    /// The match of a single.
    pub(crate) fn single(of: Singles, found: SingleMatch) -> StepMatch {
        StepMatch {
            single: Some((of, found)),
            full: OnceLock::new(),
        }
    }

    /// The candidates that it places, in order.
    pub fn placements(&self) -> &[Candidate] {
        match &self.single {
            Some((_, found)) => std::slice::from_ref(&found.candidate),
            None => &self.placements,
        }
    }

    /// The candidates that it eliminates, in order.
    pub fn eliminations(&self) -> &[Candidate] {
        match &self.single {
            Some(_) => &[],
            None => &self.eliminations,
        }
    }
}

impl From<Match> for StepMatch {
    fn from(found: Match) -> StepMatch {
        StepMatch {
            single: None,
            full: OnceLock::from(Box::new(found)),
        }
    }
}

impl Deref for StepMatch {
    type Target = Match;

    fn deref(&self) -> &Match {
        self.full.get_or_init(|| {
            let single = self.single.map(|(of, found)| of.full_match(found, 0));
            Box::new(single.unwrap_or_default())
        })
    }
}
