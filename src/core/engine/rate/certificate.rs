//! Certificates of the steps of a ladder, which assume nothing.
//!
//! Conclusions of chains, of aligned cells and of techniques that assume one solution are proved
//! from scratch, so a proof of a rating holds for any puzzle.

use super::rating::FoundStep;
use crate::engine::apply::{apply, remaining_effect};
use crate::engine::certify::certify;
use crate::engine::fact_prover::FactProver;
use crate::grid::{Candidate, Group};
use crate::matcher::{Match, Position};
use crate::proof::Step;
use crate::propagate::Stop;

/// Steps of a proof with the effect of a step; `None` if it was stopped before they were found.
pub(super) fn certificate(position: &Position, step: &FoundStep, stop: &Stop) -> Option<Vec<Step>> {
    let mut position = position.clone();
    let mut steps = Vec::new();
    for found in &step.matches {
        let Some(found) = remaining_effect(&position, found.clone()) else {
            continue;
        };
        steps.extend(certificate_of_match(&position, &found, stop)?);
        apply(&mut position, &found.placements, &found.eliminations);
    }
    steps.extend(match (&step.direct, step.placements.first()) {
        (Some(found), Some(&placed)) => {
            let truth = last_truth(&position, found, placed)?;
            let mut prover = prover(&position, stop);
            prover.place(placed, truth)?;
            prover.into_steps()
        }
        _ => prove(&position, &step.eliminations, &step.placements, stop)?,
    });
    Some(steps)
}

/// The certificate of a match, without any assumption.
fn certificate_of_match(position: &Position, found: &Match, stop: &Stop) -> Option<Vec<Step>> {
    let certificate = certify(position, found).ok();
    let assumes = |steps: &[Step]| steps.iter().any(|step| matches!(step, Step::Deadly(_)));
    match certificate.filter(|steps| !assumes(steps)) {
        Some(steps) => Some(steps),
        None => prove(position, &found.eliminations, &found.placements, stop),
    }
}

/// A prover that uses all truths.
fn prover<'p>(position: &'p Position, stop: &Stop) -> FactProver<'p> {
    let board = &**position.board();
    let truths = board.groups().filter(|&g| board.is_truth(g)).collect();
    FactProver::new(board, position.state().clone(), truths, stop)
}

/// Steps that eliminate and place candidates.
fn prove(
    position: &Position,
    eliminations: &[Candidate],
    placements: &[Candidate],
    stop: &Stop,
) -> Option<Vec<Step>> {
    let board = position.board();
    let mut prover = prover(position, stop);
    for &target in eliminations {
        prover.refute(target)?;
    }
    for &placed in placements {
        prover.place(placed, board.cell_group(board.cell_of(placed)))?;
    }
    Some(prover.into_steps())
}

/// The truth of which a candidate is the last one if a match is taken.
fn last_truth(position: &Position, found: &Match, placed: Candidate) -> Option<Group> {
    let (board, state) = (position.board(), position.state());
    let is_last = |truth: &Group| {
        let mut others = state.domain(board, *truth).filter(|&c| c != placed);
        others.all(|other| found.eliminations.contains(&other))
    };
    let slots = board.slots(placed).iter().map(|slot| slot.group);
    { slots }.find(|group| board.is_truth(*group) && is_last(group))
}
