//! Stuck states: the states in which no rule of a library fires.
//!
//! The solution of the puzzle tells which candidates can be refuted.

use qedoku_core::engine::search::{Limits, Outcome, Search};
use qedoku_core::engine::{Pace, Solver, Stop, Strategy};
use qedoku_core::grid::{Candidate, Puzzle};
use qedoku_core::matcher::Position;

/// A puzzle with exactly one solution, to be mined.
#[derive(Clone, Debug)]
pub struct Mineable {
    /// The position from which solving starts.
    pub start: Position,
    /// The candidates of the solution.
    pub solution: Vec<Candidate>,
}

/// The reason why a puzzle is not mined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SkipReason {
    /// The puzzle has no solution.
    NoSolution,
    /// The puzzle has more than one solution.
    SeveralSolutions,
    /// The search reached its limit before the number of solutions was known.
    TooHard,
}

impl Mineable {
    /// Solves the puzzle and checks that it has exactly one solution.
    pub fn new(puzzle: &Puzzle) -> Result<Mineable, SkipReason> {
        let board = &puzzle.board;
        let mut search = Search::new(board, Limits::default());
        match search.solve(&puzzle.state()) {
            Outcome::Unique(digits) => {
                let held = board.cells().zip(digits);
                Ok(Mineable {
                    start: Position::of(puzzle),
                    solution: held.map(|(cell, d)| board.candidate(cell, d)).collect(),
                })
            }
            Outcome::None(_) => Err(SkipReason::NoSolution),
            Outcome::Many(..) => Err(SkipReason::SeveralSolutions),
            Outcome::GaveUp => Err(SkipReason::TooHard),
        }
    }
}

/// Runs the rules until none fires or `stop` is due. `None` if they solve the puzzle.
pub fn stuck(solver: &Solver<'_>, mut position: Position, stop: &Stop) -> Option<Position> {
    let strategy = Strategy {
        stop: stop.clone(),
        ..Strategy::from(Pace::Round)
    };
    solver.run_at(strategy, &mut position, |_| ());
    (!position.is_complete()).then_some(position)
}
