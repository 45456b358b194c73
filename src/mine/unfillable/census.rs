//! In which puzzles the patterns are: a census.
//!
//! Takes patterns and positions, gives for each pattern the puzzles that have it with few guardians, and where it removes
//! something. Of the puzzles that need trial of three candidates, nearly all have a tridagon with at most four.

use std::sync::Arc;

use rayon::prelude::*;

use super::cells::CellPattern;
use super::guardians::{Guarded, guarded_sets};
use crate::sighting::Sighting;
use qedoku_core::engine::Stop;
use qedoku_core::grid::{Board, Candidate, Cell, State};
use qedoku_core::matcher::Position;

/// A puzzle as far as the rules go.
#[derive(Clone, Debug)]
pub struct CensusPuzzle {
    /// The puzzle, on one line.
    pub puzzle: String,
    /// Where the rules are stuck.
    pub position: Position,
}

/// What a puzzle has.
#[derive(Clone, Debug)]
pub struct CensusEntry {
    /// Its patterns, each with the fewest guardians that it has there.
    pub guarded: Vec<Guarded>,
    /// Where patterns remove something at once: the pattern, and what all its guardians exclude.
    pub sightings: Vec<(usize, Sighting)>,
}

impl CensusEntry {
    /// The fewest guardians that any pattern has.
    pub fn fewest(&self) -> Option<usize> {
        self.guarded.iter().map(|g| g.guardians.len()).min()
    }
}

/// Looks for the patterns in every puzzle; as far as it comes before it is time to stop.
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
        let sightings = (guarded.iter())
            .filter_map(|g| {
                let cells = (g.cells, &g.guardians[..]);
                let seen = guarded_sighting(board, state, &puzzle.puzzle, cells)?;
                Some((g.pattern, seen))
            })
            .collect();
        Some(CensusEntry { guarded, sightings })
    };
    puzzles.par_iter().map(entry).collect()
}

/// Where the guardians of some cells exclude something together.
pub fn guarded_sighting(
    board: &Arc<Board>,
    state: &State,
    puzzle: &str,
    (cells, guardians): (CellPattern, &[Candidate]),
) -> Option<Sighting> {
    let excluded = |c: &Candidate| guardians.iter().all(|&g| board.exclude(g, *c));
    let is_open = |c: &Candidate| state.digits(board, board.cell_of(*c)).count_ones() > 1;
    let target = state
        .candidates(board)
        .find(|c| is_open(c) && excluded(c))?;
    let cells = cells.iter().map(Cell::new);
    Some(Sighting {
        puzzle: puzzle.to_owned(),
        state: Arc::new(state.clone()),
        open: state.count(board),
        target,
        truths: cells.map(|cell| board.cell_group(cell)).collect(),
    })
}
