//! Pruning of refutations.
//!
//! Keeps the logged steps of a supposition on which its contradiction depends. A search places
//! every single, and few of them lead to the contradiction.

use crate::grid::{Board, Group, State};
use crate::proof::Step;
use crate::propagate::{Propagator, Reason};

/// The steps of a supposition that are needed later.
///
/// The steps are nested singles and suppositions. With other kinds of steps they are returned
/// unchanged.
pub fn prune(board: &Board, start: &State, steps: Vec<Step>) -> Vec<Step> {
    let Some(needs) = needs(board, start, &steps) else {
        return steps;
    };
    let mut needed = vec![false; steps.len()];
    if let Some(last) = needed.last_mut() {
        *last = true;
    }
    for index in (0..steps.len()).rev() {
        if needed[index] {
            for &reason in &needs[index] {
                needed[reason as usize] = true;
            }
        }
    }
    let kept = steps.into_iter().zip(needed);
    kept.filter_map(|(step, needed)| needed.then_some(step))
        .collect()
}

/// For each step, the earlier steps that it depends on. Replays the steps, with the index of each
/// as the reason of its literal.
fn needs(board: &Board, start: &State, steps: &[Step]) -> Option<Vec<Vec<u32>>> {
    let mut propagator = Propagator::default();
    propagator.start(board, start);
    let mut open = Vec::new();
    let mut needs = Vec::with_capacity(steps.len());
    for (index, step) in steps.iter().enumerate() {
        let index = index as u32;
        let reason = Reason::Numbered(index);
        needs.push(match step {
            Step::Single { candidate, group } => {
                let reasons = reasons(board, &propagator, *group);
                propagator.assume(board, *candidate, reason);
                reasons
            }
            Step::Suppose(candidate) => {
                open.push((index, *candidate, propagator.mark()));
                propagator.assume(board, *candidate, reason);
                Vec::new()
            }
            Step::Refuted(group) => {
                let mut reasons = reasons(board, &propagator, *group);
                let (suppose, candidate, before) = open.pop()?;
                propagator.back(board, before);
                propagator.deny(board, candidate, reason);
                reasons.push(suppose);
                reasons
            }
            Step::Count(_) | Step::Deadly(_) | Step::Row(_) => return None,
        });
    }
    Some(needs)
}

/// The steps that eliminated candidates of the group.
fn reasons(board: &Board, propagator: &Propagator, group: Group) -> Vec<u32> {
    let members = board.members(group).iter();
    let excluders = members.filter_map(|&c| propagator.excluder(c));
    let number = |position: usize| match propagator.literals()[position].reason {
        Reason::Numbered(step) => Some(step),
        Reason::Assumed | Reason::Truth(_) => None,
    };
    excluders.filter_map(number).collect()
}
