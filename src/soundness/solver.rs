//! Z3's solvers as the project uses them.
//!
//! Takes nothing, gives a solver that leaves signals alone. By itself, Z3 catches Ctrl-C while it thinks, ends that one question with "unknown" and
//! tells nobody: a run of `mine` that is interrupted just then would go on.

use z3::{Params, Solver};

/// A solver for formulas of any kind.
pub fn any_logic() -> Solver {
    leaving_signals(Solver::new())
}

/// A solver for equality logic without quantifiers.
pub fn equality_logic() -> Solver {
    leaving_signals(Solver::new_for_logic("QF_UF").unwrap_or_default())
}

fn leaving_signals(solver: Solver) -> Solver {
    let mut params = Params::new();
    params.set_bool("ctrl_c", false);
    solver.set_params(&params);
    solver
}
