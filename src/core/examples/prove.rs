//! Writes a proof that a puzzle has one solution, as a `.qed` file for any checker.
//!
//! `cargo run -p qedoku-core --example prove [PUZZLE] > puzzle.qed`

use std::error::Error;

use qedoku_core::{Puzzle, Rules, Solver};

/// The text of the proof.
pub fn proof(text: &str) -> Result<String, Box<dyn Error>> {
    let puzzle: Puzzle = text.parse()?;
    Ok(Solver::new(&Rules::standard()).prove(&puzzle).to_string())
}

fn main() -> Result<(), Box<dyn Error>> {
    let given = std::env::args().nth(1);
    let usual = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    print!("{}", proof(given.as_deref().unwrap_or(usual))?);
    Ok(())
}
