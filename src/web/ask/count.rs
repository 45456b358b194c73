//! `count`: the number of solutions, the cells in which they differ, true candidates and redundant
//! givens.
//!
//! A setter sees the answer while typing. The quick part stops at the second solution. The deep
//! part searches for a solution with each candidate. Every solution found settles one candidate of
//! each cell, so a board with many solutions needs few searches.

use qedoku_core::engine::count;
use qedoku_core::engine::minimal::{GivenNeed, Needs};
use qedoku_core::engine::search::{Limits, Outcome, Search};
use qedoku_core::grid::{Board, Digit, Puzzle, State};
use serde::Serialize;
use serde_json::Value;

use crate::board::BoardView;
use crate::protocol::ApiError;
use crate::service::value;

/// Maximum number of suppositions for one of the searches.
const MAX_SUPPOSES: u64 = 200_000;

#[derive(Serialize)]
struct Counted {
    /// The number of solutions: 0, 1, or 2 for two or more.
    solutions: u64,
    /// Whether the search ended. Otherwise there may be more solutions.
    complete: bool,
    /// The solution, if it is the only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    /// The cells in which two solutions differ, counted from 0.
    differ: Vec<usize>,
    /// The candidates of each cell that occur in a solution, as masks. Present if `deep`.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<Vec<u32>>,
    /// The cells whose given is redundant. Present if `deep` and the solution is unique.
    #[serde(skip_serializing_if = "Option::is_none")]
    needless: Option<Vec<usize>>,
}

pub fn answer(view: &BoardView, deep: bool) -> Result<Value, ApiError> {
    let puzzle = view.puzzle()?;
    let board = &*puzzle.board;
    let limits = Limits {
        supposes: MAX_SUPPOSES,
    };
    let mut seen: Vec<Vec<Digit>> = Vec::new();
    let state = puzzle.state();
    let counted = count::count(board, &state, 2, limits, |grid| seen.push(grid.to_vec()));
    let is_unique = counted.complete && seen.len() == 1;
    let differ = match seen.as_slice() {
        [one, other] => (0..one.len()).filter(|&at| one[at] != other[at]).collect(),
        _ => Vec::new(),
    };
    value(&Counted {
        solutions: counted.solutions,
        complete: counted.complete || counted.solutions == 2,
        solution: is_unique.then(|| seen[0].iter().map(|digit| digit.to_char()).collect()),
        differ,
        candidates: deep.then(|| true_candidates(board, &state, &seen, limits)),
        needless: (deep && is_unique).then(|| needless(&puzzle, limits)),
    })
}

/// The candidates that occur in some solution. A candidate whose search gives up is included,
/// because it is not refuted.
fn true_candidates(board: &Board, state: &State, seen: &[Vec<Digit>], limits: Limits) -> Vec<u32> {
    let mut found = vec![0u32; board.cell_count()];
    let mark = |found: &mut [u32], grid: &[Digit]| {
        for (mask, digit) in found.iter_mut().zip(grid) {
            *mask |= 1 << digit.index();
        }
    };
    for grid in seen {
        mark(&mut found, grid);
    }
    for cell in board.cells() {
        let mut open = state.digits(board, cell) & !found[cell.index()];
        while open != 0 {
            let digit = Digit::new(open.trailing_zeros() as usize);
            let mut with = state.clone();
            with.place(board, board.candidate(cell, digit));
            match Search::new(board, limits).solve(&with) {
                Outcome::Unique(grid) => mark(&mut found, &grid),
                Outcome::Many(one, other) => {
                    mark(&mut found, &one);
                    mark(&mut found, &other);
                }
                Outcome::None(_) => {}
                Outcome::GaveUp => found[cell.index()] |= 1 << digit.index(),
            }
            open &= !(1 << digit.index()) & !found[cell.index()];
        }
    }
    found
}

/// The givens without which the solution is still the only one.
fn needless(puzzle: &Puzzle, limits: Limits) -> Vec<usize> {
    let Some(givens) = &puzzle.givens else {
        return Vec::new();
    };
    // Entries and eliminations of the player are not part of the puzzle.
    let plain = Puzzle::from_givens(puzzle.board.clone(), givens.clone());
    let mut needs = Needs::new(&puzzle.board, limits);
    let mut is_spare = |cell| needs.of(&plain, cell) == GivenNeed::Spare;
    let given = puzzle.board.cells().filter(|c| givens[c.index()].is_some());
    let spare = given.filter(|&cell| is_spare(cell));
    spare.map(|cell| cell.index()).collect()
}
