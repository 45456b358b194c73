//! Constraints on two almost locked sets that a plan binds one after the other.
//!
//! Sue de Coq says `every candidate of I is in W or in X or in Y, |I| + |A| + |B| = |W| + |X| +
//! |Y|`, with the sets A and B and their digits X and Y. These clauses and sizes limit the pairs of
//! A and B before A is bound.

use crate::lang::ir::{AlsPattern, Alternative, Condition, Every, Pattern, Presence, Subject, Var};
use crate::matcher::query::cover::only_digits;

/// Largest number of clauses, and of size conditions, that are tested for a pair.
pub const MAX_PAIR_CLAUSES: usize = 4;

/// Two almost locked sets that are bound one after the other, with the constraints on both.
#[derive(Clone, Debug, PartialEq)]
pub struct SetPair {
    /// The sets.
    pub sets: [AlsPattern; 2],
    /// For each set, an earlier bound house that contains the set.
    pub houses: [Option<Var>; 2],
    /// For each set, earlier variables that share no cell with the set.
    pub away_from: [Vec<Var>; 2],
    /// True if the two sets must not share a cell.
    pub is_apart: bool,
    /// Clauses that name the digits of both sets.
    pub clauses: Vec<PairClause>,
    /// Cells whose candidates must not be in both sets.
    pub none_in_both: Vec<Var>,
    /// Conditions about the sizes of both sets.
    pub sizes: Vec<PairSizes>,
    /// The largest size of each variable of the pattern.
    pub max_sizes: Vec<i64>,
    /// Indices of a clause and a size condition that leave the same variable free, and no other.
    pub counted: Option<(usize, usize)>,
}

/// A clause about bound cells: all their digits belong to two sets and to other variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairClause {
    /// The cells.
    pub cells: Var,
    /// The other variables that are bound before the sets.
    pub bound: Vec<Var>,
    /// The other variables that are bound after the sets.
    pub free: Vec<Var>,
}

/// A condition about the sizes of two sets and at most one other variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairSizes {
    /// The variables that are bound before the sets, each on the left (1) or on the right (-1).
    pub bound: Vec<(Var, i64)>,
    /// The number added on the right.
    pub plus: i64,
    /// Factor of the number of cells of each set.
    pub cells: [i64; 2],
    /// Factor of the number of digits of each set.
    pub digits: [i64; 2],
    /// The variable that is bound after the sets.
    pub free: Option<(Var, i64)>,
    /// Maximum excess of the left side over the right side.
    pub more: i64,
}

/// The constraints on two consecutive almost locked sets of a plan. `None` if there are none, or if
/// no house of the second set is bound earlier.
pub fn set_pair(pattern: &Pattern, sets: [AlsPattern; 2], bound: &[Var]) -> Option<SetPair> {
    pair_of(pattern, sets, &|var| bound.contains(&var))
}

fn pair_of(
    pattern: &Pattern,
    sets: [AlsPattern; 2],
    is_bound: &dyn Fn(Var) -> bool,
) -> Option<SetPair> {
    let conditions = &pattern.conditions;
    let house_of = |set: AlsPattern| {
        conditions.iter().find_map(|c| match c {
            Condition::In(a, b) if *a == set.cells && is_bound(*b) && pattern.is_house(*b) => {
                Some(*b)
            }
            _ => None,
        })
    };
    let disjoint_from = |set: AlsPattern| {
        let others = conditions.iter().filter_map(move |c| match c {
            Condition::Disjoint(a, b) if *a == set.cells => Some(*b),
            Condition::Disjoint(a, b) if *b == set.cells => Some(*a),
            _ => None,
        });
        others.collect::<Vec<Var>>()
    };
    let away_from = sets.map(|set| {
        let others = disjoint_from(set).into_iter();
        others.filter(|&var| is_bound(var)).collect()
    });
    let sizes = conditions
        .iter()
        .filter_map(|c| pair_sizes(c, sets, is_bound));
    let pair = SetPair {
        sets,
        houses: sets.map(house_of),
        away_from,
        is_apart: disjoint_from(sets[0]).contains(&sets[1].cells),
        clauses: { pattern.knowledge.iter() }
            .filter_map(|every| pair_clause(every, sets, is_bound))
            .take(MAX_PAIR_CLAUSES)
            .collect(),
        none_in_both: { pattern.presence.iter().filter_map(shared_by_no_cell) }
            .filter(|(_, both)| sets.iter().all(|set| both.contains(&set.digits)))
            .map(|(cells, _)| cells)
            .filter(|&cells| is_bound(cells))
            .collect(),
        sizes: sizes.take(MAX_PAIR_CLAUSES).collect(),
        max_sizes: (0..pattern.variables.len())
            .map(|var| pattern.size(Var(var as u16)).1.into())
            .collect(),
        counted: None,
    };
    let says_nothing = pair.clauses.is_empty() && pair.none_in_both.is_empty();
    (!says_nothing && pair.houses[1].is_some()).then(|| SetPair {
        counted: counted(&pair),
        ..pair
    })
}

