//! Solves a puzzle on a custom board: 4x4 cells whose two diagonals also contain every digit.
//!
//! `cargo run -p qedoku-core --example own_board`

use std::error::Error;

use qedoku_core::engine::{Solver, Strategy};
use qedoku_core::grid::{Board, Puzzle, Shape};
use qedoku_core::lang::standard_library;
use qedoku_core::report::step::sentence;

/// The steps of a puzzle on that board. Rules about houses apply to the diagonals without any
/// change.
pub fn steps(givens: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let shape = Shape {
        height: 2,
        width: 2,
    };
    let plain = Board::sudoku(shape);
    let falling = (0..4).map(|i| plain.cell(i, i)).collect();
    let rising = (0..4).map(|i| plain.cell(3 - i, i)).collect();
    let board = Board::with_extra_houses(shape, vec![falling, rising]);
    let given = |c: char| {
        c.to_digit(10)
            .and_then(|d| board.digits().nth(d as usize - 1))
    };
    let puzzle = Puzzle::from_givens(board.clone(), givens.chars().map(given).collect());
    let library = standard_library()?;
    let solver = Solver::new(&board, &library, Strategy::default());
    let steps = solver.path(&puzzle).map(|step| sentence(&solver, &step));
    Ok(steps.collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    for step in steps("12.43...........")? {
        println!("{step}");
    }
    Ok(())
}
