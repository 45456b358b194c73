//! Solves a puzzle and shows the certificate of each step.
//!
//! `cargo run -p qedoku-core --example solve [PUZZLE]`

use std::error::Error;

use qedoku_core::{Puzzle, Rules, Solver};

/// The steps of a puzzle, each as a sentence with the certificate that proves it.
pub fn steps(text: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let puzzle: Puzzle = text.parse()?;
    let solution = Solver::new(&Rules::standard()).solve(&puzzle);
    let steps = solution.steps().iter();
    let steps = steps.map(|step| format!("{step}\n  {}", step.certificate().join("\n  ")));
    Ok(steps.collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let given = std::env::args().nth(1);
    let usual = "9.347.2.88..39174..7.82..39..97.43....89.3.7.73.5.29..396158427187249653.4.637891";
    for step in steps(given.as_deref().unwrap_or(usual))? {
        println!("{step}");
    }
    Ok(())
}
