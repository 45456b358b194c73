//! A core where it was found: what a rule that is made of it is shown on.
//!
//! Mining gives sightings to whoever looks for an example: the state in which an X-wing was met, the candidate that it refutes and the
//! two rows that refute it.

use std::sync::Arc;

use qedoku_core::grid::{Candidate, Group, State};

/// A core in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// The puzzle.
    pub puzzle: String,
    /// The state, which many sightings may share.
    pub state: Arc<State>,
    /// How many candidates are open in it.
    pub open: usize,
    /// What is refuted.
    pub target: Candidate,
    /// By which truths.
    pub truths: Vec<Group>,
}
