//! Code shared by the tests: a plain solver independent of the engine, seeded random numbers, and
//! the puzzle collections in and beside the project.

pub mod bases;
pub mod batch;
pub mod dose;
pub mod export;
pub mod isomorph;
pub mod plain_solver;
pub mod propagation;
pub mod random;
pub mod skips;

use std::path::{Path, PathBuf};

use proptest::prelude::ProptestConfig;
use qedoku_check::{Accepted, Verdict};
use qedoku_core::grid::{Board, Digit, Puzzle, Shape};

/// Returns the folder of the project.
pub fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_it = |folder: &&Path| folder.join("puzzles").is_dir();
    package.ancestors().find(is_it).expect("puzzles/ is there")
}

/// Returns the content of a file in the collections beside the project. If it is absent, records a
/// skip and returns `None`.
pub fn shared(name: &str) -> Option<Vec<u8>> {
    let path: PathBuf = root().join("../shared/data").join(name);
    let bytes = std::fs::read(path).ok();
    if bytes.is_none() {
        skips::skipped(&format!("../shared/data/{name} is not there"));
    }
    bytes
}

/// Returns the lines of a collection beside the project, or `None` if it is absent.
pub fn collection(name: &str) -> Option<Vec<String>> {
    Some(puzzle_lines(&String::from_utf8_lossy(&shared(name)?)))
}

/// Returns the lines of one of the project's own collections. `levels.sdm` has dozens of puzzles of
/// every level.
pub fn own_collection(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("puzzles").join(name));
    puzzle_lines(&text.unwrap_or_else(|error| panic!("puzzles/{name}: {error}")))
}

/// Returns the lines that are puzzles of 81 cells.
fn puzzle_lines(text: &str) -> Vec<String> {
    let is_puzzle = |line: &&str| line.len() >= 81 && !line.starts_with('#');
    text.lines().filter(is_puzzle).map(str::to_owned).collect()
}

/// Returns the puzzle of a line of n*n characters. The givens may conflict.
pub fn puzzle(shape: Shape, line: &str) -> Puzzle {
    let cells = shape.size() * shape.size();
    let givens = line.chars().take(cells).map(Digit::from_char).collect();
    Puzzle::from_givens(Board::sudoku(shape), givens)
}

/// Returns a configuration with this number of cases by default. Failures are printed and not saved
/// to files.
pub fn cases(usual: u32) -> ProptestConfig {
    ProptestConfig {
        cases: u32::try_from(dose::dosed(usual.into())).unwrap_or(u32::MAX),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// The usual 9x9 board.
pub const NINE: Shape = shape(3, 3);

/// Returns the shape with boxes of `height` rows and `width` columns.
pub const fn shape(height: usize, width: usize) -> Shape {
    Shape { height, width }
}

/// Returns every supported shape.
pub fn all_shapes() -> impl Iterator<Item = Shape> {
    let shapes = (1..=25).flat_map(|h| (1..=25).map(move |w| shape(h, w)));
    shapes.filter(|s| s.size() <= 25)
}

/// Checks a proof, and panics if it is not accepted.
pub fn accepted(text: &str) -> Accepted {
    match qedoku_check::check(text.as_bytes()).expect("reading from memory") {
        Verdict::Accepted(accepted) => accepted,
        other => panic!("{other}\n{}", excerpt(text)),
    }
}

/// Returns the first lines of a proof, for a message.
fn excerpt(text: &str) -> String {
    text.lines().take(60).map(|l| format!("{l}\n")).collect()
}
