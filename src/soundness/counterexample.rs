//! Counterexamples: boards on which an unsound rule draws a false conclusion.

use qedoku_core::grid::{Candidate, Digit, Group, Puzzle};
use qedoku_core::lang::ir::Pattern;
use qedoku_core::matcher::{Match, Position, Value};

/// A board on which a rule is wrong.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The completed grid. All its candidates are live.
    pub grid: Vec<Digit>,
    /// The state in which the rule matches: givens and candidates.
    pub puzzle: Puzzle,
    /// The match.
    pub found: Match,
    /// The candidates of the solution that the rule eliminates.
    pub killed: Vec<Candidate>,
    /// The placed candidates that are not in the grid.
    pub misplaced: Vec<Candidate>,
    /// The indexes of the false conclusions.
    pub conclusions: Vec<usize>,
    /// The pattern with its relations expanded, and the values of its variables. `None` if the
    /// match was found without the expansion.
    pub written_out: Option<(Pattern, Vec<Value>)>,
}

impl Counterexample {
    /// The position in which the rule matches, with the derived truths of the match. The derived
    /// truths are true in the grid, so sound rules with guardians could have derived them.
    pub fn position(&self) -> Position {
        let position = Position::of(&self.puzzle);
        match self.found.derived.is_empty() {
            true => position,
            false => position.deriving(&self.found.derived),
        }
    }

    /// The names of the derived truths that the match uses: `r1c1=4|r2c7=5`. If only relations use
    /// derived truths, the names of all of them.
    pub fn used_truths(&self) -> Vec<String> {
        let position = self.position();
        let board = position.board();
        let is_used = |group: &Group| match self.found.used.is_empty() {
            true => board.is_derived(*group),
            false => self.found.used.contains(group),
        };
        let used = board.groups().filter(is_used);
        used.map(|group| board.group_name(group)).collect()
    }
}
