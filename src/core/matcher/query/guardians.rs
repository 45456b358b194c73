//! Clauses about guardians, in a plan.
//!
//! Takes a pattern and the variables that are bound so far, gives the clauses to look at. Any candidate is what such a clause
//! says, so it narrows nothing down; but a tridagon has six guardians at most, and four of its cells may have more than that
//! already. What the name demands is looked at as early: that each cell has two of the three digits.

use crate::lang::ir::{Alternative, Every, Pattern, Presence, Var};
use crate::lang::vars::{every_vars, presence_vars};

/// Whether any candidate is what the clause says: it may be a guardian.
pub fn is_guarded(every: &Every) -> bool {
    every.alternatives.contains(&Alternative::Guardian)
}

/// The clauses about guardians and what the name demands, as far as that is bound, if the variable has a part in it.
pub fn guarded(pattern: &Pattern, bound: &[bool], var: Var) -> (Vec<usize>, Vec<usize>) {
    if pattern.guardians.is_none() {
        return (Vec::new(), Vec::new());
    }
    let all_bound = |vars: &[Var]| vars.iter().all(|v| bound[usize::from(v.0)]);
    let vars_of = |clause: usize| every_vars(&pattern.knowledge[clause]);
    let clauses = pattern.guarded().filter(|&c| all_bound(&vars_of(c)));
    let mut clauses: Vec<usize> = clauses.collect();
    if !clauses.iter().any(|&clause| vars_of(clause).contains(&var)) {
        clauses.clear();
    }
    let speaks = |presence: &Presence| {
        let vars = presence_vars(presence);
        vars.contains(&var) && all_bound(&vars)
    };
    let all = pattern.presence.iter().enumerate();
    let presence = all.filter(|(_, p)| speaks(p)).map(|(at, _)| at);
    (clauses, presence.collect())
}
