//! The engine applies rules first and searches where no rule fires; grades do not depend on the
//! form of the puzzle.

mod collections;
mod exchange;
mod grades;
mod options;
mod uniqueness;

use std::sync::LazyLock;

use qedoku_core::engine::{Solver, Strategy};
use qedoku_core::grid::Board;
use qedoku_core::lang::{Library, standard_library};

pub static LIBRARY: LazyLock<Library> =
    LazyLock::new(|| standard_library().expect("the standard library loads"));

/// Returns a solver of 9x9 puzzles with the standard library.
fn solver(strategy: Strategy) -> Solver<'static> {
    Solver::new(&Board::sudoku(qedoku_tests::NINE), &LIBRARY, strategy)
}

const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
