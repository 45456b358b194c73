//! The consequences of one candidate, each with its reason: the data that
//! [`nets`](crate::matcher::relation::net) fills in.
//!
//! Suppose r1c1=5 leaves row 4 one place for 5, and that place leaves a cell one digit. Then both
//! are forced, and the second rests on the first. Each eliminated candidate records the forced
//! candidate that excludes it.

use crate::grid::{Candidate, Group};

/// A candidate that a net takes as true.
#[derive(Clone, Debug)]
pub struct NetStep {
    /// The candidate.
    pub candidate: Candidate,
    /// The truth whose other candidates are eliminated; `None` for the start of the net.
    pub truth: Option<Group>,
    /// As bits: this candidate and the forced candidates that it rests on. The start of the net is
    /// left out.
    pub rests_on: Vec<u64>,
    /// Number of candidates in `rests_on`.
    pub size: u32,
}

/// All consequences of a candidate.
#[derive(Debug)]
pub struct CandidateNet {
    /// The candidates taken as true, in the order in which they are forced. The start of the net
    /// comes first.
    pub forced: Vec<NetStep>,
    /// By candidate: the forced candidate that excludes it.
    pub by: Vec<Option<u16>>,
}

impl CandidateNet {
    /// The forced candidate that excludes the candidate.
    pub fn excluder(&self, candidate: Candidate) -> Option<&NetStep> {
        Some(&self.forced[usize::from(self.by[candidate.index()]?)])
    }
}
