//! The steps of a path, and the observer of their search.

use super::layouts::LayoutStep;
use super::refutation::Refutation;
use super::solver::{RuleStep, TechniqueId};
use crate::grid::{Candidate, Digit};
use crate::proof::Step;

/// A step of a path.
#[derive(Clone, Debug)]
pub enum PathStep {
    /// A step of a technique.
    Rule(RuleStep),
    /// No technique fires, and the layouts of digits refute candidates.
    Layouts(LayoutStep),
    /// No technique fires, and search refuted a candidate.
    Search(Refutation),
}

impl PathStep {
    /// The certificate of the step.
    pub fn certificate(&self) -> &[Step] {
        match self {
            PathStep::Rule(step) => &step.certificate,
            PathStep::Layouts(step) => &step.certificate,
            PathStep::Search(refutation) => &refutation.steps,
        }
    }

    /// The eliminated candidates, without the ones that a placement of the step excludes.
    pub fn eliminations(&self) -> &[Candidate] {
        match self {
            PathStep::Rule(step) => step.found.eliminations(),
            PathStep::Layouts(step) => &step.eliminations,
            PathStep::Search(refutation) => std::slice::from_ref(&refutation.target),
        }
    }

    /// The candidates that the step places.
    pub fn placements(&self) -> &[Candidate] {
        match self {
            PathStep::Rule(step) => step.found.placements(),
            PathStep::Layouts(_) | PathStep::Search(_) => &[],
        }
    }
}

/// Observer for searches of techniques.
pub trait Observer {
    /// Called before a technique is searched or one of its steps is certified.
    fn begin(&mut self, technique: TechniqueId);
    /// Called after a search, with the number of matches.
    fn searched(&mut self, technique: TechniqueId, matches: usize);
    /// Called after a step is certified or rejected.
    fn certified(&mut self, technique: TechniqueId);
}

impl Observer for () {
    fn begin(&mut self, _: TechniqueId) {}
    fn searched(&mut self, _: TechniqueId, _: usize) {}
    fn certified(&mut self, _: TechniqueId) {}
}

/// The result of a search for solutions that is not part of the proof.
pub(super) enum KnownSolutions {
    Nothing,
    /// The search was too long.
    TooMuch,
    Solution(Vec<Digit>),
    NoSolution,
}
