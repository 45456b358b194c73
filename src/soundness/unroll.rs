//! Derived relations written out, for boards on which a rule is wrong.
//!
//! Takes a pattern that uses relations, gives patterns that do not: each relation is replaced
//! by one of its cases, up to a depth. A board on which one of these is wrong is a board on which the
//! rule is.

use crate::lang::ir::{
    Alternative, Conclusion, Condition, Every, Pattern, Presence, Relation, Sort, Subject, Var,
    Variable,
};

/// More patterns than this are not looked at.
const MOST: usize = 64;

/// The pattern with each relation replaced by a case, just so many times altogether.
pub fn unroll(pattern: &Pattern, relations: &[Relation], depth: usize) -> Vec<Pattern> {
    let mut start = pattern.clone();
    verbs_to_conditions(&mut start);
    let mut done = Vec::new();
    expand(start, relations, depth, &mut done);
    done
}

fn expand(pattern: Pattern, relations: &[Relation], depth: usize, done: &mut Vec<Pattern>) {
    if done.len() >= MOST {
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
        expand(next, relations, depth - 1, done);
    }
}

/// Puts a case of a relation in the place of the relation between two variables.
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
    let demanded =
        |c: &&Condition| matches!(c, Condition::OnlyOpen(..) | Condition::SomeOfKind(..));
    let conditions = case.conditions.iter().filter(|c| !demanded(c));
    let conditions: Vec<Condition> = conditions.map(|c| condition(c, map)).collect();
    let is_loop = |c: &Conclusion| *c == Conclusion::EliminateLinks(relation, a, b);
    if pattern.conclusions.iter().any(is_loop) {
        pattern
            .conclusions
            .push(Conclusion::EliminateExcluded(vec![a, b]));
        for condition in &conditions {
            pattern.conclusions.extend(match *condition {
                Condition::Excludes(p, q) => Some(Conclusion::EliminateExcluded(vec![p, q])),
                Condition::Relation(inner, p, q) => Some(Conclusion::EliminateLinks(inner, p, q)),
                _ => None,
            });
        }
    }
    pattern.conditions.extend(conditions);
    pattern
        .knowledge
        .extend(case.knowledge.iter().map(|every| Every {
            subject: subject(&every.subject, map),
            alternatives: alternatives(&every.alternatives, map),
            span: every.span.clone(),
        }));
    pattern
        .presence
        .extend(case.presence.iter().map(|presence| Presence {
            subject: subject(&presence.subject, map),
            alternatives: alternatives(&presence.alternatives, map),
            ..presence.clone()
        }));
}

/// `every candidate of a refutes t`: the true one is a candidate p, and p refutes t.
fn verbs_to_conditions(pattern: &mut Pattern) {
    let mut added = Vec::new();
    let base = pattern.variables.len();
    for every in &mut pattern.knowledge {
        let truths = match every.subject {
            Subject::Digits(digits, houses) => [digits, houses]
                .map(|v| pattern.variables[usize::from(v.0)].size.map_or(1, |s| s.1))
                .iter()
                .product(),
            Subject::Cells(cells) => pattern.variables[usize::from(cells.0)]
                .size
                .map_or(1, |s| s.1),
            Subject::Truth(_) | Subject::Overlap(..) => 1,
        };
        let mut replaced = Vec::new();
        for alternative in &every.alternatives {
            let Alternative::Relation(relation, var) = alternative else {
                replaced.push(alternative.clone());
                continue;
            };
            for _ in 0..truths {
                let fresh = Var((base + added.len()) as u16);
                added.push(Condition::Relation(*relation, fresh, *var));
                replaced.push(Alternative::Candidate(fresh));
            }
        }
        every.alternatives = replaced;
    }
    for at in 0..added.len() {
        pattern.variables.push(Variable {
            name: format!("true {}", at + 1),
            sort: Sort::Candidate,
            size: None,
            is_target: false,
        });
    }
    pattern.conditions.extend(added);
}

fn condition(condition: &Condition, map: impl Fn(Var) -> Var + Copy) -> Condition {
    let mut mapped = condition.clone();
    let all = |vars: &mut [Var]| vars.iter_mut().for_each(|v| *v = map(*v));
    match &mut mapped {
        Condition::Sees(a, b)
        | Condition::Excludes(a, b)
        | Condition::In(a, b)
        | Condition::NotIn(a, b)
        | Condition::Disjoint(a, b)
        | Condition::Distinct(a, b)
        | Condition::Relation(_, a, b) => (*a, *b) = (map(*a), map(*b)),
        Condition::NotGiven(a) | Condition::Template(a, _) => *a = map(*a),
        Condition::Sizes { left, right, .. } => {
            all(left);
            all(right);
        }
        Condition::AllSee {
            digit: a,
            one: b,
            other: c,
        }
        | Condition::AllExclude {
            digit: a,
            cells: b,
            other: c,
        }
        | Condition::Whole {
            node: a,
            digit: b,
            cells: c,
        } => (*a, *b, *c) = (map(*a), map(*b), map(*c)),
        Condition::Deadly { digits, cells } | Condition::DeadlyBut { digits, cells } => {
            all(digits);
            all(cells);
        }
        // What a name demands has no place in a relation.
        _ => {}
    }
    mapped
}

fn subject(subject: &Subject, map: impl Fn(Var) -> Var) -> Subject {
    match *subject {
        Subject::Cells(a) => Subject::Cells(map(a)),
        Subject::Truth(a) => Subject::Truth(map(a)),
        Subject::Digits(a, b) => Subject::Digits(map(a), map(b)),
        Subject::Overlap(a, b) => Subject::Overlap(map(a), map(b)),
    }
}

fn alternatives(all: &[Alternative], map: impl Fn(Var) -> Var + Copy) -> Vec<Alternative> {
    let one = |alternative: &Alternative| match alternative {
        Alternative::Digit(a) => Alternative::Digit(map(*a)),
        Alternative::Cell(a) => Alternative::Cell(map(*a)),
        Alternative::House(a) => Alternative::House(map(*a)),
        Alternative::Candidate(a) => Alternative::Candidate(map(*a)),
        Alternative::Sees(a) => Alternative::Sees(map(*a)),
        Alternative::Excludes(a) => Alternative::Excludes(map(*a)),
        Alternative::Relation(relation, a) => Alternative::Relation(*relation, map(*a)),
        Alternative::All(parts) => Alternative::All(alternatives(parts, map)),
    };
    all.iter().map(one).collect()
}
