//! Certificates of the steps of a ladder, without assumptions.
//!
//! Conclusions of chains, of aligned cells and of techniques that assume a unique solution are
//! proved from scratch, so a proof of a rating holds for any puzzle.

use super::rating::FoundStep;
use crate::engine::apply::{apply, remaining_effect};
use crate::engine::certify::certify;
use crate::engine::fact_prover::FactProver;
use crate::grid::{Candidate, Group};
use crate::matcher::{Match, Position};
use crate::proof::Step;
use crate::propagate::Stop;

/// The proof steps with the effect of a rated step. `None` if the search for them was stopped.
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

/// The certificate of a match, without assumptions.
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

/// The steps that prove the eliminations and placements.
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

/// The truth in which a match leaves only the given candidate.
fn last_truth(position: &Position, found: &Match, placed: Candidate) -> Option<Group> {
    let (board, state) = (position.board(), position.state());
    let is_last = |truth: &Group| {
        let mut others = state.domain(board, *truth).filter(|&c| c != placed);
        others.all(|other| found.eliminations.contains(&other))
    };
    let slots = board.slots(placed).iter().map(|slot| slot.group);
    { slots }.find(|group| board.is_truth(*group) && is_last(group))
}
