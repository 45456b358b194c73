//! The engine: rules first, search where no rule fires, and grades that are a property of
//! the puzzle.

#[path = "engine/collections.rs"]
mod collections;
mod common;
#[path = "engine/grades.rs"]
mod grades;
#[path = "engine/options.rs"]
mod options;
#[path = "engine/uniqueness.rs"]
mod uniqueness;

use std::sync::LazyLock;

use qedoku::engine::{Solver, Strategy};
use qedoku::grid::Board;
use qedoku::lang::{Library, standard_library};

static LIBRARY: LazyLock<Library> =
    LazyLock::new(|| standard_library().expect("the standard library loads"));

/// A solver of 9x9 puzzles with the standard library.
fn solver(strategy: Strategy) -> Solver<'static> {
    Solver::new(&Board::sudoku(common::NINE), &LIBRARY, strategy)
}

const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
