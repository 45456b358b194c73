//! Whether a family is sound, asked of Z3: no proof, no rule.
//!
//! Takes a family, gives a verdict. One propositional query on the pattern's own slots: the target
//! holds, every clause has a candidate that holds, and what excludes each other does not hold
//! together. If that cannot be, every way to lay the family onto any board is sound.

use z3::ast::Bool;
use z3::{Params, SatResult};

use super::core::EFFORT;
use super::generalise::{Excluder, Family};
use qedoku_soundness::solver;

/// What came of the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoreVerdict {
    /// The target is refuted on every board.
    Sound,
    /// It is not refuted by what the family says.
    Unsound,
    /// Z3 does not know with the effort that it has.
    Undecided,
}

/// Asks Z3 whether the clauses of a family refute the target.
pub fn prove(family: &Family) -> CoreVerdict {
    let solver = solver::any_logic();
    let mut params = Params::new();
    params.set_u32("rlimit", EFFORT);
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