/// A clause about bound cells that names the digits of both sets.
fn pair_clause(
    every: &Every,
    sets: [AlsPattern; 2],
    is_bound: &dyn Fn(Var) -> bool,
) -> Option<PairClause> {
    let Subject::Cells(cells) = every.subject else {
        return None;
    };
    let named = only_digits(every)?;
    let names_both = sets.iter().all(|set| named.contains(&set.digits));
    let (bound, free) = { named.into_iter() }
        .filter(|var| sets.iter().all(|set| set.digits != *var))
        .partition(|&var| is_bound(var));
    (names_both && is_bound(cells)).then_some(PairClause { cells, bound, free })
}

/// Cells and two sets of digits, if a demand says that no candidate of the cells is in both sets.
fn shared_by_no_cell(presence: &Presence) -> Option<(Var, [Var; 2])> {
    let (Subject::Cells(cells), [Alternative::All(parts)]) =
        (&presence.subject, presence.alternatives.as_slice())
    else {
        return None;
    };
    let [Alternative::Digit(one), Alternative::Digit(other)] = parts.as_slice() else {
        return None;
    };
    let forbids = presence.negated && !presence.others && !presence.each;
    let is_any = (presence.least, presence.most) == (1, u32::MAX);
    (forbids && is_any).then_some((*cells, [*one, *other]))
}

/// A condition about the sizes of two sets; `None` if it has more than one other unbound variable.
fn pair_sizes(
    condition: &Condition,
    sets: [AlsPattern; 2],
    is_bound: &dyn Fn(Var) -> bool,
) -> Option<PairSizes> {
    let Condition::Sizes {
        left,
        right,
        plus,
        more,
    } = condition
    else {
        return None;
    };
    let mut sizes = PairSizes {
        plus: i64::from(*plus),
        more: i64::from(*more),
        ..PairSizes::default()
    };
    let signed = (left.iter().map(|v| (1, *v))).chain(right.iter().map(|v| (-1, *v)));
    for (sign, var) in signed {
        if let Some(set) = sets.iter().position(|set| set.cells == var) {
            sizes.cells[set] += sign;
        } else if let Some(set) = sets.iter().position(|set| set.digits == var) {
            sizes.digits[set] += sign;
        } else if is_bound(var) {
            sizes.bound.push((var, sign));
        } else if sizes.free.replace((var, sign)).is_some() {
            return None;
        }
    }
    let mentions = |set: usize| sizes.cells[set] != 0 || sizes.digits[set] != 0;
    (mentions(0) && mentions(1)).then_some(sizes)
}

/// A clause and a size condition with the same free variable. The digits that both sets leave over
/// must fit into the remaining size.
fn counted(pair: &SetPair) -> Option<(usize, usize)> {
    let clauses = pair.clauses.iter().enumerate();
    clauses.into_iter().find_map(|(at, clause)| {
        let [free] = clause.free.as_slice() else {
            return None;
        };
        let about = |sizes: &PairSizes| sizes.free.is_some_and(|(var, _)| var == *free);
        Some((at, pair.sizes.iter().position(about)?))
    })
}
