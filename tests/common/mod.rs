//! What several tests share: a plain solver that knows nothing of the engine, seeded
//! randomness, and the puzzles in and beside the project.
#![allow(dead_code, reason = "no test needs all of it")]

pub mod export;
pub mod isomorph;
pub mod plain;
pub mod program;
pub mod propagation;
pub mod python;
pub mod random;

use std::path::{Path, PathBuf};

use proptest::prelude::ProptestConfig;
use qedoku::grid::{Board, Digit, Puzzle, Shape};
use qedoku_check::{Accepted, Verdict};

/// The folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A collection beside the project, one puzzle a line; `None`, with a message, if it is absent.
pub fn collection(name: &str) -> Option<Vec<String>> {
    let path: PathBuf = root().join("../shared/data").join(name);
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: the collection {name} is not there");
        return None;
    };
    let is_puzzle = |line: &&str| line.len() >= 81 && !line.starts_with('#');
    Some(text.lines().filter(is_puzzle).map(str::to_owned).collect())
}

/// A puzzle of one line of n*n characters, clashing givens and all.
pub fn puzzle(shape: Shape, line: &str) -> Puzzle {
    let cells = shape.size() * shape.size();
    let givens = line.chars().take(cells).map(Digit::from_char).collect();
    Puzzle::from_givens(Board::sudoku(shape), givens)
}

/// So many cases of a property; failures are printed, not kept in files.
pub fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// The usual 9x9 board.
pub const NINE: Shape = shape(3, 3);

/// A shape in short.
pub const fn shape(height: usize, width: usize) -> Shape {
    Shape { height, width }
}

/// Every shape that has a board.
pub fn all_shapes() -> impl Iterator<Item = Shape> {
    let shapes = (1..=25).flat_map(|h| (1..=25).map(move |w| shape(h, w)));
    shapes.filter(|s| s.size() <= 25)
}

/// Checks a proof that must be accepted.
pub fn accepted(text: &str) -> Accepted {
    match qedoku_check::check(text.as_bytes()).expect("reading from memory") {
        Verdict::Accepted(accepted) => accepted,
        other => panic!("{other}\n{}", excerpt(text)),
    }
}

/// The first lines of a proof, for a message.
fn excerpt(text: &str) -> String {
    text.lines().take(60).map(|l| format!("{l}\n")).collect()
}
