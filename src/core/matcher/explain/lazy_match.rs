//! Matches that are explained on first use.
//!
//! Most steps of a puzzle are singles. They stay in compact form until the full match is needed,
//! which is never for grades and proofs.

use std::ops::Deref;
use std::sync::OnceLock;

use crate::grid::{Candidate, Group};
use crate::matcher::explain::matches::Match;
use crate::matcher::op::singles::{SingleMatch, Singles};

/// A match that is built on first use.
#[derive(Clone, Debug)]
pub struct LazyMatch {
    single: Option<(Singles, SingleMatch)>,
    full: OnceLock<Box<Match>>,
}

impl LazyMatch {
    pub(crate) fn of_single(of: Singles, found: SingleMatch) -> LazyMatch {
        LazyMatch {
            single: Some((of, found)),
            full: OnceLock::new(),
        }
    }

    /// The candidate to place and its truth, if the match is a single.
    pub fn single(&self) -> Option<(Candidate, Group)> {
        { self.single.as_ref() }.map(|(_, found)| (found.candidate, found.truth))
    }

    /// The candidates that the match places, in order.
    pub fn placements(&self) -> &[Candidate] {
        match &self.single {
            Some((_, found)) => std::slice::from_ref(&found.candidate),
            None => &self.placements,
        }
    }

    /// The candidates that the match eliminates, in order.
    pub fn eliminations(&self) -> &[Candidate] {
        match &self.single {
            Some(_) => &[],
            None => &self.eliminations,
        }
    }

    /// The placements and eliminations of the match.
    pub fn own_effect(&self) -> (&[Candidate], &[Candidate]) {
        (self.placements(), self.eliminations())
    }

    /// The full match, to change it; `None` for a single, which cannot change.
    pub fn full_mut(&mut self) -> Option<&mut Match> {
        match self.single {
            Some(_) => None,
            None => self.full.get_mut().map(Box::as_mut),
        }
    }
}

impl From<Match> for LazyMatch {
    fn from(found: Match) -> LazyMatch {
        LazyMatch {
            single: None,
            full: OnceLock::from(Box::new(found)),
        }
    }
}

impl Deref for LazyMatch {
    type Target = Match;

    fn deref(&self) -> &Match {
        self.full.get_or_init(|| {
            let single = self.single.map(|(of, found)| of.full_match(found, 0));
            Box::new(single.unwrap_or_default())
        })
    }
}
