//! Counting the solutions of a state, up to a limit.
//!
//! The search places singles and then tries each candidate of the truth with the fewest. Every
//! solution has exactly one of them, so none is found twice.

use super::search::{Ended, Limits, Search};
use crate::grid::{Board, Candidate, Digit, State};
use crate::propagate::{Levels, StateLevels};

/// Result of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Number of solutions found.
    pub solutions: u64,
    /// Whether the list has all solutions of the puzzle.
    pub complete: bool,
}

/// Counts the solutions of a state and passes each to `see`. Stops after `most` solutions or at the
/// limit of suppositions.
pub fn count(
    board: &Board,
    state: &State,
    most: u64,
    limits: Limits,
    mut see: impl FnMut(&[Digit]),
) -> Counted {
    let mut search = Search::new(board, limits);
    let mut levels = StateLevels::default();
    levels.start(board, state);
    let mut solutions = 0;
    let complete = match search.settle(&mut levels, 0) {
        Err(_) => true,
        Ok(()) => from(&mut search, &mut levels, 0, &mut |solution| {
            // A solution beyond the requested number shows that the count is incomplete.
            if solutions == most {
                return false;
            }
            solutions += 1;
            see(solution);
            true
        }),
    };
    Counted {
        solutions,
        complete,
    }
}

/// Visits the solutions of the state at this depth. Returns `false` if the visit was ended.
fn from(
    search: &mut Search<'_>,
    levels: &mut StateLevels,
    level: usize,
    take: &mut impl FnMut(&[Digit]) -> bool,
) -> bool {
    let Some(group) = levels.smallest_truth(search.board, level) else {
        return take(&levels.digits(search.board, level));
    };
    let domain: Vec<Candidate> = levels.state(level).domain(search.board, group).collect();
    for candidate in domain {
        match search.descend(levels, level, candidate) {
            Err(Ended::GaveUp | Ended::Solution(_)) => return false,
            Ok(Some(_)) => {}
            Ok(None) => {
                if !from(search, levels, level + 1, take) {
                    return false;
                }
            }
        }
    }
    true
}
