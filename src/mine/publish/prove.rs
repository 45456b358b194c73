//! Soundness of a family, decided by Z3. Families without a proof give no rule.
//!
//! One propositional query on the slots of the pattern: the target holds, every clause has a
//! candidate that holds, and no two candidates that exclude each other hold. If this is
//! unsatisfiable, every match of the family is sound on every board.

use z3::ast::Bool;
use z3::{Params, SatResult};

use crate::cores::question::MAX_EFFORT;
use crate::pattern::generalise::{Excluder, Family};
use qedoku_soundness::solver;

/// Answer to the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoreVerdict {
    /// The target is refuted on every board.
    Sound,
    /// The clauses do not refute the target.
    Unsound,
    /// Z3 gave no answer within its effort limit.
    Undecided,
}

/// Decides with Z3 whether the clauses of a family refute the target.
pub fn prove(family: &Family) -> CoreVerdict {
    let solver = solver::any_logic();
    let mut params = Params::new();
    params.set_u32("rlimit", MAX_EFFORT);
    solver.set_params(&params);
    let target = Bool::new_const("t");
    solver.assert(&target);
    let slots: Vec<Bool> = (0..family.grouped.len())
        .map(|s| Bool::new_const(format!("slot {s}")))
        .collect();
    for &(a, b) in &family.links {
        solver.assert(Bool::or(&[!&slots[a], !&slots[b]]));
    }
    for (number, clause) in family.clauses.iter().enumerate() {
        let mut held: Vec<Bool> = clause.named.iter().map(|&s| slots[s].clone()).collect();
        for (i, star) in clause.stars.iter().enumerate() {
            let other = Bool::new_const(format!("other {i} of clause {number}"));
            let excluder = match star {
                Excluder::Target => &target,
                Excluder::Slot(s) => &slots[*s],
            };
            solver.assert(Bool::or(&[!&other, !excluder]));
            held.push(other);
        }
        solver.assert(Bool::or(&held));
    }
    match solver.check() {
        SatResult::Unsat => CoreVerdict::Sound,
        SatResult::Sat => CoreVerdict::Unsound,
        SatResult::Unknown => CoreVerdict::Undecided,
    }
}
