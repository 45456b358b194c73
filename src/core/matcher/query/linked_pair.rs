//! Two almost locked sets that are linked by a digit and eliminate another one together.
//!
//! ALS-XZ says `every x in S sees every x in T, eliminate z from cells seeing every z in S and
//! every z in T`. Most sets S have no partner T, and the table of sets shows this before T is
//! bound.

use crate::lang::ir::{AlsPattern, Condition, Pattern, Seen, Var};
use crate::matcher::query::cover::eliminated_digit;

/// The link between an almost locked set and a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkedPair {
    /// The digit that links the two sets.
    pub by: Var,
    /// The digit that is eliminated from cells that both sets exclude.
    pub eliminated: Var,
    /// True if the two digits are different.
    pub differ: bool,
    /// True if one of the two sets must have changed, in a search for new matches.
    pub must_change: bool,
}

/// The link between a set and the first later set that is linked with it.
pub fn linked_pair(
    pattern: &Pattern,
    first: AlsPattern,
    later: impl Iterator<Item = AlsPattern>,
    must_change: bool,
) -> Option<LinkedPair> {
    let target_digit = eliminated_digit(pattern)?;
    { later }.find_map(|second| {
        let pair = partner(pattern, (first, second), target_digit)?;
        Some(LinkedPair {
            must_change,
            ..pair
        })
    })
}

fn partner(
    pattern: &Pattern,
    (first, second): (AlsPattern, AlsPattern),
    (target_digit, seeing): (Var, &[Seen]),
) -> Option<LinkedPair> {
    let conditions = &pattern.conditions;
    let has = |set: AlsPattern, digit: Var| conditions.contains(&Condition::In(digit, set.digits));
    let is_seen = |set: AlsPattern| {
        let every = Seen::Every {
            digit: target_digit,
            cells: set.cells,
        };
        seeing.contains(&every) && has(set, target_digit)
    };
    let links = |condition: &Condition| match condition {
        Condition::AllSee { digit, one, other } => {
            let ends = [(first.cells, second.cells), (second.cells, first.cells)];
            ends.contains(&(*one, *other)).then_some(*digit)
        }
        _ => None,
    };
    let by = conditions.iter().find_map(links)?;
    let one_table = first.spare == second.spare && first.spare.0 == first.spare.1;
    let fits = [first, second]
        .into_iter()
        .all(|set| is_seen(set) && has(set, by))
        && pattern.is_single(by)
        && pattern.is_single(target_digit)
        && one_table;
    fits.then(|| LinkedPair {
        by,
        eliminated: target_digit,
        must_change: false,
        differ: pattern.says(Condition::Distinct, by, target_digit),
    })
}
