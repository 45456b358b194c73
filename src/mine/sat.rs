//! Cores by deletion, on a SAT solver that keeps what it has learned.
//!
//! Takes the graph of a state, gives for a question ("what if this candidate held?") sets of truths that cannot all be met, none of
//! which can do without any of its truths. Where unit propagation ends, the smallest such sets have a dozen truths, which no search through
//! all sets reaches: so truths are left out in random orders, as long as the rest still refutes the question. BatSat is asked
//! thousands of times a state, and answers in microseconds; what it finds is confirmed by [Z3](crate::core).

use batsat::{BasicSolver, Lit, SolverInterface, lbool};

use super::core::{Assumption, Question};
use super::graph::Graph;
use qedoku_core::engine::Stop;
use qedoku_core::engine::random::Random;

/// A SAT solver with the exclusions of a graph, and a switch for each of its truths.
pub struct Deletion {
    solver: BasicSolver,
    candidates: Vec<Lit>,
    switches: Vec<Lit>,
}

/// How hard to look for small cores of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeletionLimits {
    /// The most truths of a core.
    pub size: usize,
    /// In how many orders truths are left out.
    pub restarts: usize,
}

impl Deletion {
    /// Tells the solver about a graph.
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

    /// Of these truths, some that refute the question; `None` if they do not.
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

    /// Of truths that refute the question, some of which none can be left out. Those that come last go first.
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

    /// The smallest cores that so many restarts find, in order; none if the question has no core among these truths, or none
    /// that is small enough.
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
