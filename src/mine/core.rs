//! Why a candidate is impossible: cores of truths, judged by Z3.
//!
//! Takes the graph of a state and a question ("what if this candidate held?", "what if it did
//! not?"), gives sets of truths that cannot all be met then. Exclusions are background; truths are
//! assumptions, so the solver is built once a state and answers every question about it.

use std::time::Duration;

use thiserror::Error;
use z3::ast::Bool;
use z3::{Params, SatResult, Solver};

use super::graph::Graph;
use qedoku_core::engine::Stop;
use qedoku_soundness::solver;

/// What is assumed of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assumption {
    /// It holds. Refuted, it is an elimination.
    Holds,
    /// It does not hold. Refuted, it is a placement.
    Fails,
}

/// A question about a candidate of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Question {
    /// The candidate, as a number of the graph.
    pub candidate: usize,
    /// What is assumed of it.
    pub assume: Assumption,
}

impl Question {
    /// What if the candidate held?
    pub fn holds(candidate: usize) -> Question {
        Question {
            candidate,
            assume: Assumption::Holds,
        }
    }

    /// What if the candidate did not hold?
    pub fn fails(candidate: usize) -> Question {
        Question {
            candidate,
            assume: Assumption::Fails,
        }
    }
}

/// Z3 came to no answer with the effort that it has for a question.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("Z3 does not know within {0} steps of its own")]
pub struct Undecided(u32);

/// How hard Z3 tries, in its own steps: the answer is the same on every machine, and a solver
/// with a time limit would start a thread for each question.
pub(super) const EFFORT: u32 = 20_000_000;

/// Z3 with the exclusions of a graph, and a switch for each of its truths.
pub struct Judge {
    solver: Solver,
    candidates: Vec<Bool>,
    switches: Vec<Bool>,
}

impl Judge {
    /// Tells Z3 about a graph.
    pub fn new(graph: &Graph) -> Judge {
        let solver = solver::any_logic();
        let mut params = Params::new();
        params.set_u32("rlimit", EFFORT);
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

    /// From now on, Z3 has so much time for each question as well.
    pub fn limit_time(&self, time: Duration) {
        let mut params = Params::new();
        params.set_u32("rlimit", EFFORT);
        let millis = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
        params.set_u32("timeout", millis.max(1));
        self.solver.set_params(&params);
    }

    /// A core among these truths, as Z3 finds it: small, but not the smallest. `None` if the
    /// assumption can be met.
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
            SatResult::Unknown => Err(Undecided(EFFORT)),
            SatResult::Unsat => {
                let core = self.solver.get_unsat_core();
                let used = |&v: &usize| core.contains(&self.switches[v]);
                Ok(Some(truths.iter().copied().filter(used).collect()))
            }
        }
    }

    /// Whether these truths refute the assumption.
    pub fn refutes(&self, question: Question, truths: &[usize]) -> Result<bool, Undecided> {
        Ok(self.core(question, truths)?.is_some())
    }

    /// Of a core, what is left when nothing more can be taken away. Truths that come last go
    /// first.
    pub fn minimal(&self, question: Question, core: &[usize]) -> Result<Vec<usize>, Undecided> {
        self.smaller(question, core, &Stop::default())
    }

    /// Of a core, what is left when nothing more can be taken away, or when it is time to stop.
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

    /// Whether the truths refute the assumption and no proper part of them does.
    pub fn confirms(&self, question: Question, core: &[usize]) -> Result<bool, Undecided> {
        Ok(self.refutes(question, core)? && self.minimal(question, core)?.len() == core.len())
    }
}
