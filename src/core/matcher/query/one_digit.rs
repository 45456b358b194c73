//! Relations about one digit. Their facts change only if a candidate of that digit is eliminated.

use crate::lang::ir::{Alternative, Conclusion, Condition, Pattern, Relation, Sort, Subject, Var};

/// For each relation, whether all its truths are about the digit of its ends.
pub fn of_one_digit(relations: &[Relation]) -> Vec<bool> {
    let mut all = vec![true; relations.len()];
    // Relations may need each other: all are assumed to be of one digit until one is not.
    loop {
        let holds = |relation: &Relation| {
            let mut cases = relation.cases.iter();
            cases.all(|case| is_about_one_digit(case, &all, &[Var(0), Var(1)]))
        };
        let next: Vec<bool> = relations.iter().map(holds).collect();
        if next == all {
            return all;
        }
        all = next;
    }
}

/// True if all constraints of the pattern on candidates are about the digit of these variables.
pub fn is_about_one_digit(pattern: &Pattern, relations: &[bool], ends: &[Var]) -> bool {
    let class = classes(pattern, relations);
    let Some(common) = ends.first().map(|end| class[usize::from(end.0)]) else {
        return false;
    };
    let is_common = |var: Var| class[usize::from(var.0)] == common;
    let by_digit = |subject: &Subject| match subject {
        Subject::Digits(digit, _) | Subject::Overlap(digit, _) => is_common(*digit),
        _ => false,
    };
    let plain = |a: &Alternative| {
        !matches!(
            a,
            Alternative::Relation(..)
                | Alternative::RelationFrom(..)
                | Alternative::All(_)
                | Alternative::Guardian
        )
    };
    let condition = |c: &Condition| match c {
        Condition::Relation(id, a, b) => relations[*id] && is_common(*a) && is_common(*b),
        _ => c.is_geometric(),
    };
    let of_loop = |c: &Conclusion| matches!(c, Conclusion::EliminateLinks(..));
    ends.iter().all(|&end| is_common(end))
        && pattern.presence.is_empty()
        && pattern.conditions.iter().all(condition)
        && (pattern.knowledge.iter())
            .all(|every| by_digit(&every.subject) && every.alternatives.iter().all(plain))
        && !pattern.conclusions.iter().any(of_loop)
}

/// True if the pattern concludes only eliminations of the digit.
pub fn eliminates_only(pattern: &Pattern, relations: &[bool], digit: Var) -> bool {
    let class = classes(pattern, relations);
    let is_common = |var: &Var| class[usize::from(var.0)] == class[usize::from(digit.0)];
    let is_about = |conclusion: &Conclusion| match conclusion {
        Conclusion::Eliminate {
            digits, all_but, ..
        } => !all_but && digits.iter().all(is_common),
        Conclusion::EliminateCandidate(var) => is_common(var),
        Conclusion::EliminateExcluded(vars) => vars.iter().all(is_common),
        _ => false,
    };
    pattern.conclusions.iter().all(is_about)
}

/// By variable: the number of its class. Variables of one class are about the same digit.
fn classes(pattern: &Pattern, relations: &[bool]) -> Vec<usize> {
    let mut class: Vec<usize> = (0..pattern.variables.len()).collect();
    let is_digit = |var: Var| pattern.is_one(var, Sort::Digit);
    for condition in &pattern.conditions {
        let (a, b) = match condition {
            Condition::In(a, b) if is_digit(*b) => (*a, *b),
            Condition::Relation(id, a, b) if relations[*id] => (*a, *b),
            _ => continue,
        };
        let (one, other) = (class[usize::from(a.0)], class[usize::from(b.0)]);
        for known in class.iter_mut().filter(|known| **known == other) {
            *known = one;
        }
    }
    class
}
