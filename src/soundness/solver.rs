//! Constructors for Z3 solvers that leave signals alone.
//!
//! By default, Z3 catches Ctrl-C during a query and answers "unknown" without telling the program.
//! An interrupted run of `mine` would then continue.

use z3::{Params, Solver};

/// A solver for formulas of any kind.
pub fn any_logic() -> Solver {
    leaving_signals(Solver::new())
}

/// A solver for quantifier-free equality logic.
pub fn equality_logic() -> Solver {
    leaving_signals(Solver::new_for_logic("QF_UF").unwrap_or_default())
}

fn leaving_signals(solver: Solver) -> Solver {
    let mut params = Params::new();
    params.set_bool("ctrl_c", false);
    solver.set_params(&params);
    solver
}
