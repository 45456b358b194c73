//! Steps that a rule found but that do not follow from it, and steps that were not looked at: it is said so.

use std::collections::BTreeMap;

use qedoku_core::engine::{Solver, TechniqueId, Uncertified};
use qedoku_core::matcher::MAX_MATCHES;

/// The rules with such steps: the first of each, and how many there were.
#[derive(Default)]
pub struct Refused(BTreeMap<String, (Uncertified, usize)>);

impl Refused {
    /// Another step of a rule.
    pub fn add(&mut self, rule: &str, step: &Uncertified) {
        match self.0.get_mut(rule) {
            Some((_, count)) => *count += 1,
            None => drop(self.0.insert(rule.to_owned(), (step.clone(), 1))),
        }
    }

    /// Tells of them on standard error.
    pub fn tell(&self) {
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

/// Tells of the steps that were refused on a path.
pub fn tell(solver: &Solver<'_>, steps: &[(TechniqueId, Uncertified)]) {
    let mut refused = Refused::default();
    for (id, step) in steps {
        refused.add(&solver.technique(*id).rule, step);
    }
    refused.tell();
}

/// Tells of the rules of which not all matches were looked at.
pub fn tell_cut_off(solver: &Solver<'_>, techniques: impl Iterator<Item = TechniqueId>) {
    techniques.for_each(|id| warn_cut_off(&solver.technique(id).rule));
}

/// Tells that of a rule's matches in a state only some were looked at.
pub fn warn_cut_off(rule: &str) {
    eprintln!(
        "warning: rule `{rule}` has more than {MAX_MATCHES} matches in a state; the others were not looked at"
    );
}
