//! Detection of clauses that can never hold, on the lowered pattern, where sorts and sizes are
//! known.
//!
//! For example, `every candidate of a is x or y` can never hold for a set `a` of three cells in one
//! house.

use super::ast::{self, Name};
use super::diagnostics::{Finding, Problem};
use super::ir::{
    Alternative, Conclusion, Condition, Every, Pattern, Relation, Sort, Subject, Technique, Var,
    Variable,
};

/// Checks the techniques of a rule.
pub fn check_rule(rule: &ast::Rule, techniques: &[Technique], findings: &mut Vec<Finding>) {
    for pattern in techniques.iter().flat_map(|t| &t.patterns) {
        check(pattern, &rule.name, true, findings);
    }
    // A clause is reported once for all values of the parameter.
    findings.dedup_by(|a, b| a.code() == b.code() && a.span.0 == b.span.0);
}

/// Checks the cases of a relation.
pub fn check_relation(
    relation: &ast::RelationDef,
    lowered: &Relation,
    findings: &mut Vec<Finding>,
) {
    for case in &lowered.cases {
        check(case, &relation.name, false, findings);
    }
}

fn check(pattern: &Pattern, name: &Name, is_rule: bool, findings: &mut Vec<Finding>) {
    for every in &pattern.knowledge {
        if every.alternatives.is_empty() && !matches!(every.subject, Subject::Overlap(..)) {
            let finding = Finding::new(Problem::NeverHolds, &every.span, "nothing is left to be");
            findings.push(finding.help("none of the members it names exists"));
        } else if let Some(label) = never(pattern, every) {
            findings.push(Finding::new(Problem::NeverHolds, &every.span, label));
        }
    }
    let knows = |c: &Condition| {
        matches!(
            c,
            Condition::Relation(..)
                | Condition::Template(..)
                | Condition::FewestLinks { .. }
                | Condition::Capacities(_)
                | Condition::Deadly { .. }
                | Condition::DeadlyBut { .. }
        )
    };
    let is_filling = |c: &Conclusion| matches!(c, Conclusion::EliminateUnfilled(_));
    let knows_fillings = pattern.conclusions.iter().any(is_filling);
    if is_rule
        && !knows_fillings
        && pattern.knowledge.is_empty()
        && !pattern.conditions.iter().any(knows)
    {
        let problem = Problem::NoKnowledge {
            name: name.node.clone(),
        };
        let finding = Finding::new(problem, &name.span, "nothing follows from nothing");
        findings.push(finding.help("say what is known: `when every ...`"));
    }
}

/// The reason why the clause can never hold. `None` if it can hold.
fn never(pattern: &Pattern, every: &Every) -> Option<String> {
    let look = Possibilities { pattern };
    if let Some(label) = look.too_few(every) {
        return Some(label);
    }
    // A clause without candidates would hold, but a truth always has a candidate.
    let truth = !matches!(every.subject, Subject::Overlap(..));
    let all = truth
        && every
            .alternatives
            .iter()
            .all(|a| look.impossible(&every.subject, a));
    all.then(|| "no candidate can be any of these".to_string())
}

struct Possibilities<'p> {
    pattern: &'p Pattern,
}

impl Possibilities<'_> {
    fn variable(&self, var: Var) -> &Variable {
        &self.pattern.variables[usize::from(var.0)]
    }

    fn has(&self, condition: &Condition) -> bool {
        self.pattern.conditions.contains(condition)
    }

    fn differ(&self, a: Var, b: Var) -> bool {
        self.has(&Condition::Distinct(a, b))
            || self.has(&Condition::Distinct(b, a))
            || self.has(&Condition::Sees(a, b))
            || self.has(&Condition::Sees(b, a))
    }

    /// Whether the variables are different houses of one kind, which do not meet.
    fn parallel(&self, a: Var, b: Var) -> bool {
        let (Sort::House(x), Sort::House(y)) = (self.variable(a).sort, self.variable(b).sort)
        else {
            return false;
        };
        x == y && x.is_one() && self.differ(a, b)
    }

    /// Whether no candidate of the subject can satisfy the alternative.
    fn impossible(&self, subject: &Subject, alternative: &Alternative) -> bool {
        if let Alternative::All(all) = alternative {
            return all.iter().any(|a| self.impossible(subject, a));
        }
        match (subject, alternative) {
            (Subject::Cells(a), Alternative::Cell(b)) => {
                self.differ(*a, *b)
                    || self.has(&Condition::NotIn(*a, *b))
                    || self.has(&Condition::Disjoint(*a, *b))
            }
            (Subject::Cells(a), Alternative::Sees(b)) => a == b,
            (Subject::Cells(a), Alternative::House(h)) => self.has(&Condition::NotIn(*a, *h)),
            (Subject::Digits(d, _), Alternative::Digit(x)) => self.differ(*d, *x),
            (Subject::Digits(_, h), Alternative::House(g)) => self.parallel(*h, *g),
            (Subject::Digits(_, h), Alternative::Cell(a)) => self.has(&Condition::NotIn(*a, *h)),
            _ => false,
        }
    }

    /// n truths that exclude each other cannot share fewer than n labels.
    fn too_few(&self, every: &Every) -> Option<String> {
        let least = |var: Var| self.variable(var).size.map(|(least, _)| least);
        let most = |var: Var| self.variable(var).size.map_or(1, |(_, most)| most);
        let mut labels = 0;
        for alternative in &every.alternatives {
            labels += match (&every.subject, alternative) {
                (Subject::Cells(_), Alternative::Digit(x)) => most(*x),
                (Subject::Digits(..), Alternative::Cell(a)) => most(*a),
                (Subject::Digits(..), Alternative::House(h)) => most(*h),
                _ => return None,
            };
        }
        let covers_houses = every
            .alternatives
            .iter()
            .any(|a| matches!(a, Alternative::House(_)));
        let (truths, what) = match every.subject {
            Subject::Cells(s) if self.in_one_house(s) => (least(s)?, "cells"),
            Subject::Digits(d, h) if least(h).is_none() && !covers_houses => (least(d)?, "digits"),
            Subject::Digits(d, h) if least(d).is_none() && self.is_parallel_set(h) => {
                (least(h)?, "houses")
            }
            _ => return None,
        };
        // Sizes that depend on each other are compared when they are chosen.
        let tied = self
            .pattern
            .conditions
            .iter()
            .any(|c| matches!(c, Condition::Sizes { .. }));
        (!tied && labels < truths).then(|| format!("{truths} {what} do not fit into {labels}"))
    }

    fn in_one_house(&self, cells: Var) -> bool {
        self.pattern.conditions.iter().any(|c| match c {
            Condition::In(a, h) if *a == cells => {
                matches!(self.variable(*h).sort, Sort::House(_)) && self.variable(*h).size.is_none()
            }
            _ => false,
        })
    }

    fn is_parallel_set(&self, houses: Var) -> bool {
        matches!(self.variable(houses).sort, Sort::House(kinds) if kinds.is_one())
    }
}
