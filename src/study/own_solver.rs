//! Qedoku's own methods: rules first and search last, and search alone.
//!
//! The outcome has the number of steps, the techniques, the length of the proof, and the grade if
//! the path works in rounds.

use qedoku_core::engine::search::{Limits, Outcome as Searched, Search};
use qedoku_core::engine::{PathStep, Solver, Stop};
use qedoku_core::grid::{Digit, Puzzle};
use qedoku_core::proof::{Claim, Step};
use qedoku_core::report::grade::SEARCH_SCORE;

use crate::outcome::MethodOutcome;

/// The name of search among techniques and levels.
pub const SEARCH_WORD: &str = "search";

/// Solves a puzzle along the path of a solver.
pub fn by_rules(solver: &Solver<'_>, puzzle: &Puzzle) -> MethodOutcome {
    let mut outcome = MethodOutcome::of_givens(puzzle);
    let mut path = solver.path(puzzle);
    let (mut proof, mut refuted) = (0, 0);
    for step in path.by_ref() {
        outcome.steps += 1;
        proof += step.certificate().len() as u64;
        if let PathStep::Search(refutation) = &step {
            outcome.backtracks += refutation.supposes() as u64;
            refuted += 1;
        }
    }
    let mut level = "";
    let mut score = refuted * SEARCH_SCORE;
    for (technique, tally) in solver.techniques().zip(path.tallies()) {
        if tally.rounds > 0 {
            level = technique.level.word();
            score += u64::from(tally.steps) * u64::from(technique.score);
            let used = outcome.used.entry(technique.name()).or_default();
            *used += u64::from(tally.steps);
        }
    }
    if refuted > 0 {
        level = SEARCH_WORD;
        outcome.used.insert(SEARCH_WORD.to_owned(), refuted);
    }
    let grid = match path.claim() {
        Claim::Unique(grid) => Some(grid),
        _ => None,
    };
    settle(&mut outcome, grid);
    outcome.proof = Some(proof);
    outcome.grade = Some((level.to_owned(), score));
    outcome
}

/// Proves the solution by singles and search alone.
pub fn by_search(puzzle: &Puzzle, limit: u64, stop: &Stop) -> MethodOutcome {
    let mut outcome = MethodOutcome::of_givens(puzzle);
    let mut search = Search::new(&puzzle.board, Limits { supposes: limit });
    search.stop_when(stop.clone());
    let searched = search.prove(&puzzle.state());
    let is_refuted = |step: &&Step| matches!(step, Step::Refuted(_));
    outcome.steps = search.tried();
    outcome.backtracks = search.steps.iter().filter(is_refuted).count() as u64;
    outcome.proof = Some(search.steps.len() as u64);
    let grid = match &searched {
        Searched::Unique(grid) => Some(grid),
        _ => None,
    };
    settle(&mut outcome, grid);
    outcome
}

fn settle(outcome: &mut MethodOutcome, grid: Option<&Vec<Digit>>) {
    if let Some(grid) = grid {
        outcome.solved = true;
        outcome.grid = grid.iter().map(|&digit| Some(digit)).collect();
    }
}
