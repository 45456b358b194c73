//! The orders in which the truths of a pattern force each other.
//!
//! In such an order, each truth has at most one slot that neither the target nor an earlier slot
//! excludes. A core without such an order does not propagate.

use crate::pattern::lift::LiftedCore;

/// Maximum number of orders. Further orders give no new family.
const MAX_ORDERS: usize = 64;

/// The orders in which each truth forces a slot, at most `MAX_ORDERS` of them.
pub fn orders(lifted: &LiftedCore) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    extend(lifted, &mut Vec::new(), &mut Vec::new(), &mut found);
    found
}

fn extend(
    lifted: &LiftedCore,
    chosen: &mut Vec<usize>,
    named: &mut Vec<usize>,
    found: &mut Vec<Vec<usize>>,
) {
    if chosen.len() == lifted.truths.len() {
        found.push(chosen.clone());
        return;
    }
    for truth in 0..lifted.truths.len() {
        if chosen.contains(&truth) || found.len() >= MAX_ORDERS {
            continue;
        }
        let open = open_slots(lifted, named, truth);
        if open.len() > 1 {
            continue;
        }
        chosen.push(truth);
        named.extend(&open);
        extend(lifted, chosen, named, found);
        named.truncate(named.len() - open.len());
        chosen.pop();
    }
}

/// The slots of a truth that neither the target nor a named slot excludes.
pub fn open_slots(lifted: &LiftedCore, named: &[usize], truth: usize) -> Vec<usize> {
    let is_open = |slot: &usize| {
        lifted.slots[*slot].target.is_none() && !named.iter().any(|&n| lifted.linked(n, *slot))
    };
    (lifted.truths[truth].iter().copied())
        .filter(is_open)
        .collect()
}
