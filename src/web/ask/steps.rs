//! `steps`: every step that the rules find in a state, the simplest first, reported as they are
//! found.

use qedoku_app::steps::StepFilter;
use qedoku_core::engine::Solver;
use qedoku_core::matcher::Position;
use serde::Serialize;
use serde_json::Value;

use super::step::Shown;
use crate::board::BoardView;
use crate::protocol::{ApiError, SolveOptions};
use crate::service::{Service, value};

/// Maximum number of steps listed per technique. Further steps are counted.
const MAX_LISTED_STEPS: usize = 200;

/// The steps of one technique.
#[derive(Serialize)]
struct StepsProgress<'a> {
    /// The number of techniques searched so far.
    done: usize,
    /// The number of all techniques.
    of: usize,
    /// The name of the technique.
    name: &'a str,
    steps: Vec<Shown>,
}

#[derive(Serialize)]
struct FoundSteps {
    /// The number of steps listed.
    found: usize,
    /// The number of further steps.
    left_out: usize,
    /// The number of matches without a certificate, which are never steps.
    refused: usize,
}

pub fn answer(
    service: &mut Service,
    board: &BoardView,
    how: &SolveOptions,
    technique: Option<&str>,
    tell: &mut dyn FnMut(Value),
) -> Result<Value, ApiError> {
    let puzzle = board.puzzle()?;
    let library = service.library(&how.rules)?;
    let strategy = service.strategy(how)?;
    let filter = StepFilter {
        rule: technique,
        ..StepFilter::default()
    };
    let techniques = filter.techniques(&library, &puzzle.board, &strategy)?;
    let position = Position::of(&puzzle);
    let solver = Solver::with(&puzzle.board, techniques.iter().copied());
    let (mut found, mut left_out, mut refused) = (0, 0, 0);
    for (id, technique) in solver.ids().zip(&techniques) {
        let mut steps = Vec::new();
        for step in solver.certified(id, &position) {
            match step {
                Ok(step) if steps.len() < MAX_LISTED_STEPS => {
                    steps.push(Shown::of_rule(&puzzle, technique, &step));
                }
                Ok(_) => left_out += 1,
                Err(_) => refused += 1,
            }
        }
        found += steps.len();
        tell(value(&StepsProgress {
            done: id.index() + 1,
            of: techniques.len(),
            name: &technique.title,
            steps,
        })?);
    }
    value(&FoundSteps {
        found,
        left_out,
        refused,
    })
}
