//! A step of a solution.

use std::fmt;
use std::sync::Arc;

use super::puzzle::Candidate;
use crate::engine::{PathStep, ReadySolver};
use crate::matcher::Position;
use crate::picture::{self, Look, Scene};
use crate::report::step::{annotation, name, sentence};

/// A step: placed or eliminated candidates, with the certificate that proves them. `Display`
/// writes the step as a sentence.
///
/// ```
/// use qedoku_core::{Puzzle, Rules, Solver};
///
/// let puzzle: Puzzle = "1234341243212.43".parse()?;
/// let step = Solver::new(&Rules::standard()).next_step(&puzzle).expect("a step");
/// assert_eq!(step.technique(), "Full House");
/// assert_eq!(step.placements()[0].to_string(), "r4c2=1");
/// assert!(step.to_string().starts_with("Full House: "));
/// assert_eq!(step.certificate(), ["single r4c2=1 : r4c2"]);
/// assert!(step.picture().starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Step {
    pub(super) solver: Arc<ReadySolver>,
    pub(super) before: Position,
    pub(super) givens: Arc<[bool]>,
    pub(super) step: PathStep,
}

impl Step {
    /// The title of the technique, such as `X-Wing`, or `Search`.
    pub fn technique(&self) -> &str {
        name(self.solver.solver(), &self.step)
    }

    /// The placed candidates.
    pub fn placements(&self) -> Vec<Candidate> {
        self.named(self.step.placements())
    }

    /// The eliminated candidates, without those that the placements exclude.
    pub fn eliminations(&self) -> Vec<Candidate> {
        self.named(self.step.eliminations())
    }

    /// The lines of the proof that certify the step.
    pub fn certificate(&self) -> Vec<String> {
        let board = self.before.board();
        let lines = self.step.certificate().iter();
        lines.map(|line| line.to_text(board)).collect()
    }

    /// A picture of the board before the step, as SVG.
    pub fn picture(&self) -> String {
        let scene = Scene {
            board: self.before.board(),
            state: self.before.state(),
            givens: &self.givens,
            certificate: self.step.certificate(),
            note: Some(&annotation(self.solver.solver(), &self.step)),
        };
        picture::draw(&scene, &Look::default())
    }

    fn named(&self, candidates: &[crate::grid::Candidate]) -> Vec<Candidate> {
        let board = self.before.board();
        let named = candidates.iter().map(|&it| Candidate::of(board, it));
        named.collect()
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sentence(self.solver.solver(), &self.step))
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Step({self})")
    }
}
