//! Clauses about guardians.
//!
//! Any candidate may be a guardian, so such a clause does not narrow a variable. But a tridagon has
//! at most six guardians, and four of its cells may already have more. The number is therefore
//! checked as soon as a clause is bound, and so are the demands of the technique's name.

use crate::lang::ir::{Alternative, Every, Pattern, Var};
use crate::lang::vars::{every_vars, presence_vars};
use crate::matcher::query::var_set::VarSet;

/// True if the clause allows guardians.
pub fn is_guarded(every: &Every) -> bool {
    every.alternatives.contains(&Alternative::Guardian)
}

/// The bound clauses with guardians that mention one of the newest variables.
pub fn guarded_clauses(pattern: &Pattern, bound: &VarSet, newest: &[Var]) -> Vec<usize> {
    let vars_of = |clause: usize| every_vars(&pattern.knowledge[clause]);
    let is_new = |&clause: &usize| vars_of(clause).iter().any(|var| newest.contains(var));
    let clauses = pattern.guarded().filter(|&c| bound.has_all(&vars_of(c)));
    let clauses: Vec<usize> = clauses.collect();
    match clauses.iter().any(is_new) {
        true => clauses,
        false => Vec::new(),
    }
}

/// The demands of the name that are bound and mention one of the newest variables.
pub fn demands(pattern: &Pattern, bound: &VarSet, newest: &[Var]) -> Vec<usize> {
    let all = pattern.presence.iter().enumerate();
    let is_new = |vars: &[Var]| vars.iter().any(|var| newest.contains(var)) && bound.has_all(vars);
    all.filter(|(_, presence)| is_new(&presence_vars(presence)))
        .map(|(at, _)| at)
        .collect()
}
