//! A census: the puzzles in which unfillable patterns occur.
//!
//! For each pattern the result lists the puzzles that contain it with few guardians, and the
//! puzzles in which it eliminates a candidate. Nearly all puzzles with T&E depth 3 contain a
//! tridagon with at most four guardians.

use std::sync::Arc;

use rayon::prelude::*;

use super::cells::CellPattern;
use super::guardians::{GuardedSet, guarded_sets};
use crate::state::occurrence::Occurrence;
use qedoku_core::engine::Stop;
use qedoku_core::grid::{Board, Candidate, Cell, State};
use qedoku_core::matcher::Position;

/// A puzzle in the position in which the rules are stuck.
#[derive(Clone, Debug)]
pub struct CensusPuzzle {
    /// The puzzle, on one line.
    pub puzzle: String,
    /// The position in which the rules are stuck.
    pub position: Position,
}

/// The patterns of one puzzle.
#[derive(Clone, Debug)]
pub struct CensusEntry {
    /// Patterns of the puzzle, each with the fewest guardians found.
    pub guarded: Vec<GuardedSet>,
    /// Patterns that eliminate a candidate at once: the pattern, and the candidate that all its
    /// guardians exclude.
    pub occurrences: Vec<(usize, Occurrence)>,
}

impl CensusEntry {
    /// The minimum number of guardians over all patterns.
    pub fn fewest(&self) -> Option<usize> {
        self.guarded.iter().map(|g| g.guardians.len()).min()
    }
}

/// Searches for the patterns in every puzzle until `stop` is due.
pub fn census(
    patterns: &[CellPattern],
    digits: usize,
    most: usize,
    puzzles: &[CensusPuzzle],
    stop: &Stop,
) -> Vec<Option<CensusEntry>> {
    let entry = |puzzle: &CensusPuzzle| {
        if stop.now() {
            return None;
        }
        let board = puzzle.position.board();
        let state = puzzle.position.state();
        let guarded = guarded_sets(board, state, digits, patterns, most);
        let occurrences = (guarded.iter())
            .filter_map(|g| {
                let cells = (g.cells, &g.guardians[..]);
                let seen = guarded_occurrence(board, state, &puzzle.puzzle, cells)?;
                Some((g.pattern, seen))
            })
            .collect();
        Some(CensusEntry {
            guarded,
            occurrences,
        })
    };
    puzzles.par_iter().map(entry).collect()
}

/// An occurrence in which all guardians of some cells exclude a common candidate.
pub fn guarded_occurrence(
    board: &Arc<Board>,
    state: &State,
    puzzle: &str,
    (cells, guardians): (CellPattern, &[Candidate]),
) -> Option<Occurrence> {
    let excluded = |c: &Candidate| guardians.iter().all(|&g| board.exclude(g, *c));
    let is_open = |c: &Candidate| state.digits(board, board.cell_of(*c)).count_ones() > 1;
    let target = state
        .candidates(board)
        .find(|c| is_open(c) && excluded(c))?;
    let cells = cells.iter().map(Cell::new);
    Some(Occurrence {
        puzzle: puzzle.to_owned(),
        state: Arc::new(state.clone()),
        open: state.count(board),
        target,
        truths: cells.map(|cell| board.cell_group(cell)).collect(),
    })
}
