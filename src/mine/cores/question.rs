//! Cores: sets of truths that refute an assumption about a candidate, decided by Z3.
//!
//! The input is the graph of a state and a [`Question`], such as "can r1c3=6 hold?". Exclusions are
//! background and truths are assumptions. One Z3 solver therefore answers every question about a
//! state.

use std::time::Duration;

use thiserror::Error;
use z3::ast::Bool;
use z3::{Params, SatResult, Solver};

use crate::state::graph::Graph;
use qedoku_core::engine::Stop;
use qedoku_soundness::solver;

/// The assumption made about a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assumption {
    /// The candidate holds. If refuted, the candidate is eliminated.
    Holds,
    /// The candidate is false. If refuted, the candidate is placed.
    Fails,
}

/// A question about a candidate of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Question {
    /// The candidate, as a number of the graph.
    pub candidate: usize,
    /// The assumption to refute.
    pub assume: Assumption,
}

impl Question {
    /// The question whether the candidate can hold.
    pub fn holds(candidate: usize) -> Question {
        Question {
            candidate,
            assume: Assumption::Holds,
        }
    }

    /// The question whether the candidate can be false.
    pub fn fails(candidate: usize) -> Question {
        Question {
            candidate,
            assume: Assumption::Fails,
        }
    }
}

/// Z3 gave no answer within its effort limit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("Z3 found no answer within {0} of its own steps")]
pub struct Undecided(u32);

/// Effort limit of Z3 per question, in Z3's own steps. The answer is therefore the same on every
/// machine. A time limit would start a thread for each question.
pub(super) const MAX_EFFORT: u32 = 20_000_000;

/// Z3 with the exclusions of a graph and one switch per truth.
pub struct Judge {
    solver: Solver,
    candidates: Vec<Bool>,
    switches: Vec<Bool>,
}

impl Judge {
    /// Asserts the exclusions and truths of a graph.
    pub fn new(graph: &Graph) -> Judge {
        let solver = solver::any_logic();
        let mut params = Params::new();
        params.set_u32("rlimit", MAX_EFFORT);
        solver.set_params(&params);
        let count = graph.candidates().len();
        let candidates: Vec<Bool> = (0..count)
            .map(|c| Bool::new_const(format!("candidate {c}")))
            .collect();
        for a in 0..count {
            for b in graph.excluded(a).iter().filter(|&b| b > a) {
                solver.assert(Bool::or(&[!&candidates[a], !&candidates[b]]));
            }
        }
        let mut switches = Vec::new();
        for (number, truth) in graph.truths().iter().enumerate() {
            let switch = Bool::new_const(format!("truth {number}"));
            let mut clause: Vec<Bool> =
                truth.domain.iter().map(|c| candidates[c].clone()).collect();
            clause.push(!&switch);
            solver.assert(Bool::or(&clause));
            switches.push(switch);
        }
        Judge {
            solver,
            candidates,
            switches,
        }
    }

    /// Adds a time limit for each further question.
    pub fn limit_time(&self, time: Duration) {
        let mut params = Params::new();
        params.set_u32("rlimit", MAX_EFFORT);
        let millis = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
        params.set_u32("timeout", millis.max(1));
        self.solver.set_params(&params);
    }

    /// A core among these truths as Z3 finds it: small, but not always the smallest. `None` if the
    /// truths do not refute the assumption.
    pub fn core(
        &self,
        question: Question,
        truths: &[usize],
    ) -> Result<Option<Vec<usize>>, Undecided> {
        let candidate = &self.candidates[question.candidate];
        let mut assumptions = vec![match question.assume {
            Assumption::Holds => candidate.clone(),
            Assumption::Fails => !candidate,
        }];
        assumptions.extend(truths.iter().map(|&v| self.switches[v].clone()));
        match self.solver.check_assumptions(&assumptions) {
            SatResult::Sat => Ok(None),
            SatResult::Unknown => Err(Undecided(MAX_EFFORT)),
            SatResult::Unsat => {
                let core = self.solver.get_unsat_core();
                let used = |&v: &usize| core.contains(&self.switches[v]);
                Ok(Some(truths.iter().copied().filter(used).collect()))
            }
        }
    }

    /// Whether the truths refute the assumption.
    pub fn refutes(&self, question: Question, truths: &[usize]) -> Result<bool, Undecided> {
        Ok(self.core(question, truths)?.is_some())
    }

    /// Reduces a core until no truth can be removed. Tries the last truths first.
    pub fn minimal(&self, question: Question, core: &[usize]) -> Result<Vec<usize>, Undecided> {
        self.smaller(question, core, &Stop::default())
    }

    /// Reduces a core until no truth can be removed or `stop` is set.
    pub fn smaller(
        &self,
        question: Question,
        core: &[usize],
        stop: &Stop,
    ) -> Result<Vec<usize>, Undecided> {
        let mut kept = core.to_vec();
        let mut position = kept.len();
        while position > 0 && !stop.now() {
            position -= 1;
            let mut without = kept.clone();
            without.remove(position);
            if let Some(smaller) = self.core(question, &without)? {
                position = position.min(smaller.len());
                kept = smaller;
            }
        }
        Ok(kept)
    }

    /// Whether the truths refute the assumption and no proper subset does.
    pub fn confirms(&self, question: Question, core: &[usize]) -> Result<bool, Undecided> {
        Ok(self.refutes(question, core)? && self.minimal(question, core)?.len() == core.len())
    }
}
