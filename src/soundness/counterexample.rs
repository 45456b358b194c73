//! Counterexamples: boards on which an unsound rule draws a false conclusion.

use qedoku_core::grid::{Candidate, Digit, Puzzle};
use qedoku_core::lang::ir::Pattern;
use qedoku_core::matcher::{Match, Value};

/// A board on which a rule is wrong.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The completed grid. All its candidates are live.
    pub grid: Vec<Digit>,
    /// The state in which the rule matches: givens and candidates.
    pub puzzle: Puzzle,
    /// The match.
    pub found: Match,
    /// The candidates of the grid that it eliminates.
    pub killed: Vec<Candidate>,
    /// The placed candidates that are not in the grid.
    pub misplaced: Vec<Candidate>,
    /// The indexes of the false conclusions.
    pub conclusions: Vec<usize>,
    /// The pattern with its relations expanded, and the values of its variables, if the match was
    /// found this way.
    pub written_out: Option<(Pattern, Vec<Value>)>,
}
