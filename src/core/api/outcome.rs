//! Outcomes: the result that the steps of a puzzle prove.

use std::fmt;

use super::proof::Proof;
use super::puzzle::Grid;
use super::step::Step;
use crate::grid::Board;
use crate::proof::Claim;

/// The proved statement about a puzzle.
///
/// ```
/// use qedoku_core::{Outcome, Puzzle, Rules, Solver};
///
/// let solver = Solver::new(&Rules::standard());
/// let several: Puzzle = "1...............".parse()?;
/// assert!(matches!(solver.solve(&several).outcome(), Outcome::Many(..)));
/// let none: Puzzle = "123....4........".parse()?;
/// assert_eq!(*solver.solve(&none).outcome(), Outcome::NoSolution);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// This is the only solution.
    Unique(Grid),
    /// There is no solution.
    NoSolution,
    /// Two of several solutions.
    Many(Grid, Grid),
    /// The steps ended before anything was proved: no rule applied, or the work was cancelled.
    Open,
}

impl Outcome {
    pub(super) fn of(board: &Board, claim: &Claim) -> Outcome {
        match claim {
            Claim::Unique(grid) => Outcome::Unique(Grid::of(board, grid)),
            Claim::Many(one, other) => Outcome::Many(Grid::of(board, one), Grid::of(board, other)),
            Claim::None(_) | Claim::NoFilling(_) => Outcome::NoSolution,
            Claim::Open => Outcome::Open,
        }
    }
}

/// The reason why a puzzle has no next step. `Display` writes a sentence.
///
/// ```
/// use qedoku_core::{NoStep, Puzzle, Rules, Solver};
///
/// let solved: Puzzle = "1234341243212143".parse()?;
/// let reason = Solver::new(&Rules::standard()).next_step(&solved).expect_err("no step");
/// assert_eq!(reason, NoStep::Solved);
/// assert_eq!(reason.to_string(), "The puzzle is solved.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoStep {
    /// Every cell has its digit.
    Solved,
    /// No rule applies.
    Stuck,
    /// The work was cancelled.
    Cancelled,
    /// The puzzle has no solution.
    NoSolution,
    /// The puzzle has several solutions.
    Many,
}

impl fmt::Display for NoStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoStep::Solved => "The puzzle is solved.",
            NoStep::Stuck => "No rule applies here.",
            NoStep::Cancelled => "The search was cancelled before a step was found.",
            NoStep::NoSolution => "The puzzle has no solution.",
            NoStep::Many => "The puzzle has more than one solution.",
        })
    }
}

impl std::error::Error for NoStep {}

/// The solution of a puzzle: the outcome, the steps and the proof.
///
/// ```
/// use qedoku_core::{Puzzle, Rules, Solver};
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let solution = Solver::new(&Rules::standard()).solve(&puzzle);
/// for step in solution.steps() {
///     println!("{step}");
/// }
/// let proof = solution.proof().to_string();
/// assert!(qedoku_check::check(proof.as_bytes()).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solution {
    pub(super) outcome: Outcome,
    pub(super) steps: Vec<Step>,
    pub(super) proof: Proof,
}

impl Solution {
    /// The outcome that the steps prove.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// The steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The proof of the outcome.
    pub fn proof(&self) -> &Proof {
        &self.proof
    }
}
