//! Cores by deletion, with an incremental SAT solver.
//!
//! For a question ("can this candidate hold?") the result is minimal sets of truths that refute it.
//! Where unit propagation ends, the smallest such sets have a dozen truths, too many for an
//! exhaustive search. So truths are removed in random order while the rest still refutes the
//! assumption. BatSat answers thousands of such queries per state in microseconds each.
//! [Z3](crate::cores::question) confirms the result.

use batsat::{BasicSolver, Lit, SolverInterface, lbool};

use crate::cores::question::{Assumption, Question};
use crate::state::graph::Graph;
use qedoku_core::engine::Stop;
use qedoku_core::engine::random::Random;

/// A SAT solver with the exclusions of a graph and one switch per truth.
pub struct Deletion {
    solver: BasicSolver,
    candidates: Vec<Lit>,
    switches: Vec<Lit>,
}

/// Limits of the search for small cores of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeletionLimits {
    /// Maximum number of truths in a core.
    pub size: usize,
    /// Number of random orders in which truths are removed.
    pub restarts: usize,
}

impl Deletion {
    /// Adds the clauses of a graph to the solver.
    pub fn new(graph: &Graph) -> Deletion {
        let mut solver = BasicSolver::default();
        let mut literal = || Lit::new(solver.new_var_default(), true);
        let candidates: Vec<Lit> = graph.candidates().iter().map(|_| literal()).collect();
        let switches: Vec<Lit> = graph.truths().iter().map(|_| literal()).collect();
        for a in 0..candidates.len() {
            for b in graph.excluded(a).iter().filter(|&b| b > a) {
                solver.add_clause_reuse(&mut vec![!candidates[a], !candidates[b]]);
            }
        }
        for (truth, &switch) in graph.truths().iter().zip(&switches) {
            let mut clause: Vec<Lit> = truth.domain.iter().map(|c| candidates[c]).collect();
            clause.push(!switch);
            solver.add_clause_reuse(&mut clause);
        }
        Deletion {
            solver,
            candidates,
            switches,
        }
    }

    /// A subset of the truths that refutes the assumption. `None` if all truths together do not
    /// refute it.
    pub fn core(&mut self, question: Question, truths: &[usize]) -> Option<Vec<usize>> {
        let candidate = self.candidates[question.candidate];
        let assumed = match question.assume {
            Assumption::Holds => candidate,
            Assumption::Fails => !candidate,
        };
        let mut assumptions = vec![assumed];
        assumptions.extend(truths.iter().map(|&truth| self.switches[truth]));
        if self.solver.solve_limited(&assumptions) != lbool::FALSE {
            return None;
        }
        let needed = |&truth: &usize| {
            let variable = self.switches[truth].var();
            self.solver.unsat_core_contains_var(variable)
        };
        Some(truths.iter().copied().filter(needed).collect())
    }

    /// Reduces a core until no truth can be removed. Tries the last truths first.
    pub fn minimal(&mut self, question: Question, core: Vec<usize>) -> Vec<usize> {
        let mut kept = core;
        let mut position = kept.len();
        while position > 0 {
            position -= 1;
            let mut less = kept.clone();
            less.remove(position);
            if let Some(smaller) = self.core(question, &less) {
                position = position.min(smaller.len());
                kept = smaller;
            }
        }
        kept.sort_unstable();
        kept
    }

    /// The smallest cores found in `limits.restarts` attempts, in order. Empty if the truths have
    /// no core within the size limit.
    pub fn smallest(
        &mut self,
        question: Question,
        truths: &[usize],
        limits: DeletionLimits,
        random: &mut Random,
        stop: &Stop,
    ) -> Vec<Vec<usize>> {
        let mut found: Vec<Vec<usize>> = Vec::new();
        for _ in 0..limits.restarts {
            if stop.now() {
                break;
            }
            let order = random.order(truths.len());
            let shuffled: Vec<usize> = order.into_iter().map(|i| truths[i]).collect();
            let Some(core) = self.core(question, &shuffled) else {
                break;
            };
            let core = self.minimal(question, core);
            let least = found.first().map_or(limits.size, Vec::len);
            if core.len() < least {
                found.clear();
            }
            if core.len() <= least && !found.contains(&core) {
                found.push(core);
            }
        }
        found.sort();
        found
    }
}
