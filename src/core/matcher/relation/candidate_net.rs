//! What follows from one candidate, with the way to each of it: the data that
//! [`nets`](crate::matcher::relation::net) fills in.
//!
//! If r1c1=5 leaves row 4 one place for 5 and that leaves a cell one digit, these two are forced,
//! the second resting on the first; each candidate that falls on the way knows which of them
//! excludes it.

use crate::grid::{Candidate, Group};

/// A candidate that a net takes as true.
#[derive(Clone, Debug)]
pub struct NetStep {
    /// The candidate.
    pub candidate: Candidate,
    /// The truth that has no other left; none of the first end itself.
    pub truth: Option<Group>,
    /// Itself and all that it rests on, but the first end, as bits.
    pub rests_on: Vec<u64>,
    /// How many these are.
    pub size: u32,
}

/// All that follows from a candidate.
#[derive(Debug)]
pub struct CandidateNet {
    /// What is taken as true, in the order in which it is forced, the first end first.
    pub forced: Vec<NetStep>,
    /// By candidate: which of these excludes it.
    pub by: Vec<Option<u16>>,
}

impl CandidateNet {
    /// The forced candidate that excludes this one.
    pub fn excluder(&self, candidate: Candidate) -> Option<&NetStep> {
        Some(&self.forced[usize::from(self.by[candidate.index()]?)])
    }
}
