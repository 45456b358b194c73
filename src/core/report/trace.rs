//! The proof of a path: the certificate of every step, annotated with the rule and its sentence.

use std::ops::Range;

use super::step::annotation;
use crate::engine::{Path, PathStep, Solver};
use crate::grid::Puzzle;
use crate::proof::{Claim, Proof};

/// Solves a puzzle and returns the proof.
pub fn prove(solver: &Solver<'_>, puzzle: &Puzzle) -> Proof {
    prove_path(solver, puzzle, &mut solver.path(puzzle))
}

/// Follows a path to its end and returns the proof.
pub fn prove_path(solver: &Solver<'_>, puzzle: &Puzzle, path: &mut Path<'_, '_>) -> Proof {
    let mut trace = Trace::of(puzzle);
    for step in path.by_ref() {
        trace.add(solver, step);
    }
    trace.finish(path.claim())
}

/// A proof that grows with the steps of a path.
pub struct Trace {
    proof: Proof,
}

impl Trace {
    /// The proof of a path that begins with this puzzle.
    pub fn of(puzzle: &Puzzle) -> Trace {
        Trace {
            proof: Proof::begin(puzzle),
        }
    }

    /// Adds the next step of the path. Returns the indexes of its lines in the proof, counted from
    /// 0.
    pub fn add(&mut self, solver: &Solver<'_>, step: PathStep) -> Range<usize> {
        let annotation = annotation(solver, &step);
        let certificate = match step {
            PathStep::Rule(step) => step.certificate,
            PathStep::Layouts(step) => step.certificate,
            PathStep::Search(refutation) => refutation.steps,
        };
        self.proof.add(annotation, certificate)
    }

    /// Completes the proof with the claim of the path.
    pub fn finish(self, claim: &Claim) -> Proof {
        self.proof.finish(claim.clone())
    }
}
