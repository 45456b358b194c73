//! `path`: all steps to the end, the live candidates after each, and the proof.

use std::collections::BTreeMap;

use qedoku_core::engine::Solver;
use qedoku_core::grid::{Board, Puzzle, State};
use qedoku_core::report::grade::claim_word;
use qedoku_core::report::trace::Trace;
use serde::Serialize;
use serde_json::Value;

use super::step::Shown;
use crate::board::BoardView;
use crate::protocol::{ApiError, SolveOptions};
use crate::service::{Service, value};

#[derive(Serialize)]
struct WholePath {
    /// `unique`, `none`, `many` or `open`.
    claim: &'static str,
    /// The solutions that prove the claim.
    solutions: Vec<String>,
    /// The live candidates of each cell before the first step.
    state: Vec<u32>,
    steps: Vec<StepOnPath>,
    /// The text of the proof.
    proof: String,
    /// Rules with matches that could not be certified, with their number. These matches were not
    /// applied.
    refused: BTreeMap<String, usize>,
}

#[derive(Serialize)]
pub struct StepOnPath {
    #[serde(flatten)]
    pub step: Shown,
    /// The cells that it changes, with their live candidates afterwards.
    pub changes: Vec<(usize, u32)>,
}

/// The progress of a path.
#[derive(Serialize)]
struct PathProgress<'a> {
    /// The number of steps so far.
    steps: usize,
    /// The name of the last one.
    name: &'a str,
}

pub fn answer(
    service: &mut Service,
    board: &BoardView,
    options: &SolveOptions,
    tell: &mut dyn FnMut(Value),
) -> Result<Value, ApiError> {
    let puzzle = board.puzzle()?;
    let strategy = service.strategy(options)?;
    let whole = service.with_solver(&puzzle.board, options, strategy, |solver| {
        whole_path(solver, &puzzle, tell)
    })?;
    value(&whole)
}

fn whole_path(solver: &Solver<'_>, puzzle: &Puzzle, tell: &mut dyn FnMut(Value)) -> WholePath {
    let mut path = solver.path(puzzle);
    let mut trace = Trace::of(puzzle);
    let first = cells(&puzzle.board, path.position().state());
    let mut state = first.clone();
    let mut steps = Vec::new();
    while let Some(step) = path.next() {
        let now = cells(&puzzle.board, path.position().state());
        let mut shown = Shown::of_path(solver, &step);
        let lines = trace.add(solver, step);
        (shown.from, shown.count) = (lines.start, lines.len());
        let progress = PathProgress {
            steps: steps.len() + 1,
            name: &shown.name,
        };
        tell(value(&progress).unwrap_or_default());
        steps.push(StepOnPath {
            step: shown,
            changes: changes(&state, &now),
        });
        state = now;
    }
    let claim = path.claim();
    let proof = trace.finish(claim);
    if proof.steps.is_empty() {
        steps.clear();
    }
    let mut refused = BTreeMap::new();
    for (index, _) in path.refused() {
        *refused
            .entry(solver.technique(*index).rule.to_string())
            .or_default() += 1;
    }
    WholePath {
        claim: claim_word(claim),
        solutions: claim.solutions(),
        state: first,
        steps,
        proof: proof.to_text(),
        refused,
    }
}

/// The live candidates of each cell, as masks.
pub fn cells(board: &Board, state: &State) -> Vec<u32> {
    board.cells().map(|c| state.digits(board, c)).collect()
}

/// The cells that differ, with their current candidates.
pub fn changes(before: &[u32], now: &[u32]) -> Vec<(usize, u32)> {
    let all = before.iter().zip(now).enumerate();
    all.filter(|(_, (a, b))| a != b)
        .map(|(cell, (_, &mask))| (cell, mask))
        .collect()
}
