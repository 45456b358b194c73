//! Symmetries of a pattern: exchanges of variables that leave the pattern unchanged.
//!
//! In an XY-wing the two pincers can be exchanged, together with their digits. Without this module
//! each wing would be found twice, with the same truths and conclusions. Only the match with the
//! smaller bindings is searched for.

use crate::lang::ir::{Cells, Conclusion, Condition, Every, Pattern, Presence, Seen, Var};
use crate::lang::vars::rename;

/// Largest number of variables for which symmetries are computed.
const MAX_SYMMETRIC_VARIABLES: usize = 12;

/// Pairs of variables: the value of the first must not be greater than that of the second.
pub fn orders(pattern: &Pattern) -> Vec<(Var, Var)> {
    let mut orders: Vec<(Var, Var)> = Vec::new();
    for exchange in exchanges(pattern) {
        let mut moved = exchange.iter().enumerate();
        let moved = moved.find(|(i, v)| *i != usize::from(v.0));
        let Some((first, &second)) = moved else {
            continue;
        };
        let pair = (Var(first as u16), second);
        if !orders.contains(&pair) {
            orders.push(pair);
        }
    }
    orders
}

/// The exchanges of variables that leave the pattern unchanged: for each variable, its image.
fn exchanges(pattern: &Pattern) -> Vec<Vec<Var>> {
    let count = pattern.variables.len();
    if count > MAX_SYMMETRIC_VARIABLES {
        return Vec::new();
    }
    let mut found = Vec::new();
    let Some(form) = OrderedForm::of(pattern, &|v| v) else {
        return found;
    };
    let alike = alike(pattern);
    // Of the exchanges that begin with the same pair of variables, the first one is enough.
    for a in 0..count {
        for b in a + 1..count {
            if alike[a][b] {
                let mut becomes: Vec<Option<usize>> = vec![None; count];
                for (i, fixed) in becomes.iter_mut().enumerate().take(a) {
                    *fixed = Some(i);
                }
                becomes[a] = Some(b);
                becomes[b] = Some(a);
                found.extend(complete(pattern, &form, &alike, &mut becomes));
            }
        }
    }
    found
}

/// Pairs of variables that might be interchangeable: same sort, same size, and the same constraints
/// when all other variables are treated as equal. A cheap filter, as trying every permutation would
/// be too slow. Targets are never interchangeable: all values of a target belong to one match.
fn alike(pattern: &Pattern) -> Vec<Vec<bool>> {
    let variables = pattern.variables.iter().enumerate();
    let said: Vec<_> = { variables.clone() }
        .map(|(own, _)| OrderedForm::of(pattern, &|v| Var((usize::from(v.0) == own).into())))
        .collect();
    let is_alike = |a: usize, b: usize| {
        let (one, other) = (&pattern.variables[a], &pattern.variables[b]);
        let both = said[a].as_ref().zip(said[b].as_ref());
        (one.sort, one.size) == (other.sort, other.size)
            && !one.is_target
            && !other.is_target
            && both.is_some_and(|(one, other)| one.is(other))
    };
    let count = variables.len();
    (0..count)
        .map(|a| (0..count).map(|b| is_alike(a, b)).collect())
        .collect()
}

fn complete(
    pattern: &Pattern,
    form: &OrderedForm,
    alike: &[Vec<bool>],
    becomes: &mut Vec<Option<usize>>,
) -> Option<Vec<Var>> {
    let Some(open) = becomes.iter().position(Option::is_none) else {
        let map = |v: Var| becomes[usize::from(v.0)].map_or(v, |to| Var(to as u16));
        let same = OrderedForm::of(pattern, &map).is_some_and(|other| other.is(form));
        return same.then(|| (0..becomes.len()).map(|v| map(Var(v as u16))).collect());
    };
    for to in open..becomes.len() {
        if becomes[to].is_some() || (to != open && !alike[open][to]) {
            continue;
        }
        becomes[open] = Some(to);
        becomes[to] = Some(open);
        let found = complete(pattern, form, alike, becomes);
        if found.is_some() {
            return found;
        }
        becomes[open] = None;
        becomes[to] = None;
    }
    None
}

/// A pattern with renamed variables and all unordered lists sorted, so that two of them can be
/// compared.
struct OrderedForm(Pattern);

impl OrderedForm {
    /// The sorted form of a pattern with renamed variables. `None` if the symmetry of a condition
    /// or conclusion is not known.
    fn of(pattern: &Pattern, map: &dyn Fn(Var) -> Var) -> Option<OrderedForm> {
        let mut pattern = pattern.clone();
        rename(&mut pattern, map);
        let ordered = pattern.conditions.iter_mut().all(order_condition)
            && pattern.conclusions.iter_mut().all(order_conclusion);
        ordered.then_some(OrderedForm(pattern))
    }

    /// True if two forms have the same constraints, in any order.
    fn is(&self, other: &OrderedForm) -> bool {
        let (one, other) = (&self.0, &other.0);
        let clause = |a: &Every, b: &Every| {
            a.subject == b.subject && same(&a.alternatives, &b.alternatives, eq)
        };
        let presence = |a: &Presence, b: &Presence| {
            let plain = |p: &Presence| Presence {
                alternatives: Vec::new(),
                ..p.clone()
            };
            plain(a) == plain(b) && same(&a.alternatives, &b.alternatives, eq)
        };
        same(&one.conditions, &other.conditions, eq)
            && same(&one.knowledge, &other.knowledge, clause)
            && same(&one.presence, &other.presence, presence)
            && same(&one.conclusions, &other.conclusions, eq)
    }
}

fn eq<T: PartialEq>(a: &T, b: &T) -> bool {
    a == b
}

/// True if two lists are equal apart from their order.
fn same<T>(a: &[T], b: &[T], equal: impl Fn(&T, &T) -> bool) -> bool {
    let mut left: Vec<&T> = b.iter().collect();
    let mut taken = |x: &T| {
        let place = left.iter().position(|y| equal(x, y));
        place.map(|i| left.swap_remove(i)).is_some()
    };
    a.len() == b.len() && a.iter().all(&mut taken)
}

/// Sorts the unordered parts of a condition; `false` if its symmetry is not known.
fn order_condition(condition: &mut Condition) -> bool {
    match condition {
        Condition::Sees(a, b)
        | Condition::Excludes(a, b)
        | Condition::Disjoint(a, b)
        | Condition::Distinct(a, b) => {
            if a > b {
                std::mem::swap(a, b);
            }
            true
        }
        Condition::In(..) | Condition::NotIn(..) | Condition::NotGiven(_) => true,
        _ => false,
    }
}

/// Sorts the unordered parts of a conclusion; `false` if its symmetry is not known.
fn order_conclusion(conclusion: &mut Conclusion) -> bool {
    match conclusion {
        Conclusion::Eliminate {
            digits,
            without,
            cells,
            ..
        } => {
            let Cells {
                within,
                seeing,
                inside,
                except,
            } = cells;
            let lists = [digits, without, within, inside, except];
            lists.into_iter().for_each(|list| list.sort_unstable());
            seeing.sort_by_key(|seen| match *seen {
                Seen::All(var) => (var, None),
                Seen::Every { digit, cells } => (cells, Some(digit)),
            });
            true
        }
        Conclusion::EliminateExcluded(vars) | Conclusion::EliminateUnfilled(vars) => {
            vars.sort_unstable();
            true
        }
        Conclusion::EliminateLinks(..) => false,
        _ => true,
    }
}
