//! The only visitor of patterns: lists or replaces the variables and relations of each part.
//!
//! All code that lists, counts or renames variables uses these functions, so a new construct is
//! added only here. `p excludes q` mentions `p` and `q`.

use super::ir::{
    Alternative, CapacityCount, Cells, Conclusion, Condition, Every, Pattern, Presence, Seen,
    Subject, Var,
};

fn visit_subject(subject: &mut Subject, visit: &mut dyn FnMut(&mut Var)) {
    match subject {
        Subject::Cells(a) | Subject::Truth(a) => visit(a),
        Subject::Digits(a, b) | Subject::Overlap(a, b) => [a, b].into_iter().for_each(visit),
    }
}

fn visit_alternative(alternative: &mut Alternative, visit: &mut dyn FnMut(&mut Var)) {
    match alternative {
        Alternative::Digit(a)
        | Alternative::Cell(a)
        | Alternative::House(a)
        | Alternative::Candidate(a)
        | Alternative::Sees(a)
        | Alternative::Excludes(a)
        | Alternative::Relation(_, a)
        | Alternative::RelationFrom(_, a) => visit(a),
        Alternative::Guardian => {}
        Alternative::All(parts) => {
            for part in parts {
                visit_alternative(part, visit);
            }
        }
    }
}

fn visit_condition(condition: &mut Condition, visit: &mut dyn FnMut(&mut Var)) {
    match condition {
        Condition::Sees(a, b)
        | Condition::Excludes(a, b)
        | Condition::In(a, b)
        | Condition::NotIn(a, b)
        | Condition::Disjoint(a, b)
        | Condition::Distinct(a, b)
        | Condition::Present(a, b)
        | Condition::OnlyOpen(a, b)
        | Condition::Relation(_, a, b) => [a, b].into_iter().for_each(visit),
        Condition::NotGiven(a) | Condition::Template(a, _) => visit(a),
        Condition::Sizes { left, right, .. } => left.iter_mut().chain(right).for_each(visit),
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
        } => [a, b, c].into_iter().for_each(visit),
        Condition::EveryCell {
            set,
            inside,
            outside,
        } => {
            let houses = inside.iter_mut().flatten().chain(outside);
            std::iter::once(set).chain(houses).for_each(visit);
        }
        Condition::FewestLinks { cells, sizes, .. }
        | Condition::Capacities(CapacityCount { cells, sizes, .. }) => {
            cells.iter_mut().chain(sizes).for_each(visit);
        }
        Condition::SomeOfKind(houses) => houses.iter_mut().for_each(|(a, _)| visit(a)),
        Condition::Deadly { digits, cells } | Condition::DeadlyBut { digits, cells } => {
            digits.iter_mut().chain(cells).for_each(visit);
        }
    }
}

fn visit_conclusion(conclusion: &mut Conclusion, visit: &mut dyn FnMut(&mut Var)) {
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
            for seen in seeing {
                match seen {
                    Seen::All(a) => visit(a),
                    Seen::Every { digit, cells } => {
                        [digit, cells].into_iter().for_each(&mut *visit)
                    }
                }
            }
            let lists = [digits, without, within, inside, except];
            lists.into_iter().flatten().for_each(visit);
        }
        Conclusion::OneOfGuardians => {}
        Conclusion::EliminateCandidate(a) | Conclusion::PlaceCandidate(a) => visit(a),
        Conclusion::EliminateExcluded(all)
        | Conclusion::EliminateUnfilled(all)
        | Conclusion::EliminateCovered(all)
        | Conclusion::EliminateUnfit(all) => all.iter_mut().for_each(visit),
        Conclusion::EliminateLinks(_, a, b) | Conclusion::Place(a, b) => {
            [a, b].into_iter().for_each(visit);
        }
    }
}

