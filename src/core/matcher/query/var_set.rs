//! Sets of variables of a pattern.

use crate::lang::ir::{Pattern, Var};

/// A set of variables, such as those bound at a step of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VarSet(Vec<bool>);

impl VarSet {
    /// The empty set, for the variables of a pattern.
    pub fn none(pattern: &Pattern) -> VarSet {
        VarSet(vec![false; pattern.variables.len()])
    }

    /// Adds a variable.
    pub fn insert(&mut self, var: Var) {
        self.0[usize::from(var.0)] = true;
    }

    /// True if the variable is in the set.
    pub fn has(&self, var: Var) -> bool {
        self.0[usize::from(var.0)]
    }

    /// True if all of the variables are in the set.
    pub fn has_all(&self, vars: &[Var]) -> bool {
        vars.iter().all(|&var| self.has(var))
    }

    /// The variables that are not in the set.
    pub fn missing(&self) -> impl Iterator<Item = Var> + '_ {
        let all = self.0.iter().enumerate();
        all.filter(|(_, has)| !**has)
            .map(|(var, _)| Var(var as u16))
    }
}
