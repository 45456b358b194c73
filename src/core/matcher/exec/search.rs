//! Follows a plan, operation by operation.
//!
//! For an X-wing the plan binds the digit, then the rows with at most two places, then the columns
//! that these rows leave over. A check that fails ends the branch.

use crate::lang::ir::{Sort, Var};
use crate::matcher::exec::check::holds;
use crate::matcher::exec::frame::Bindings;
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::exec::{cells, constraints, digits, houses, nodes};
use crate::matcher::op::source::Rows;
use crate::matcher::plan::{Bind, Op, Plan};
use crate::matcher::query::constraint::Constraint;

/// Called with the bindings of each match.
pub type OnMatch<'f, 'a> = dyn FnMut(&Bindings<'a>) + 'f;

/// Runs a plan and calls `found` with the bindings of each match. Returns [`Rows::Declined`],
/// without a call of `found`, if the first source cannot serve in this position.
pub fn run<'a>(exec: &mut Execution<'a>, plan: &Plan, found: &mut OnMatch<'_, 'a>) -> Rows {
    follow(exec, plan, 0, &mut (), found)
}

/// Observer of a run. Operations have indices.
pub trait Trace {
    /// The search reaches an operation, or comes back to a bind.
    fn enter(&mut self, _: usize) {}
    /// The search goes on from the previous operation to this one.
    fn reach(&mut self, _: usize) {}
    /// The search goes on to the next operation.
    fn pass(&mut self, _: usize) {}
}

impl Trace for () {}

/// Runs the operations of a plan, from a given operation on.
pub fn follow<'a>(
    exec: &mut Execution<'a>,
    plan: &Plan,
    begin: usize,
    trace: &mut impl Trace,
    found: &mut OnMatch<'_, 'a>,
) -> Rows {
    for (at, op) in plan.ops.iter().enumerate().skip(begin) {
        trace.enter(at);
        trace.reach(at);
        match op {
            Op::Check(constraint) => {
                if !holds(constraint, exec) {
                    return Rows::All;
                }
            }
            Op::Bind(bind) => {
                return rows(exec, bind, &mut |exec| {
                    trace.pass(at);
                    follow(exec, plan, at + 1, trace, found);
                    trace.enter(at);
                });
            }
            Op::Yield => found(&exec.bindings),
        }
        trace.pass(at);
    }
    Rows::All
}

/// Tries all rows of a bind operation.
fn rows<'a>(exec: &mut Execution<'a>, bind: &Bind, row: &mut OnRow<'_, 'a>) -> Rows {
    let served = match &bind.source {
        Some(source) => source.rows(exec, &bind.narrow, row),
        None => {
            each_value(exec, bind.vars[0], &bind.narrow, row);
            Rows::All
        }
    };
    for var in &bind.vars {
        exec.bindings.values[usize::from(var.0)] = None;
    }
    served
}

/// Tries all values of one variable.
pub fn each_value<'a>(
    exec: &mut Execution<'a>,
    var: Var,
    narrow: &[Constraint],
    row: &mut OnRow<'_, 'a>,
) {
    match exec.bindings.sort(var) {
        Sort::Digit => digits::rows(exec, var, narrow, row),
        Sort::House(_) => houses::rows(exec, var, narrow, row),
        Sort::Cell | Sort::Square => cells::rows(exec, var, narrow, row),
        Sort::Candidate | Sort::Group | Sort::Cluster => nodes::rows(exec, var, narrow, row),
        Sort::Truth => nodes::truth_rows(exec, var, narrow, row),
        Sort::Constraint(_) => constraints::rows(exec, var, row),
    }
}
