//! From a match to its certificate.
//!
//! Takes the truths that the clauses of a rule spoke of and what the rule concludes, gives steps of
//! a proof. The author of a rule has no part in this: where the truths do not carry the conclusion, the
//! rule is unsound or the engine is wrong, and the step is not taken.

use thiserror::Error;

use crate::grid::{Board, Candidate, Group, State};
use crate::matcher::{Match, Position};
use crate::proof::{Step, count_of_pattern, suppose_of_pattern};

/// A match whose conclusion does not follow from its truths.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{conclusion} does not follow from {truths}")]
pub struct Uncertified {
    /// What was concluded.
    pub conclusion: String,
    /// The truths that should have carried it.
    pub truths: String,
}

/// The steps that prove what a match concludes.
pub fn certify(position: &Position, found: &Match) -> Result<Vec<Step>, Uncertified> {
    let (board, state) = (&**position.board(), position.state());
    let mut steps = Vec::new();
    for &candidate in &found.placements {
        let group = forcing_truth(board, state, &found.truths, candidate)
            .ok_or_else(|| refuse(board, board.candidate_name(candidate), &found.truths))?;
        steps.push(Step::Single { candidate, group });
    }
    if !found.eliminations.is_empty() {
        let count = |truths: &[Group]| {
            (!truths.is_empty())
                .then(|| count_of_pattern(board, state, truths, &[], &found.eliminations))
                .flatten()
        };
        let counts = count(&found.truths).or_else(|| count(&found.repeated));
        steps.extend(match counts {
            Some(counts) => counts.into_iter().map(Step::Count).collect(),
            None => by_cases(board, state, found)?,
        });
    }
    Ok(steps)
}

/// Where no count of the truths carries the conclusion, a supposition may.
fn by_cases(board: &Board, state: &State, found: &Match) -> Result<Vec<Step>, Uncertified> {
    let mut steps = Vec::new();
    for &target in &found.eliminations {
        let refutation = suppose_of_pattern(board, state, &found.truths, target);
        steps.extend(refutation.ok_or_else(|| {
            let names = (found.eliminations.iter()).map(|&c| board.elimination_name(c));
            refuse(board, names.collect::<Vec<_>>().join(", "), &found.truths)
        })?);
    }
    Ok(steps)
}

/// A truth of the match in which nothing but the candidate is left.
fn forcing_truth(
    board: &Board,
    state: &State,
    truths: &[Group],
    candidate: Candidate,
) -> Option<Group> {
    (truths.iter().copied()).find(|&truth| state.single(board, truth) == Some(candidate))
}

fn refuse(board: &Board, conclusion: String, truths: &[Group]) -> Uncertified {
    let names: Vec<String> = truths.iter().map(|&g| board.group_name(g)).collect();
    Uncertified {
        conclusion,
        truths: names.join(", "),
    }
}
