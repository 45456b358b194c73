//! Expansion of derived relations, for the search for counterexamples.
//!
//! A pattern with relations becomes patterns without relations: each relation is replaced by one of
//! its cases, up to a depth. A counterexample to an expansion is a counterexample to the rule.

use super::smt::Deadline;
use qedoku_core::lang::ir::{
    Alternative, Conclusion, Condition, Pattern, Relation, Sort, Subject, Var, Variable,
};
use qedoku_core::lang::vars::rename;

/// Maximum number of patterns.
const MAX_EXPANSIONS: usize = 64;

/// The patterns in which each relation is replaced by a case, with exactly `depth` replacements. If
/// all cases of a relation need further ones, there are exponentially many expansions and no
/// result. At `deadline` the search ends with the patterns found so far.
pub fn unroll(
    pattern: &Pattern,
    relations: &[Relation],
    depth: usize,
    deadline: Deadline,
) -> Vec<Pattern> {
    let mut start = pattern.clone();
    let mut variables = std::mem::take(&mut start.variables);
    verbs_to_conditions(&mut start, &mut variables, concludes_links(pattern));
    // The link that closes a loop. The other links come from the cases.
    let ends = pattern.conclusions.iter().filter_map(|c| match c {
        Conclusion::EliminateLinks(_, a, b) => Some(Conclusion::EliminateExcluded(vec![*a, *b])),
        _ => None,
    });
    start.conclusions.extend(ends);
    start.variables = variables;
    let mut done = Vec::new();
    expand(start, relations, depth, deadline, &mut done);
    done
}

fn expand(
    pattern: Pattern,
    relations: &[Relation],
    depth: usize,
    deadline: Deadline,
    done: &mut Vec<Pattern>,
) {
    if done.len() >= MAX_EXPANSIONS || deadline.is_over() {
        return;
    }
    let is_relation = |c: &Condition| matches!(c, Condition::Relation(..));
    let Some(at) = pattern.conditions.iter().position(is_relation) else {
        if depth > 0 {
            return;
        }
        let links = |c: &Conclusion| !matches!(c, Conclusion::EliminateLinks(..));
        let mut finished = pattern;
        finished.conclusions.retain(links);
        finished.read_shapes();
        done.push(finished);
        return;
    };
    let (Condition::Relation(relation, a, b), true) = (&pattern.conditions[at], depth > 0) else {
        return;
    };
    let (relation, a, b) = (*relation, *a, *b);
    for case in &relations[relation].cases {
        let mut next = pattern.clone();
        next.conditions.remove(at);
        inline(&mut next, case, relation, a, b);
        expand(next, relations, depth - 1, deadline, done);
    }
}

/// Replaces the relation between two variables by one of its cases.
fn inline(pattern: &mut Pattern, case: &Pattern, relation: usize, a: Var, b: Var) {
    let base = pattern.variables.len() as u16;
    let map = |v: Var| match v.0 {
        0 => a,
        1 => b,
        n => Var(base + n - 2),
    };
    for variable in &case.variables[2..] {
        let mut variable = variable.clone();
        variable.name = format!("{}'{base}", variable.name);
        pattern.variables.push(variable);
    }
    let mut case = case.clone();
    rename(&mut case, map);
    let of_loop = concludes_links(pattern);
    verbs_to_conditions(&mut case, &mut pattern.variables, of_loop);
    let is_loop = |c: &Conclusion| *c == Conclusion::EliminateLinks(relation, a, b);
    if pattern.conclusions.iter().any(is_loop) {
        for condition in &case.conditions {
            pattern.conclusions.extend(match *condition {
                Condition::Excludes(p, q) => Some(Conclusion::EliminateExcluded(vec![p, q])),
                Condition::Relation(inner, p, q) => Some(Conclusion::EliminateLinks(inner, p, q)),
                _ => None,
            });
        }
    }
    pattern.conditions.extend(case.conditions);
    pattern.knowledge.extend(case.knowledge);
    pattern.presence.extend(case.presence);
}

/// Whether a conclusion concerns each link of a loop.
pub fn concludes_links(pattern: &Pattern) -> bool {
    let is_loop = |c: &Conclusion| matches!(c, Conclusion::EliminateLinks(..));
    pattern.conclusions.iter().any(is_loop)
}

/// Expands `every candidate of a refutes t`: the true candidate is a new variable p, and p refutes
/// t, or t refutes p. In a loop, the links by which p refutes t belong to the loop only if p is a
/// candidate of a. The conclusion concerns the links of every such candidate, true or not, so there
/// is a second variable.
fn verbs_to_conditions(pattern: &mut Pattern, variables: &mut Vec<Variable>, of_loop: bool) {
    let mut added = Vec::new();
    let (base, mut count) = (variables.len(), 0);
    let most = |v: Var| variables[usize::from(v.0)].size.map_or(1, |s| s.1);
    for every in &mut pattern.knowledge {
        let truths = match every.subject {
            Subject::Digits(digits, houses) => most(digits) * most(houses),
            Subject::Cells(cells) => most(cells),
            Subject::Truth(_) | Subject::Overlap(..) => 1,
        };
        let places = match every.subject {
            Subject::Truth(truth) => vec![truth],
            Subject::Cells(cells) => vec![cells],
            Subject::Digits(digits, houses) | Subject::Overlap(digits, houses) => {
                vec![digits, houses]
            }
        };
        let mut replaced = Vec::new();
        for alternative in &every.alternatives {
            let (relation, var, from_it) = match alternative {
                Alternative::Relation(relation, var) => (relation, var, true),
                Alternative::RelationFrom(relation, var) => (relation, var, false),
                _ => {
                    replaced.push(alternative.clone());
                    continue;
                }
            };
            for _ in 0..truths * if of_loop { 2 } else { 1 } {
                let fresh = Var((base + count) as u16);
                count += 1;
                let (from, to) = if from_it {
                    (fresh, *var)
                } else {
                    (*var, fresh)
                };
                added.push(Condition::Relation(*relation, from, to));
                if of_loop {
                    added.extend(places.iter().map(|&place| Condition::In(fresh, place)));
                }
                replaced.push(Alternative::Candidate(fresh));
            }
        }
        every.alternatives = replaced;
    }
    for at in 0..count {
        variables.push(Variable {
            name: format!("true {}", base + at + 1),
            sort: Sort::Candidate,
            size: None,
            is_target: false,
        });
    }
    pattern.conditions.extend(added);
}
