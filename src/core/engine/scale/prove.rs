//! Proofs by braids or whips.
//!
//! A proof consists of singles and counts: every refutation by propagation folds into one count.

use super::rater::{Rater, RatingStep, Scale};
use super::rating::Rating;
use crate::grid::{Board, Puzzle};
use crate::proof::{Claim, Header, Proof, Step, count_of_propagation};

/// Rates a puzzle, and proves it as far as lengths up to the limit allow. On the scale L the steps
/// of the proof are braids.
pub fn prove(puzzle: &Puzzle, scale: Scale, limit: usize) -> (Rating, Proof) {
    prove_with(&mut Rater::new(&puzzle.board), puzzle, scale, limit, |_| ())
}

/// As [`prove`], with a rater for the puzzle's board, which may have a stop signal. Calls `on_step`
/// for each step.
pub fn prove_with(
    rater: &mut Rater<'_>,
    puzzle: &Puzzle,
    scale: Scale,
    limit: usize,
    mut on_step: impl FnMut(&RatingStep<'_>),
) -> (Rating, Proof) {
    let board = &*puzzle.board;
    let mut steps = Vec::new();
    let chains = match scale {
        Scale::L => Scale::B,
        other => other,
    };
    let proved = rater.rate(chains, &puzzle.state(), limit, |taken| {
        on_step(&taken);
        steps.push((None, step_of(board, &taken)));
    });
    let claim = match proved {
        Rating::Solved(_) => (rater.state().solution(board)).map_or(Claim::Open, Claim::Unique),
        Rating::Unsolved | Rating::Stopped(_) => Claim::Open,
        Rating::Impossible(group) => Claim::None(group),
    };
    let rating = match scale == chains {
        true => proved,
        false => rater.rate(scale, &puzzle.state(), limit, |_| ()),
    };
    let header = Header::of(puzzle);
    let proof = Proof {
        header,
        steps,
        claim,
    };
    (rating, proof)
}

/// The proof step for a rating step.
///
/// # Panics
/// If the step was not taken in the state that it names.
pub fn step_of(board: &Board, taken: &RatingStep<'_>) -> Step {
    let count = match taken {
        &RatingStep::Single { candidate, group } => return Step::Single { candidate, group },
        RatingStep::Refuted { before, refutation } => {
            count_of_propagation(board, before, refutation)
        }
        RatingStep::RefutedByGroups { before, refutation } => {
            count_of_propagation(board, before, refutation)
        }
    };
    Step::Count(count.expect("a propagation folds into a count"))
}
