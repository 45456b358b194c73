//! Solves a puzzle and shows the certificate of each step.
//!
//! `cargo run -p qedoku-core --example solve [PUZZLE]`

use std::error::Error;

use qedoku_core::{Solver, Source, Strategy, read_puzzle, sentence, standard_library};

/// The steps of a puzzle, each as a sentence with the certificate that proves it.
pub fn steps(text: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let library = standard_library()?;
    let puzzle = read_puzzle(&Source::new("the puzzle", text))?;
    let solver = Solver::new(&puzzle.board, &library, Strategy::default());
    let step = |step| {
        let words = sentence(&solver, &step);
        let certificate = step.certificate().iter();
        let certificate: Vec<String> = certificate.map(|c| c.to_text(&puzzle.board)).collect();
        format!("{words}\n  {}", certificate.join("\n  "))
    };
    Ok(solver.path(&puzzle).map(step).collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let given = std::env::args().nth(1);
    let usual = "9.347.2.88..39174..7.82..39..97.43....89.3.7.73.5.29..396158427187249653.4.637891";
    for step in steps(given.as_deref().unwrap_or(usual))? {
        println!("{step}");
    }
    Ok(())
}
