//! Steps that a rule found but that do not follow from it: they are not taken, and it is said so.

use std::collections::BTreeMap;

use crate::engine::{Solver, Uncertified};

/// Tells of each rule with such steps, on standard error.
pub fn tell(solver: &Solver<'_>, refused: &[(usize, Uncertified)]) {
    let mut by_rule: BTreeMap<&str, Vec<&Uncertified>> = BTreeMap::new();
    for (index, step) in refused {
        by_rule
            .entry(&solver.technique(*index).rule)
            .or_default()
            .push(step);
    }
    for (rule, steps) in by_rule {
        let others = match steps.len() {
            1 => String::new(),
            n => format!(", nor were {} others", n - 1),
        };
        let first = steps[0];
        eprintln!("warning: rule `{rule}`: {first}; the step was not taken{others}");
    }
}
