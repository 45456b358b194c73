//! Lifted cores that are chains: every truth has two ends, each a candidate or a group, and the
//! last truth leads back to the target.
//!
//! A [`Chain`] lists links and truths in order, each with every kind it can be read as. The core of
//! an X-wing in rows reads: column, row, column, row, column.

use crate::equiv::{Chain, SetKind};
use crate::pattern::lift::{GroupKinds, LiftedCore};
use qedoku_core::grid::HouseKind;

/// Reads a lifted core as a chain from the target and back. `None` if the core is not a chain.
pub fn chain(lifted: &LiftedCore) -> Option<Chain> {
    let two_ends = lifted.truths.iter().all(|slots| slots.len() == 2);
    if !two_ends || lifted.slots.len() != 2 * lifted.truths.len() {
        return None;
    }
    let mut chain = Chain {
        links: Vec::new(),
        truths: Vec::new(),
        grouped: Vec::new(),
    };
    let mut slot = (0..lifted.slots.len()).find(|&s| lifted.slots[s].target.is_some())?;
    chain.links.push(steps(lifted.slots[slot].target?)?);
    loop {
        let truth = lifted
            .truths
            .iter()
            .position(|slots| slots.contains(&slot))?;
        let kinds = lifted.kinds[truth].or(lifted.other_kinds[truth]);
        chain.truths.push(steps(kinds)?);
        let is_group = |s: &usize| lifted.slots[*s].candidates.len() > 1;
        chain
            .grouped
            .push(lifted.truths[truth].iter().any(is_group));
        let end = lifted.truths[truth].iter().copied().find(|&s| s != slot)?;
        match lifted.excluders(end).as_slice() {
            [None] => {
                chain.links.push(steps(lifted.slots[end].target?)?);
                break;
            }
            [Some(next)] => {
                let link = lifted.links.get(&(end.min(*next), end.max(*next)))?;
                chain.links.push(steps(*link)?);
                slot = *next;
            }
            _ => return None,
        }
        if chain.truths.len() > lifted.truths.len() {
            return None;
        }
    }
    (chain.truths.len() == lifted.truths.len()).then_some(chain)
}

/// The readings of a link or truth, given its kinds. Lines come before boxes.
fn steps(kinds: GroupKinds) -> Option<Vec<SetKind>> {
    let readings = [
        (GroupKinds::CELL, SetKind::Cell),
        (GroupKinds::ROW, SetKind::only(HouseKind::Row)),
        (GroupKinds::COLUMN, SetKind::only(HouseKind::Column)),
        (GroupKinds::BOX, SetKind::only(HouseKind::Box)),
    ];
    let own = readings
        .iter()
        .filter(|(kind, _)| !kinds.and(*kind).is_empty());
    let own: Vec<SetKind> = own.map(|(_, step)| *step).collect();
    (!own.is_empty()).then_some(own)
}
