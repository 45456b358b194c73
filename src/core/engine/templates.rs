//! Certificates of template steps.
//!
//! A candidate in no template is refuted, by a count of the houses of its digit if possible,
//! otherwise by a supposition. A candidate in every template is placed after the others in its
//! house are refuted.

use super::fact_prover::FactProver;
use crate::grid::{Board, Group, GroupKind};
use crate::matcher::{Match, Position};
use crate::proof::Step;
use crate::propagate::Stop;

/// The steps that prove the conclusions of a match of templates.
pub fn prove(position: &Position, found: &Match) -> Option<Vec<Step>> {
    let board: &Board = position.board();
    let conclusions = || found.placements.iter().chain(&found.eliminations);
    // The houses that must contain one of the digits.
    let is_house = |group: &Group| match board.group_kind(*group) {
        GroupKind::House(_, digit) => {
            board.is_truth(*group) && conclusions().any(|&c| board.digit_of(c) == digit)
        }
        GroupKind::Cell(_) | GroupKind::Derived => false,
    };
    let houses: Vec<Group> = board.groups().filter(is_house).collect();
    let state = position.state().clone();
    let mut prover = FactProver::new(board, state, houses.clone(), &Stop::default());
    for &candidate in &found.placements {
        let own = (houses.iter()).filter(|group| board.members(**group).contains(&candidate));
        let house = own.min_by_key(|group| prover.state().mask(**group).count_ones())?;
        prover.place(candidate, *house)?;
    }
    for &candidate in &found.eliminations {
        prover.refute(candidate)?;
    }
    Some(prover.into_steps())
}
