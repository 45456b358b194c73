//! Steps of variant puzzles in words.

use super::search::Reason;
use crate::constraint::Constraints;
use crate::constraint::bits::CandidateSet;
use crate::constraint::describe::{cells, listed};
use crate::grid::Board;
use crate::lang::ir::Level;

/// The name of steps by the exclusions of one truth.
const EXCLUSION: &str = "Exclusion";
/// The score of a step without a rule file. It lies between the scores of the rules of its level.
pub(super) fn score(level: Level) -> u32 {
    match level {
        Level::Easy => 15,
        Level::Medium => 60,
        Level::Hard => 150,
        _ => 300,
    }
}

/// `r1c1<>4, r2c1<>4`
pub(super) fn eliminations(board: &Board, gone: &CandidateSet) -> String {
    let names: Vec<String> = gone.iter().map(|it| board.elimination_name(it)).collect();
    names.join(", ")
}

/// The name and the level of a technique, and the reason for its conclusion.
pub(super) fn explain(
    board: &Board,
    model: &Constraints,
    live: &CandidateSet,
    reason: &Reason,
) -> (String, Level, String) {
    match reason {
        Reason::Single(at, candidate) => {
            let name = &model.truths[*at].name;
            let candidate = board.candidate_name(*candidate);
            let why = format!("{candidate} is the last candidate of {name}");
            (EXCLUSION.to_owned(), Level::Easy, why)
        }
        Reason::Truth(at) => {
            let truth = &model.truths[*at];
            let members: Vec<String> = truth
                .members
                .and(live)
                .iter()
                .map(|it| board.candidate_name(it))
                .collect();
            let why = format!("one of {} is true", members.join(", "));
            (EXCLUSION.to_owned(), Level::Easy, why)
        }
        // Only searches by suppositions look for subsets, and their steps have no sentence of their
        // own.
        Reason::Subset(subset) => {
            let (cells, digits) = (cells(board, &subset.cells), listed(subset.digits));
            let why = format!("{cells} share {digits}");
            (EXCLUSION.to_owned(), Level::Medium, why)
        }
        // Fillings are steps of rules, except in searches.
        Reason::Items(at, _) => {
            let why = format!("every filling of {} excludes them", model.phrase(*at));
            (EXCLUSION.to_owned(), Level::Medium, why)
        }
    }
}