fn visit_clause(
    subject: &mut Subject,
    alternatives: &mut [Alternative],
    visit: &mut dyn FnMut(&mut Var),
) {
    visit_subject(subject, visit);
    (alternatives.iter_mut()).for_each(|a| visit_alternative(a, visit));
}

fn visit_pattern(pattern: &mut Pattern, visit: &mut dyn FnMut(&mut Var)) {
    (pattern.conditions.iter_mut()).for_each(|c| visit_condition(c, visit));
    for every in &mut pattern.knowledge {
        visit_clause(&mut every.subject, &mut every.alternatives, visit);
    }
    for presence in &mut pattern.presence {
        visit_clause(&mut presence.subject, &mut presence.alternatives, visit);
    }
    (pattern.conclusions.iter_mut()).for_each(|c| visit_conclusion(c, visit));
}

/// Lists the variables of a part. Visits a copy, because a visit may change variables.
fn visited<T: Clone>(part: &T, visit: impl Fn(&mut T, &mut dyn FnMut(&mut Var))) -> Vec<Var> {
    let mut vars = Vec::new();
    visit(&mut part.clone(), &mut |var| vars.push(*var));
    vars
}

/// The variables of a subject.
pub fn subject_vars(subject: &Subject) -> Vec<Var> {
    visited(subject, visit_subject)
}

/// The variables of an alternative.
pub fn alternative_vars(alternative: &Alternative) -> Vec<Var> {
    visited(alternative, visit_alternative)
}

/// The variables of a condition.
pub fn condition_vars(condition: &Condition) -> Vec<Var> {
    visited(condition, visit_condition)
}

/// The variables of a conclusion.
pub fn conclusion_vars(conclusion: &Conclusion) -> Vec<Var> {
    visited(conclusion, visit_conclusion)
}

fn clause_vars(subject: &Subject, alternatives: &[Alternative]) -> Vec<Var> {
    let alternatives = alternatives.iter().flat_map(alternative_vars);
    subject_vars(subject)
        .into_iter()
        .chain(alternatives)
        .collect()
}

/// The variables of a clause.
pub fn every_vars(every: &Every) -> Vec<Var> {
    clause_vars(&every.subject, &every.alternatives)
}

/// The variables of a presence clause.
pub fn presence_vars(presence: &Presence) -> Vec<Var> {
    clause_vars(&presence.subject, &presence.alternatives)
}

/// The number of uses of a variable in a pattern, not counting its declaration.
pub fn mentions(pattern: &Pattern, var: Var) -> usize {
    let mut count = 0;
    visit_pattern(&mut pattern.clone(), &mut |v| {
        count += usize::from(*v == var)
    });
    count
}

/// Renames the variables of a pattern.
pub fn rename(pattern: &mut Pattern, name: impl Fn(Var) -> Var) {
    visit_pattern(pattern, &mut |var: &mut Var| *var = name(*var));
}

/// The relations that a pattern mentions.
pub fn relations_in(pattern: &Pattern) -> Vec<usize> {
    let conditions = pattern.conditions.iter().filter_map(|c| match c {
        Condition::Relation(id, ..) => Some(*id),
        _ => None,
    });
    let conclusions = pattern.conclusions.iter().filter_map(|c| match c {
        Conclusion::EliminateLinks(id, ..) => Some(*id),
        _ => None,
    });
    let mut used: Vec<usize> = conditions.chain(conclusions).collect();
    let known = pattern.knowledge.iter().flat_map(|e| &e.alternatives);
    let demanded = pattern.presence.iter().flat_map(|p| &p.alternatives);
    for alternative in known.chain(demanded) {
        add_relations(alternative, &mut used);
    }
    used
}

fn add_relations(alternative: &Alternative, used: &mut Vec<usize>) {
    match alternative {
        Alternative::Relation(id, _) | Alternative::RelationFrom(id, _) => used.push(*id),
        Alternative::All(parts) => parts.iter().for_each(|part| add_relations(part, used)),
        _ => {}
    }
}
