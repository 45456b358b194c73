//! Every match of a sound rule has a certificate.
//!
//! A match without a certificate is rejected: the rule or the engine is wrong. The test solves hard
//! puzzles with every rule of the library, including those on request, so that rules that use
//! truths also meet derived ones. By default it takes one puzzle of each collection, and all of
//! them with `QEDOKU_DOSE=all`.

use qedoku_core::engine::Solver;
use qedoku_core::grid::{Board, Puzzle};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::standard_library;
use qedoku_tests::dose::dosed_size;
use qedoku_tests::{NINE, collection, puzzle};

/// A puzzle in which colours meet the guardians of a tridagon. Both candidates of a pair of
/// guardians can hold, so no colour may pass through it.
const COLOURS_AND_GUARDIANS: &str =
    "......7.9456....23...2..64.2.56.8...38...4.6..64......5.8..23.664.5.3..8.........";

/// The rejected matches of a puzzle, as text.
fn refused(solver: &Solver<'_>, puzzle: &Puzzle) -> Vec<String> {
    let mut path = solver.path(puzzle);
    path.by_ref().for_each(drop);
    let techniques: Vec<&Technique> = solver.techniques().collect();
    let refused = path.refused().iter();
    let words = refused.map(|(id, why)| format!("{}: {why}", techniques[id.index()].title));
    words.collect()
}

#[test]
fn colours_do_not_pass_through_derived_truths() {
    let library = standard_library().expect("the standard library");
    let names = [
        "tridagon_guardians",
        "medusa_wrap",
        "medusa_trap",
        "medusa_emptied",
    ];
    let is_wanted = |t: &&Technique| !t.on_request || names.contains(&&*t.rule);
    let techniques = library.techniques.iter().filter(is_wanted);
    let puzzle = puzzle(NINE, COLOURS_AND_GUARDIANS);
    let solver = Solver::with(&puzzle.board, techniques).requesting(|_| true);
    assert_eq!(refused(&solver, &puzzle), [""; 0]);
}

/// Solves the puzzles of a collection and asserts that no match is rejected.
fn no_match_is_refused(collection_name: &str) {
    let Some(lines) = collection(collection_name) else {
        return;
    };
    let library = standard_library().expect("the standard library");
    let board = Board::sudoku(NINE);
    let solver = Solver::with(&board, &library.techniques).requesting(|_| true);
    let count = dosed_size(1).min(lines.len());
    for (at, line) in lines.iter().take(count).enumerate() {
        let puzzle = puzzle(NINE, line);
        let refused = refused(&solver, &puzzle);
        assert!(
            refused.is_empty(),
            "{collection_name} {}: {refused:#?}",
            at + 1
        );
        println!("{collection_name} {} of {count}", at + 1);
    }
    println!("{collection_name}: no match of {count} puzzles is refused");
}

#[test]
fn no_match_is_refused_in_te3() {
    no_match_is_refused("te3.txt");
}

#[test]
fn no_match_is_refused_in_te2() {
    no_match_is_refused("te2.txt");
}

#[test]
fn no_match_is_refused_in_hardest() {
    no_match_is_refused("hardest.txt");
}
