//! An occurrence of a core in a state, used for the examples of its rule.
//!
//! For an X-wing: the state, the eliminated candidate and the two rows that refute it.

use std::sync::Arc;

use qedoku_core::grid::{Candidate, Group, State};

/// A core in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The puzzle.
    pub puzzle: String,
    /// The state, which many occurrences may share.
    pub state: Arc<State>,
    /// Number of open candidates in the state.
    pub open: usize,
    /// The refuted candidate.
    pub target: Candidate,
    /// The truths that refute the candidate.
    pub truths: Vec<Group>,
}
