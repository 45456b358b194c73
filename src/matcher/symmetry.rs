//! Symmetries of a pattern: variables that can change places without changing what it says.
//!
//! In an XY-wing the two pincers can be exchanged, together with their digits. Each such wing
//! would be found twice, with the same truths and the same conclusions, and of two such matches only
//! the one with the smaller bindings is kept. So only that one is looked for.

use super::plan::Bind;
use crate::lang::ir::{
    Alternative, Cells, Conclusion, Condition, Pattern, Presence, Seen, Subject, Var,
};

/// Patterns with more variables are taken as they are.
const MAX_VARIABLES: usize = 12;

/// For each step of a plan, the pairs of variables of which the first must not be bound to
/// more than the second, as soon as both are bound.
pub fn orders(pattern: &Pattern, steps: &[Bind]) -> Vec<Vec<(Var, Var)>> {
    let mut orders = vec![Vec::new(); steps.len()];
    let depth = |var: Var| steps.iter().position(|bind| bind.var == var);
    for exchange in exchanges(pattern) {
        let moved = exchange
            .iter()
            .enumerate()
            .find(|(i, v)| *i != usize::from(v.0));
        let Some((first, &second)) = moved else {
            continue;
        };
        let first = Var(first as u16);
        if let (Some(a), Some(b)) = (depth(first), depth(second)) {
            let pair = (first, second);
            let order: &mut Vec<(Var, Var)> = &mut orders[a.max(b)];
            if !order.contains(&pair) {
                order.push(pair);
            }
        }
    }
    orders
}

/// The exchanges of variables that leave the pattern as it is: for each variable, what it becomes.
fn exchanges(pattern: &Pattern) -> Vec<Vec<Var>> {
    let count = pattern.variables.len();
    if count > MAX_VARIABLES {
        return Vec::new();
    }
    let mut found = Vec::new();
    let Some(form) = Form::of(pattern, &|v| v) else {
        return found;
    };
    // Of exchanges that begin with the same pair one is enough.
    for a in 0..count {
        for b in a + 1..count {
            if alike(pattern, a, b) {
                let mut becomes: Vec<Option<usize>> = vec![None; count];
                for (i, fixed) in becomes.iter_mut().enumerate().take(a) {
                    *fixed = Some(i);
                }
                becomes[a] = Some(b);
                becomes[b] = Some(a);
                found.extend(complete(pattern, &form, &mut becomes));
            }
        }
    }
    found
}

/// Whether two variables can stand for the same things. All values of a target belong to one
/// match, so targets stay where they are.
fn alike(pattern: &Pattern, a: usize, b: usize) -> bool {
    let (a, b) = (&pattern.variables[a], &pattern.variables[b]);
    a.sort == b.sort && a.size == b.size && !a.is_target && !b.is_target
}

fn complete(pattern: &Pattern, form: &Form, becomes: &mut Vec<Option<usize>>) -> Option<Vec<Var>> {
    let Some(open) = becomes.iter().position(Option::is_none) else {
        let map = |v: Var| becomes[usize::from(v.0)].map_or(v, |to| Var(to as u16));
        let same = Form::of(pattern, &map).is_some_and(|other| other.is(form));
        return same.then(|| (0..becomes.len()).map(|v| map(Var(v as u16))).collect());
    };
    for to in open..becomes.len() {
        if becomes[to].is_some() || (to != open && !alike(pattern, open, to)) {
            continue;
        }
        becomes[open] = Some(to);
        becomes[to] = Some(open);
        let found = complete(pattern, form, becomes);
        if found.is_some() {
            return found;
        }
        becomes[open] = None;
        becomes[to] = None;
    }
    None
}

/// What a pattern says, with other variables in the place of its own.
struct Form {
    conditions: Vec<Condition>,
    /// Subjects and alternatives, and what else a clause about presence says.
    clauses: Vec<(Subject, Vec<Alternative>, Option<Presence>)>,
    conclusions: Vec<Conclusion>,
}

impl Form {
    /// `None` if the pattern says something that is not looked through here.
    fn of(pattern: &Pattern, map: &dyn Fn(Var) -> Var) -> Option<Form> {
        let alternatives =
            |all: &[Alternative]| all.iter().map(|a| alternative(a, map)).collect::<Vec<_>>();
        let knowledge = { pattern.knowledge.iter() }.map(|e| {
            (
                subject(&e.subject, map),
                alternatives(&e.alternatives),
                None,
            )
        });
        let presence = pattern.presence.iter().map(|p| {
            let about = subject(&p.subject, map);
            let plain = Presence {
                subject: about.clone(),
                alternatives: Vec::new(),
                ..p.clone()
            };
            (about, alternatives(&p.alternatives), Some(plain))
        });
        let conditions = pattern.conditions.iter().map(|c| condition(c, map));
        let conclusions = pattern.conclusions.iter().map(|c| conclusion(c, map));
        Some(Form {
            conditions: conditions.collect::<Option<_>>()?,
            clauses: knowledge.chain(presence).collect(),
            conclusions: conclusions.collect::<Option<_>>()?,
        })
    }

