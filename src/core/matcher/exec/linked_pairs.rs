//! Semi-join of a table of almost locked sets with itself: the sets that have a linked partner.
//!
//! For ALS-XZ, a set is kept if another set is linked with it by a digit, shares a second digit,
//! and leaves a cell that can lose the second digit. The test is a few operations on masks for each
//! pair. *Rejected*: binding the set, the digit and the partner, which costs hundreds of
//! operations.

use std::rc::Rc;

use crate::grid::{MAX_SIZE, bits};
use crate::lang::ir::Var;
use crate::matcher::exec::state::Execution;
use crate::matcher::index::als::{AlmostLockedSets, EliminableByLink, LinkedSets};
use crate::matcher::query::linked_pair::LinkedPair;

/// The digits that each set of a table eliminates with a linked partner, computed once per search.
pub fn linked_sets(
    exec: &Execution<'_>,
    first: Var,
    partner: LinkedPair,
    sets: &AlmostLockedSets,
) -> Rc<LinkedSets> {
    // The digits are bound before the sets, so the search asks for each set many times.
    let mut known = exec.linked_sets.borrow_mut();
    if let Some((_, linked)) = known.iter().find(|(var, _)| *var == first) {
        return Rc::clone(linked);
    }
    let all = 0..sets.len();
    let eliminated: Vec<EliminableByLink> = all
        .map(|index| eliminable(exec, partner, sets, index))
        .collect();
    let mut with_partner = vec![Vec::new(); MAX_SIZE * MAX_SIZE];
    for (index, eliminated) in eliminated.iter().enumerate() {
        for by in bits(sets.get(index).digits) {
            bits(eliminated[by]).for_each(|z| with_partner[by * MAX_SIZE + z].push(index as u32));
        }
    }
    let linked = Rc::new(LinkedSets {
        eliminated,
        with_partner,
    });
    known.push((first, Rc::clone(&linked)));
    linked
}

/// The sets with a partner for the bound digits; `None` if the digits are not bound yet.
pub fn with_partner<'l>(
    exec: &Execution<'_>,
    partner: LinkedPair,
    linked: &'l LinkedSets,
) -> Option<&'l [u32]> {
    let digit = |var: Var| {
        let digits = exec.bindings.digits(var);
        (digits != 0).then_some(digits.trailing_zeros() as usize)
    };
    let at = digit(partner.by)? * MAX_SIZE + digit(partner.eliminated)?;
    Some(&linked.with_partner[at])
}

/// True if some partner eliminates a candidate together with the set.
pub fn has_partner(
    exec: &Execution<'_>,
    partner: LinkedPair,
    linked: &LinkedSets,
    (index, digits): (usize, u32),
) -> bool {
    let among = |var: Var| match exec.bindings.get(var) {
        Some(_) => digits & exec.bindings.digits(var),
        None => digits,
    };
    let wanted = among(partner.eliminated);
    bits(among(partner.by)).any(|by| linked.eliminated[index][by] & wanted != 0)
}

fn eliminable(
    exec: &Execution<'_>,
    partner: LinkedPair,
    sets: &AlmostLockedSets,
    index: usize,
) -> EliminableByLink {
    let set = sets.get(index);
    let changed = match (exec.changes(), partner.must_change) {
        (Some(changes), true) => changes.cells.as_u128(),
        _ => u128::MAX,
    };
    let is_old = set.cells & changed == 0;
    let excluding = sets.excluding(index);
    let mut found = [0; MAX_SIZE];
    for by in bits(set.digits & excluding) {
        let digits = match partner.differ {
            true => excluding & !(1 << by),
            false => excluding,
        };
        for other in sets.linked(index, by).iter().map(|&other| other as usize) {
            let common = digits & sets.excluding(other) & !found[by];
            if common == 0 || (is_old && sets.get(other).cells & changed == 0) {
                continue;
            }
            for z in bits(common) {
                if sets.excluded(index, z) & sets.excluded(other, z) != 0 {
                    found[by] |= 1 << z;
                }
            }
        }
    }
    found
}
