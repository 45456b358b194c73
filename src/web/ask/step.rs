//! Steps as the page lists them, each with a small proof from which it can be drawn and explained.

use qedoku_core::engine::{PathStep, RuleStep, Solver};
use qedoku_core::grid::{Board, Puzzle};
use qedoku_core::lang::ir::{Level, Technique};
use qedoku_core::proof::{Annotation, Claim, Header, Proof, Step};
use qedoku_core::report::explain;
use qedoku_core::report::grade::LAYOUT_SCORE;
use qedoku_core::report::step::{StepView, annotation};
use serde::Serialize;

/// A step.
#[derive(Debug, Serialize)]
pub struct Shown {
    /// The rule's name. `None` for a search.
    pub rule: Option<String>,
    /// The name of its technique.
    pub name: String,
    /// The level of its technique, or `search`.
    pub level: &'static str,
    /// The score of its technique.
    pub score: u32,
    /// The step as a sentence.
    pub sentence: String,
    /// The placed candidates.
    pub place: Vec<String>,
    /// The eliminated candidates.
    pub eliminate: Vec<String>,
    /// The index of its first line in the proof, counted from 0.
    pub from: usize,
    /// The number of its lines.
    pub count: usize,
    /// A proof of this step alone. `None` for a step of a path, which is part of the path's proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
}

impl Shown {
    /// A step of a path, without a proof of its own.
    pub fn of_path(solver: &Solver<'_>, step: &PathStep) -> Shown {
        let view = StepView::of(solver, step);
        let (level, score) = match step {
            PathStep::Rule(step) => of_technique(solver.technique(step.technique)),
            PathStep::Layouts(_) => (Level::Extreme.word(), LAYOUT_SCORE as u32),
            PathStep::Search(_) => ("search", 0),
        };
        Shown::new(view, level, score, step.certificate().len())
    }

    /// A step of a path that begins with this puzzle, with its own proof.
    pub fn alone(solver: &Solver<'_>, puzzle: &Puzzle, step: &PathStep) -> Shown {
        let note = annotation(solver, step);
        let proof = proof_of(puzzle, note, step.certificate());
        Shown {
            proof: Some(proof),
            ..Shown::of_path(solver, step)
        }
    }

    /// A step that a technique finds in a puzzle.
    pub fn of_rule(puzzle: &Puzzle, technique: &Technique, step: &RuleStep) -> Shown {
        let board: &Board = &puzzle.board;
        let view = StepView::of_rule(board, technique, step);
        let note = explain::annotation(board, technique, &step.found);
        let (level, score) = of_technique(technique);
        Shown {
            proof: Some(proof_of(puzzle, note, &step.certificate)),
            ..Shown::new(view, level, score, step.certificate.len())
        }
    }

    fn new(view: StepView, level: &'static str, score: u32, count: usize) -> Shown {
        Shown {
            rule: view.rule,
            name: view.name,
            level,
            score,
            sentence: view.sentence,
            place: view.place,
            eliminate: view.eliminate,
            from: 0,
            count,
            proof: None,
        }
    }
}

fn of_technique(technique: &Technique) -> (&'static str, u32) {
    (technique.level.word(), technique.score)
}

/// The proof of one step, without a claim about the puzzle.
fn proof_of(puzzle: &Puzzle, note: Annotation, certificate: &[Step]) -> String {
    let mut note = Some(note);
    let steps = certificate.iter().cloned();
    Proof {
        header: Header::of(puzzle).assuming_for(certificate),
        steps: steps.map(|step| (note.take(), step)).collect(),
        claim: Claim::Open,
    }
    .to_text()
}
