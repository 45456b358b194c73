//! Proofs by braids or whips.
//!
//! A proof consists of singles and counts: every refutation by propagation folds into one count.

use super::rater::{Rater, RatingStep, Scale};
use super::rating::Rating;
use crate::grid::{Board, Puzzle};
use crate::proof::{Claim, Header, Proof, Step, count_of_propagation};

/// Rates a puzzle, and proves it as far as lengths up to the limit allow. The steps of the proof
/// have no groups, so on a scale with groups they may be longer than the rating. On the scale L the
/// steps are braids.
pub fn prove(puzzle: &Puzzle, scale: Scale, limit: usize) -> (Rating, Proof) {
    let board = &*puzzle.board;
    let mut steps = Vec::new();
    let mut rater = Rater::new(board);
    let plain = match scale {
        Scale::B | Scale::GB | Scale::L => Scale::B,
        Scale::W | Scale::GW => Scale::W,
    };
    let proved = rater.rate(plain, &puzzle.state(), limit, |taken| {
        steps.push((None, step_of(board, &taken)));
    });
    let claim = match proved {
        Rating::Solved(_) => (rater.state().solution(board)).map_or(Claim::Open, Claim::Unique),
        Rating::Unsolved | Rating::Stopped(_) => Claim::Open,
        Rating::Impossible(group) => Claim::None(group),
    };
    let rating = match scale == plain {
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
    match taken {
        &RatingStep::Single { candidate, group } => Step::Single { candidate, group },
        RatingStep::Refuted { before, refutation } => {
            let count = count_of_propagation(board, before, refutation);
            Step::Count(count.expect("a propagation folds into a count"))
        }
    }
}
