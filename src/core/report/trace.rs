//! From a path to its proof: every step's certificate, annotated with the rule and its sentence.

use super::step::annotation;
use crate::engine::{Path, PathStep, Solver};
use crate::grid::Puzzle;
use crate::proof::{Claim, Header, Proof, Step};

/// Solves a puzzle and gives the proof.
pub fn prove(solver: &Solver<'_>, puzzle: &Puzzle) -> Proof {
    prove_path(solver, puzzle, &mut solver.path(puzzle))
}

/// Walks a path from its beginning to its end and gives the proof.
pub fn prove_path(solver: &Solver<'_>, puzzle: &Puzzle, path: &mut Path<'_, '_>) -> Proof {
    let steps: Vec<PathStep> = path.by_ref().collect();
    let mut proof = Proof {
        header: Header::of(puzzle),
        steps: Vec::new(),
        claim: path.claim().clone(),
    };
    for step in steps {
        let mut annotation = Some(annotation(solver, &step));
        let certificate = match step {
            PathStep::Rule(step) => step.certificate,
            PathStep::Search(refutation) => refutation.steps,
        };
        let certificate = certificate.into_iter();
        (proof.steps).extend(certificate.map(|step| (annotation.take(), step)));
    }
    let assumes = |(_, step): &(_, Step)| matches!(step, Step::Deadly(_));
    proof.header.assume_unique = proof.steps.iter().any(assumes);
    if proof.header.assume_unique && matches!(proof.claim, Claim::Many(..)) {
        // What was assumed is wrong. That there are two solutions needs no steps.
        proof.steps.clear();
        proof.header.assume_unique = false;
    }
    proof
}
