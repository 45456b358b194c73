//! The interface of the crate: owned types without lifetimes, for users of the library.
//!
//! `"53..7....6.. ...".parse::<Puzzle>()?` reads a puzzle, `Solver::new(&Rules::standard())` makes
//! a solver for puzzles of every size, and `solver.solve(&puzzle)` returns the outcome, the steps
//! and the proof. The types wrap those of the modules below, which the other crates of the project
//! use.

mod cancel;
mod grade;
mod outcome;
mod proof;
mod puzzle;
mod rules;
mod solver;
mod step;

pub use cancel::Cancel;
pub use grade::Grade;
pub use outcome::{NoStep, Outcome, Solution};
pub use proof::{Proof, ProofError};
pub use puzzle::{Candidate, Grid, Puzzle};
pub use rules::Rules;
pub use solver::{Solver, SolverBuilder, UnknownName};
pub use step::Step;