    /// Whether they say the same, in any order.
    fn is(&self, other: &Form) -> bool {
        type Clause = (Subject, Vec<Alternative>, Option<Presence>);
        let clause = |a: &Clause, b: &Clause| a.0 == b.0 && same(&a.1, &b.1, eq) && a.2 == b.2;
        same(&self.conditions, &other.conditions, eq)
            && same(&self.clauses, &other.clauses, clause)
            && same(&self.conclusions, &other.conclusions, eq)
    }
}

fn eq<T: PartialEq>(a: &T, b: &T) -> bool {
    a == b
}

/// Whether two lists are the same but for their order.
fn same<T>(a: &[T], b: &[T], equal: impl Fn(&T, &T) -> bool) -> bool {
    let mut left: Vec<&T> = b.iter().collect();
    let mut taken = |x: &T| {
        let place = left.iter().position(|y| equal(x, y));
        place.map(|i| left.swap_remove(i)).is_some()
    };
    a.len() == b.len() && a.iter().all(&mut taken)
}

fn condition(condition: &Condition, map: &dyn Fn(Var) -> Var) -> Option<Condition> {
    let either = |a: Var, b: Var| (map(a).min(map(b)), map(a).max(map(b)));
    Some(match *condition {
        Condition::Sees(a, b) => Condition::Sees(either(a, b).0, either(a, b).1),
        Condition::Excludes(a, b) => Condition::Excludes(either(a, b).0, either(a, b).1),
        Condition::Disjoint(a, b) => Condition::Disjoint(either(a, b).0, either(a, b).1),
        Condition::Distinct(a, b) => Condition::Distinct(either(a, b).0, either(a, b).1),
        Condition::In(a, b) => Condition::In(map(a), map(b)),
        Condition::NotIn(a, b) => Condition::NotIn(map(a), map(b)),
        Condition::NotGiven(a) => Condition::NotGiven(map(a)),
        _ => return None,
    })
}

fn subject(subject: &Subject, map: &dyn Fn(Var) -> Var) -> Subject {
    match *subject {
        Subject::Cells(var) => Subject::Cells(map(var)),
        Subject::Truth(var) => Subject::Truth(map(var)),
        Subject::Digits(digits, houses) => Subject::Digits(map(digits), map(houses)),
        Subject::Overlap(digits, houses) => Subject::Overlap(map(digits), map(houses)),
    }
}

fn alternative(alternative: &Alternative, map: &dyn Fn(Var) -> Var) -> Alternative {
    match alternative {
        Alternative::Digit(var) => Alternative::Digit(map(*var)),
        Alternative::Cell(var) => Alternative::Cell(map(*var)),
        Alternative::House(var) => Alternative::House(map(*var)),
        Alternative::Candidate(var) => Alternative::Candidate(map(*var)),
        Alternative::Sees(var) => Alternative::Sees(map(*var)),
        Alternative::Excludes(var) => Alternative::Excludes(map(*var)),
        Alternative::Relation(relation, var) => Alternative::Relation(*relation, map(*var)),
        Alternative::All(parts) => Alternative::All(
            parts
                .iter()
                .map(|part| self::alternative(part, map))
                .collect(),
        ),
    }
}

fn conclusion(conclusion: &Conclusion, map: &dyn Fn(Var) -> Var) -> Option<Conclusion> {
    let sorted = |vars: &[Var]| {
        let mut vars: Vec<Var> = vars.iter().map(|&v| map(v)).collect();
        vars.sort_unstable();
        vars
    };
    Some(match conclusion {
        Conclusion::Eliminate {
            digits,
            without,
            all_but,
            cells,
        } => Conclusion::Eliminate {
            without: sorted(without),
            digits: sorted(digits),
            all_but: *all_but,
            cells: Cells {
                within: sorted(&cells.within),
                seeing: seeing(&cells.seeing, map),
                inside: sorted(&cells.inside),
                except: sorted(&cells.except),
            },
        },
        Conclusion::EliminateCandidate(var) => Conclusion::EliminateCandidate(map(*var)),
        Conclusion::EliminateExcluded(vars) => Conclusion::EliminateExcluded(sorted(vars)),
        Conclusion::Place(digit, cell) => Conclusion::Place(map(*digit), map(*cell)),
        Conclusion::PlaceCandidate(var) => Conclusion::PlaceCandidate(map(*var)),
        Conclusion::EliminateLinks(..) => return None,
    })
}

fn seeing(seen: &[Seen], map: &dyn Fn(Var) -> Var) -> Vec<Seen> {
    let mut all: Vec<Seen> = { seen.iter() }
        .map(|seen| match *seen {
            Seen::All(var) => Seen::All(map(var)),
            Seen::Every { digit, cells } => Seen::Every {
                digit: map(digit),
                cells: map(cells),
            },
        })
        .collect();
    all.sort_by_key(|seen| match *seen {
        Seen::All(var) => (var, None),
        Seen::Every { digit, cells } => (cells, Some(digit)),
    });
    all
}
