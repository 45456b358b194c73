//! Occurrence counts: how often rules fire where the library is stuck.
//!
//! A base solver takes each puzzle as far as it gets. For each counted rule, the result lists the
//! puzzles in which it fires there, and the puzzles in which it eliminates a candidate that no rule
//! of the library eliminates. Example: in how many of the hardest puzzles does a single-target
//! exocet fire, and in how many of them is every other rule silent?

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use crate::state::stuck_state::stuck;
use qedoku_core::engine::{Solver, Stop, TechniqueId};
use qedoku_core::grid::{Board, Candidate, Puzzle};
use qedoku_core::matcher::Position;

/// The puzzles in which a rule fires.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleOccurrence {
    /// The numbers of the puzzles in which the rule fires.
    pub fires: Vec<usize>,
    /// The puzzles in which it eliminates a candidate that no rule of the library eliminates.
    pub alone: Vec<usize>,
    /// The puzzles in which no rule of the library fires.
    pub silent: Vec<usize>,
    /// The rules that eliminate some of the same candidates, with the number of puzzles.
    pub also: BTreeMap<String, usize>,
    /// Number of candidates that the rule eliminates, over all puzzles.
    pub candidates: usize,
}

/// Result of the count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OccurrenceCount {
    /// Number of puzzles that the base rules solve.
    pub solved: usize,
    /// Number of puzzles on which the base rules are stuck.
    pub stuck: usize,
    /// The counted rules, in the order of the solver.
    pub rules: Vec<RuleOccurrence>,
}

/// The solvers of the count.
pub struct OccurrenceSolvers<'s, 'l> {
    /// The solver that brings puzzles to their stuck states.
    pub base: &'s Solver<'l>,
    /// The solver with every rule of the library that the base does not have.
    pub others: &'s Solver<'l>,
    /// The solver with the counted rules.
    pub counted: &'s Solver<'l>,
}

/// Counts occurrences until `stop` is due. Calls `done` after each puzzle.
pub fn occurrences(
    solvers: &OccurrenceSolvers<'_, '_>,
    puzzles: &[Puzzle],
    stop: &Stop,
    done: &(dyn Fn() + Sync),
) -> OccurrenceCount {
    let look = |puzzle: &Puzzle| {
        let seen = effects_of(solvers, puzzle, stop);
        done();
        seen
    };
    let seen: Vec<Option<PuzzleOccurrences>> = puzzles.par_iter().map(look).collect();
    let mut count = OccurrenceCount {
        rules: vec![RuleOccurrence::default(); solvers.counted.ids().count()],
        ..OccurrenceCount::default()
    };
    for (number, seen) in seen.into_iter().enumerate() {
        match seen {
            None => {}
            Some(PuzzleOccurrences::Solved) => count.solved += 1,
            Some(PuzzleOccurrences::Stuck(found)) => {
                count.stuck += 1;
                for (rule, found) in count.rules.iter_mut().zip(found) {
                    rule.add(number, found);
                }
            }
        }
    }
    count
}

impl RuleOccurrence {
    fn add(&mut self, puzzle: usize, found: Found) {
        if found.removed == 0 {
            return;
        }
        self.fires.push(puzzle);
        self.candidates += found.removed;
        if found.alone {
            self.alone.push(puzzle);
        }
        if found.silent {
            self.silent.push(puzzle);
        }
        for rule in found.also {
            *self.also.entry(rule).or_default() += 1;
        }
    }
}

/// The effect of a rule in one state.
#[derive(Default)]
struct Found {
    removed: usize,
    alone: bool,
    silent: bool,
    also: BTreeSet<String>,
}

enum PuzzleOccurrences {
    Solved,
    Stuck(Vec<Found>),
}

fn effects_of(
    solvers: &OccurrenceSolvers<'_, '_>,
    puzzle: &Puzzle,
    stop: &Stop,
) -> Option<PuzzleOccurrences> {
    let position = stuck(solvers.base, Position::of(puzzle), stop);
    if stop.now() {
        return None;
    }
    let Some(position) = position else {
        return Some(PuzzleOccurrences::Solved);
    };
    let counted = solvers.counted.ids();
    let gone: Vec<BTreeSet<Candidate>> = { counted }
        .map(|id| removes(solvers.counted, id, &position))
        .collect();
    let mut left = gone.clone();
    let mut silent = true;
    let mut found: Vec<Found> = (gone.iter())
        .map(|gone| Found {
            removed: gone.len(),
            ..Found::default()
        })
        .collect();
    for id in solvers.others.ids() {
        if stop.now() {
            return None;
        }
        // If no counted rule fires, the other rules are irrelevant.
        if gone.iter().all(BTreeSet::is_empty) {
            break;
        }
        let theirs = removes(solvers.others, id, &position);
        silent &= theirs.is_empty();
        for (left, found) in left.iter_mut().zip(&mut found) {
            let before = left.len();
            left.retain(|candidate| !theirs.contains(candidate));
            if left.len() < before {
                found.also.insert(solvers.others.technique(id).name());
            }
        }
    }
    for (left, found) in left.iter().zip(&mut found) {
        found.alone = !left.is_empty();
        found.silent = silent;
    }
    Some(PuzzleOccurrences::Stuck(found))
}

/// All candidates that a technique eliminates in a position, each with a certificate.
fn removes(solver: &Solver<'_>, id: TechniqueId, position: &Position) -> BTreeSet<Candidate> {
    let board: &Arc<Board> = position.board();
    let steps = solver.certified(id, position).filter_map(Result::ok);
    let gone = |step: qedoku_core::engine::RuleStep| {
        let placed = step.found.placements();
        let excluded = position.state().candidates(board);
        let mut gone: Vec<Candidate> = excluded
            .filter(|&c| placed.iter().any(|&p| board.exclude(p, c)))
            .collect();
        gone.extend(step.found.eliminations());
        gone
    };
    steps.flat_map(gone).collect()
}
