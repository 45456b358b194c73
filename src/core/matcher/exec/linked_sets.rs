//! Two almost locked sets that are linked by a digit and lose another together: is there a second set for the first?
//!
//! Takes a pattern such as ALS-XZ, `every x in S sees every x in T, eliminate z from cells seeing every z in S and every z in T`,
//! and a set that `S` could be; says whether any set is linked with it by a digit, has another digit in common, and leaves a
//! cell to take that from. Most sets have no such partner, and that is a few operations on masks for each pair; to bind the set, the
//! digit and the partner one after the other only to find out is hundreds.

use std::rc::Rc;

use crate::grid::{MAX_SIZE, bits};
use crate::lang::ir::{Condition, LockedSet, Pattern, Seen, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::exec::search::Execution;
use crate::matcher::index::als::{AlmostLockedSets, EliminableByLink, LinkedSets};
use crate::matcher::plan::{Bind, LinkedPartner};
use crate::matcher::query::clause::eliminated_digit;

/// For each step that binds an almost locked set: what links it with one that is bound later, if only what both exclude goes.
pub fn linked_partners(pattern: &Pattern, steps: &[Bind]) -> Vec<Option<LinkedPartner>> {
    let at_step = |at: usize| {
        let first = steps[at].locked?;
        let goes = eliminated_digit(pattern)?;
        let mut later = steps[at + 1..].iter();
        later.find_map(|bind| partner(pattern, (first, bind.locked?), goes))
    };
    (0..steps.len()).map(at_step).collect()
}

fn partner(
    pattern: &Pattern,
    (first, second): (LockedSet, LockedSet),
    (goes, seeing): (Var, &[Seen]),
) -> Option<LinkedPartner> {
    let conditions = &pattern.conditions;
    let has = |set: LockedSet, digit: Var| conditions.contains(&Condition::In(digit, set.digits));
    let is_seen = |set: LockedSet| {
        let every = Seen::Every {
            digit: goes,
            cells: set.cells,
        };
        seeing.contains(&every) && has(set, goes)
    };
    let links = |condition: &Condition| match condition {
        Condition::AllSee { digit, one, other } => {
            let ends = [(first.cells, second.cells), (second.cells, first.cells)];
            ends.contains(&(*one, *other)).then_some(*digit)
        }
        _ => None,
    };
    let by = conditions.iter().find_map(links)?;
    let is_one = |var: Var| pattern.variables[usize::from(var.0)].size.is_none();
    let differ = [Condition::Distinct(by, goes), Condition::Distinct(goes, by)];
    let one_table = first.spare == second.spare && first.spare.0 == first.spare.1;
    let fits = [first, second]
        .into_iter()
        .all(|set| is_seen(set) && has(set, by))
        && [by, goes].into_iter().all(is_one)
        && one_table;
    fits.then(|| LinkedPartner {
        by,
        goes,
        differ: differ
            .iter()
            .any(|condition| conditions.contains(condition)),
    })
}

impl<'a, F: FnMut(&Bindings<'a>)> Execution<'a, F> {
    /// What goes by each set of the table that a step takes sets from.
    pub(crate) fn linked_sets(
        &self,
        depth: usize,
        partner: LinkedPartner,
        sets: &AlmostLockedSets,
    ) -> Rc<LinkedSets> {
        // The digits are bound before the sets, so that each set is asked about many of them.
        let mut known = self.linked_sets.borrow_mut();
        if known.len() <= depth {
            known.resize(depth + 1, None);
        }
        let linked = known[depth].get_or_insert_with(|| {
            let goes = (0..sets.len()).map(|index| self.goes_by(partner, sets, index));
            let goes: Vec<EliminableByLink> = goes.collect();
            let mut with_partner = vec![Vec::new(); MAX_SIZE * MAX_SIZE];
            for (index, goes) in goes.iter().enumerate() {
                for by in bits(sets.get(index).digits) {
                    bits(goes[by]).for_each(|z| with_partner[by * MAX_SIZE + z].push(index as u32));
                }
            }
            Rc::new(LinkedSets { goes, with_partner })
        });
        Rc::clone(linked)
    }

    /// Of these, the sets with a partner by the digits that are bound; `None` if they are not bound yet.
    pub(crate) fn with_partner<'l>(
        &self,
        partner: LinkedPartner,
        linked: &'l LinkedSets,
    ) -> Option<&'l [u32]> {
        let digit = |var: Var| {
            let digits = self.bindings.digits(var);
            (digits != 0).then_some(digits.trailing_zeros() as usize)
        };
        let at = digit(partner.by)? * MAX_SIZE + digit(partner.goes)?;
        Some(&linked.with_partner[at])
    }

    /// Whether a set of the table has a partner with which something goes, and one of both has changed if that is asked for.
    pub(crate) fn has_linked_partner(
        &self,
        partner: LinkedPartner,
        linked: &LinkedSets,
        (index, digits): (usize, u32),
    ) -> bool {
        let among = |var: Var| match self.bindings.get(var) {
            Some(_) => digits & self.bindings.digits(var),
            None => digits,
        };
        let wanted = among(partner.goes);
        bits(among(partner.by)).any(|by| linked.goes[index][by] & wanted != 0)
    }

    fn goes_by(
        &self,
        partner: LinkedPartner,
        sets: &AlmostLockedSets,
        index: usize,
    ) -> EliminableByLink {
        let set = sets.get(index);
        let changed = match (self.changes, self.plan.truths_bound_after) {
            (Some(changes), Some(_)) => changes.cells.as_u128(),
            _ => u128::MAX,
        };
        let is_old = set.cells & changed == 0;
        let excluding = sets.excluding(index);
        let mut goes = [0; MAX_SIZE];
        for by in bits(set.digits & excluding) {
            let digits = match partner.differ {
                true => excluding & !(1 << by),
                false => excluding,
            };
            for other in sets.linked(index, by).iter().map(|&other| other as usize) {
                let common = digits & sets.excluding(other) & !goes[by];
                if common == 0 || (is_old && sets.get(other).cells & changed == 0) {
                    continue;
                }
                for z in bits(common) {
                    if sets.excluded(index, z) & sets.excluded(other, z) != 0 {
                        goes[by] |= 1 << z;
                    }
                }
            }
        }
        goes
    }
}
