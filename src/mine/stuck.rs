//! Stuck states: where the rules of a library fire no more.
//!
//! Takes puzzles and a solver, gives the state in which the solver stops, with the solution that
//! tells which candidates are worth asking about.

use qedoku_core::engine::search::{Limits, Outcome, Search};
use qedoku_core::engine::{Pace, Solver, Stop, Strategy};
use qedoku_core::grid::{Candidate, Puzzle};
use qedoku_core::matcher::Position;

/// A puzzle with exactly one solution, to be mined.
#[derive(Clone, Debug)]
pub struct Mineable {
    /// The position it starts from.
    pub start: Position,
    /// The candidates that hold.
    pub solution: Vec<Candidate>,
}

/// Why a puzzle is not mined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skipped {
    /// It has no solution.
    NoSolution,
    /// It has more than one.
    SeveralSolutions,
    /// Whether it has one was not found out within the limit of the search.
    TooHard,
}

impl Mineable {
    /// Whether the puzzle has exactly one solution, and which.
    pub fn new(puzzle: &Puzzle) -> Result<Mineable, Skipped> {
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
            Outcome::None(_) => Err(Skipped::NoSolution),
            Outcome::Many(..) => Err(Skipped::SeveralSolutions),
            Outcome::GaveUp => Err(Skipped::TooHard),
        }
    }
}

/// Runs the rules until none fires, or until it is time to stop. `None` if that solves the puzzle.
pub fn stuck(solver: &Solver<'_>, mut position: Position, stop: &Stop) -> Option<Position> {
    let strategy = Strategy {
        stop: stop.clone(),
        ..Strategy::from(Pace::Round)
    };
    solver.run_at(strategy, &mut position, |_| ());
    (!position.is_complete()).then_some(position)
}
