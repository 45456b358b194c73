//! Mistakes in a partly filled grid.
//!
//! For a puzzle or state without a solution, this finds the wrong entries. If the text
//! distinguishes givens from entries, the entries are compared with the solution of the givens.
//! Otherwise an entry is blamed if there is a solution without it.

use std::sync::Arc;

use super::minimal::without;
use super::search::{Limits, Outcome, Search};
use crate::grid::{Board, Candidate, Cell, Digit, Puzzle};

/// A mistake in a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// Entries that differ from the solution.
    Wrong(Vec<Candidate>),
    /// One of the listed entries is wrong: without any one of them there is a solution.
    OneOf(Vec<Candidate>),
    /// Candidates of the solution that the pencilmarks lack.
    Removed(Vec<Candidate>),
    /// No single entry is to blame.
    Several,
}

/// Limit of suppositions per search. Beyond it no mistake is reported.
const MISTAKE_LIMITS: Limits = Limits { supposes: 20_000 };

/// The mistake in a grid. `None` if the grid has a solution, or if the search gave up.
pub fn mistake(puzzle: &Puzzle) -> Option<Mistake> {
    let board = Arc::clone(&puzzle.board);
    let mut search = Search::new(&board, MISTAKE_LIMITS);
    let Outcome::None(_) = search.any(&puzzle.state()) else {
        return None;
    };
    let entries = entries(puzzle);
    let base = Puzzle::from_givens(Arc::clone(&board), entries.clone());
    let later = puzzle.givens.as_ref().filter(|givens| **givens != entries);
    if let Some(givens) = later {
        let begun = Puzzle::from_givens(Arc::clone(&board), givens.clone());
        if let Outcome::Unique(solution) = search.solve(&begun.state()) {
            let wrong: Vec<Candidate> = { filled(&board, &entries) }
                .filter(|&c| solution[board.cell_of(c).index()] != board.digit_of(c))
                .collect();
            if !wrong.is_empty() {
                return Some(Mistake::Wrong(wrong));
            }
        }
    }
    match search.solve(&base.state()) {
        Outcome::Unique(solution) => return Some(removed(puzzle, &solution)),
        Outcome::None(_) => {}
        Outcome::Many(..) | Outcome::GaveUp => return Some(Mistake::Several),
    }
    let blamed: Vec<Candidate> = { filled(&board, &entries) }
        .filter(|&c| {
            let less = without(&base, board.cell_of(c));
            matches!(search.any(&less.state()), Outcome::Unique(_))
        })
        .collect();
    Some(match blamed.len() {
        0 => Mistake::Several,
        1 => Mistake::Wrong(blamed),
        _ => Mistake::OneOf(blamed),
    })
}

/// The filled-in digits: givens and entries, or the cells with one candidate if the text does not
/// distinguish them.
fn entries(puzzle: &Puzzle) -> Vec<Option<Digit>> {
    let board = &*puzzle.board;
    let given = |cell: Cell| puzzle.givens.as_ref().and_then(|g| g[cell.index()]);
    let is_filled = |cell: Cell| (puzzle.filled.as_ref()).is_none_or(|f| f[cell.index()]);
    let single = |cell: Cell| {
        let mask = puzzle.pencilmarks.as_ref()?[cell.index()];
        let one = mask.is_power_of_two() && is_filled(cell);
        one.then(|| Digit::new(mask.trailing_zeros() as usize))
    };
    board
        .cells()
        .map(|cell| given(cell).or_else(|| single(cell)))
        .collect()
}

fn filled<'a>(
    board: &'a Board,
    entries: &'a [Option<Digit>],
) -> impl Iterator<Item = Candidate> + 'a {
    let candidate = |(cell, digit): (Cell, &Option<Digit>)| Some(board.candidate(cell, (*digit)?));
    board.cells().zip(entries).filter_map(candidate)
}

/// The candidates of the solution that are missing among the pencilmarks.
fn removed(puzzle: &Puzzle, solution: &[Digit]) -> Mistake {
    let board = &*puzzle.board;
    let state = puzzle.state();
    let of_solution = board.cells().zip(solution);
    let missing = of_solution
        .map(|(cell, &digit)| board.candidate(cell, digit))
        .filter(|&candidate| !state.is_live(board, candidate));
    Mistake::Removed(missing.collect())
}
