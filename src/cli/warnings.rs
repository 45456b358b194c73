//! Warnings about matches without a certificate, and about matches that were not searched.

use std::collections::BTreeMap;

use qedoku_core::engine::{Solver, TechniqueId, Uncertified};
use qedoku_core::matcher::MAX_MATCHES;

/// The rules with uncertified matches: the first of each, and their number.
#[derive(Default)]
pub struct SkippedSteps(BTreeMap<String, (Uncertified, usize)>);

impl SkippedSteps {
    /// Adds a match of a rule.
    pub fn add(&mut self, rule: &str, step: &Uncertified) {
        match self.0.get_mut(rule) {
            Some((_, count)) => *count += 1,
            None => drop(self.0.insert(rule.to_owned(), (step.clone(), 1))),
        }
    }

    /// Prints the warnings on standard error.
    pub fn print(&self) {
        for (rule, (first, count)) in &self.0 {
            let others = match count {
                1 => String::new(),
                2 => ", nor was another".into(),
                n => format!(", nor were {} others", n - 1),
            };
            eprintln!("warning: rule `{rule}`: {first}; the step was not taken{others}");
        }
    }
}

/// Warns about the uncertified matches on a path.
pub fn warn_refused(solver: &Solver<'_>, steps: &[(TechniqueId, Uncertified)]) {
    let mut refused = SkippedSteps::default();
    for (id, step) in steps {
        refused.add(&solver.technique(*id).rule, step);
    }
    refused.print();
}

/// Warns about the rules whose searches were truncated.
pub fn warn_all_cut_off(solver: &Solver<'_>, techniques: impl Iterator<Item = TechniqueId>) {
    techniques.for_each(|id| warn_cut_off(&solver.technique(id).rule));
}

/// Warns that a rule's search in a state was truncated.
pub fn warn_cut_off(rule: &str) {
    eprintln!(
        "warning: rule `{rule}` has more than {MAX_MATCHES} matches in a state; the others are ignored"
    );
}
