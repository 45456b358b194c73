//! Exchanges of givens lead to other puzzles with one solution.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::HARD;
use qedoku_core::engine::make::{GivenPlan, Symmetry, exchange};
use qedoku_core::engine::minimal::{GivenNeed, Needs};
use qedoku_core::engine::random::Random;
use qedoku_core::engine::search::{Limits, Outcome, Search};
use qedoku_core::grid::{Board, Puzzle};
use qedoku_tests::{NINE, puzzle};

/// Number of exchanges tried.
const TRIES: u64 = 400;

fn exchanged(plan: &GivenPlan, from: &Puzzle) -> Vec<Puzzle> {
    let tries = (0..TRIES).map(Random::new);
    tries
        .filter_map(|mut random| exchange(plan, from, &mut random))
        .collect()
}

fn has_one_solution(puzzle: &Puzzle) -> bool {
    let mut search = Search::new(&puzzle.board, Limits::default());
    matches!(search.solve(&puzzle.state()), Outcome::Unique(_))
}

/// The number of givens of the first puzzle that the second one does not have.
fn lost(before: &Puzzle, after: &Puzzle) -> usize {
    let pairs = before
        .givens
        .iter()
        .flatten()
        .zip(after.givens.iter().flatten());
    { pairs }
        .filter(|(old, new)| old.is_some() && old != new)
        .count()
}

#[test]
fn exchanged_puzzles_are_new_minimal_and_near() {
    let before = puzzle(NINE, HARD);
    let plan = GivenPlan::free(&before.board);
    let found = exchanged(&plan, &before);
    let lines: BTreeSet<Option<String>> = found.iter().map(Puzzle::line).collect();
    assert!(lines.len() > 15, "{} of {}", lines.len(), found.len());
    assert!(!lines.contains(&before.line()));
    let mut near = 0;
    for after in &found {
        assert!(has_one_solution(after), "{:?}", after.line());
        let mut needs = Needs::new(&after.board, Limits::default());
        let given = after.given_cells();
        for cell in after.board.cells().filter(|cell| given[cell.index()]) {
            assert_eq!(
                needs.of(after, cell),
                GivenNeed::Needed,
                "{:?}",
                after.line()
            );
        }
        near += usize::from(lost(&before, after) <= 3);
    }
    assert!(near * 4 > found.len(), "{near} of {}", found.len());
}

#[test]
fn exchanged_puzzles_fit_the_plan() {
    let before = puzzle(
        NINE,
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    );
    let board = Board::sudoku(NINE);
    let mut plan = GivenPlan::new(&board, Symmetry::Rotational, &|_| true);
    plan.minimal = false;
    plan.clues = RangeInclusive::new(28, 32);
    let found = exchanged(&plan, &before);
    assert!(found.len() > 5, "{}", found.len());
    let clues: BTreeSet<usize> = found.iter().map(Puzzle::clues).collect();
    assert!(
        clues.len() > 1 && clues.iter().all(|n| plan.clues.contains(n)),
        "{clues:?}"
    );
    for after in found {
        assert!(has_one_solution(&after), "{:?}", after.line());
        let given = after.given_cells();
        let mut back = given.clone();
        back.reverse();
        assert_eq!(given, back, "{:?}", after.line());
    }
}
