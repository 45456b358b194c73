//! Lifted cores that are chains: every truth has two ends, candidates or groups of them, and the last
//! leads back to the target.

use super::lift::{Kinds, Lifted};
use crate::equiv::{Chain, House, Step};

/// Reads a lifted core as a chain from the target and back, if it is one.
pub fn chain(lifted: &Lifted) -> Option<Chain> {
    let two_ends = lifted.truths.iter().all(|slots| slots.len() == 2);
    if !two_ends || lifted.slots.len() != 2 * lifted.truths.len() {
        return None;
    }
    let mut weak = Vec::new();
    let mut strong = Vec::new();
    let mut grouped = Vec::new();
    let mut slot = (0..lifted.slots.len()).find(|&s| lifted.slots[s].target.is_some())?;
    weak.push(step(lifted.slots[slot].target?)?);
    loop {
        let truth = lifted
            .truths
            .iter()
            .position(|slots| slots.contains(&slot))?;
        strong.push(step(lifted.kinds[truth])?);
        let is_group = |s: &usize| lifted.slots[*s].candidates.len() > 1;
        grouped.push(lifted.truths[truth].iter().any(is_group));
        let end = lifted.truths[truth].iter().copied().find(|&s| s != slot)?;
        match lifted.excluders(end).as_slice() {
            [None] => {
                weak.push(step(lifted.slots[end].target?)?);
                break;
            }
            [Some(next)] => {
                weak.push(step(*lifted.links.get(&(end.min(*next), end.max(*next)))?)?);
                slot = *next;
            }
            _ => return None,
        }
        if strong.len() > lifted.truths.len() {
            return None;
        }
    }
    (strong.len() == lifted.truths.len()).then_some(Chain {
        weak,
        strong,
        grouped,
    })
}

/// The step of a link; of two lines and a box that both hold the candidates, the line.
fn step(kinds: Kinds) -> Option<Step> {
    let has = |kind: Kinds| !kinds.and(kind).is_empty();
    Some(match () {
        () if has(Kinds::CELL) => Step::Cell,
        () if has(Kinds::ROW) => Step::House(House::Row),
        () if has(Kinds::COLUMN) => Step::House(House::Column),
        () if has(Kinds::BOX) => Step::House(House::Box),
        () => return None,
    })
}
