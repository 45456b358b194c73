//! Certificates of eliminations by capacities.
//!
//! If four digits fit at most once each into four cells, a candidate is supposed that leaves one of
//! the digits no room there. Cuts of the digits' houses bound what each digit can still take, and
//! one count of the cells and the bounds refutes the candidate. Where no cut proves a bound, the
//! candidate is refuted by propagation, or by suppositions.

use super::fact_prover::FactProver;
use crate::grid::{Board, Cell, Group, GroupKind};
use crate::layout::{Layouts, certificate};
use crate::matcher::{Match, Position};
use crate::proof::Step;
use crate::propagate::Stop;

/// The steps that prove the eliminations of a match of capacities.
pub fn prove(position: &Position, found: &Match) -> Option<Vec<Step>> {
    let board: &Board = position.board();
    let layouts = Layouts::of(board, position.state())?;
    let mut state = position.state().clone();
    let mut steps = Vec::new();
    for part in &found.parts {
        let cells = part.capacities.cells.iter();
        let weights: Vec<(Cell, i64)> = cells.map(|&cell| (cell, 1)).collect();
        for &target in &part.eliminations {
            let by_cuts = certificate(board, &state, &layouts, target, &weights);
            let proved = by_cuts.or_else(|| {
                let is_house = |group: &Group| {
                    matches!(board.group_kind(*group), GroupKind::House(..))
                        && board.is_truth(*group)
                };
                let houses = board.groups().filter(is_house);
                let truths = part.truths.iter().copied().chain(houses).collect();
                let mut prover = FactProver::new(board, state.clone(), truths, &Stop::default());
                prover.refute(target)?;
                Some(prover.into_steps())
            });
            steps.extend(proved?);
            state.eliminate(board, target);
        }
    }
    Some(steps)
}
