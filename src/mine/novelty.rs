//! Whether a mined rule is new: which rules of the library remove the same candidate in the same state.
//!
//! Takes a state in which some rules are known to be silent, gives the others that remove a candidate there, those on request too. A knot of four lines is no news
//! where templates find the same; a rule is new only if nothing does.

use std::sync::Arc;

use qedoku_core::engine::{Solver, Stop};
use qedoku_core::grid::Board;
use qedoku_core::grid::{Candidate, State};
use qedoku_core::matcher::Position;

/// What the library has to say of a candidate in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Novelty {
    /// No rule removes it.
    New,
    /// These rules remove it.
    FoundBy(Vec<String>),
    /// The time was over before all rules were asked.
    NotAsked,
}

impl Novelty {
    /// In words, about the candidate.
    pub fn words(&self, candidate: &str) -> String {
        match self {
            Novelty::New => format!(
                "New: no rule of the library, on request included, removes {candidate} there."
            ),
            Novelty::FoundBy(rules) => {
                format!(
                    "Not new: {candidate} is also removed by {}.",
                    rules.join(", ")
                )
            }
            Novelty::NotAsked => "Whether it is new was not found out in the time.".to_owned(),
        }
    }
}

/// Asks every rule of a solver but those that are known to be silent.
pub fn novelty(
    board: &Arc<Board>,
    solver: &Solver<'_>,
    silent: &[String],
    state: &State,
    target: Candidate,
    stop: &Stop,
) -> Novelty {
    let position = Position::new(Arc::clone(board), state.clone());
    let mut found = Vec::new();
    for id in solver.ids() {
        let name = solver.technique(id).name();
        if silent.contains(&name) {
            continue;
        }
        if stop.now() {
            return Novelty::NotAsked;
        }
        let mut matches = solver.matches(id, &position).into_iter();
        if matches.any(|m| m.eliminations.contains(&target)) {
            found.push(name);
        }
    }
    match found.is_empty() {
        true => Novelty::New,
        false => Novelty::FoundBy(found),
    }
}
