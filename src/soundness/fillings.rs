//! Queries for rules about the fillings of constraints.
//!
//! A constraint is not interpreted: it may be a cage, a thermometer or any other relation between
//! cells, and a candidate may exclude any other by a relation that is not interpreted either. So
//! the proof holds for boards with all kinds of constraints, in two stages:
//!
//! 1. The digits of the solution in the cells of some constraints are a filling of these. So what
//!    holds for every filling holds for them.
//! 2. A rule eliminates a candidate that every filling excludes. If the candidate were true, the
//!    solution's filling would have a candidate that excludes it, and both would be true.
//!
//! Both cells of a pair of true candidates that exclude each other contradict the puzzle.

use super::axioms::{Boards, val};
use super::encode::Goal;
use super::links::query;
use super::smt::{Query, and, call, eq, implies, not};
use qedoku_core::lang::ir::{Conclusion, Pattern};

/// Whether a pattern is about the fillings of constraints.
pub fn has_fillings(pattern: &Pattern) -> bool {
    pattern.has_constraints()
}

/// The queries about a pattern of fillings. `None` if it is about something else, or if the goal is
/// not its conclusions.
pub fn queries(pattern: &Pattern, boards: Boards, goal: Goal) -> Option<Vec<Query>> {
    let is_it = has_fillings(pattern) && goal == Goal::Conclusions;
    let is_whole = is_about_fillings_alone(pattern);
    is_it.then(|| vec![excluded(boards, is_whole)])
}

/// Whether the only conclusion eliminates what the fillings of all constraints exclude.
fn is_about_fillings_alone(pattern: &Pattern) -> bool {
    matches!(
        &pattern.conclusions[..],
        [Conclusion::EliminateUnfilled(vars)] if vars.len() == pattern.variables.len()
    )
}

/// The query whether a candidate can be true that every filling excludes.
fn excluded(boards: Boards, is_whole: bool) -> Query {
    let mut query = query("a candidate that every filling excludes", boards);
    let [target, place] = ["the cell of the candidate", "a cell of the constraints"]
        .map(|it| query.constant(it, "Cell"));
    let [digit, held] =
        ["its digit", "the digit of the filling there"].map(|it| query.constant(it, "Digit"));
    query.declare("(declare-sort Filling 0)".into());
    query.declare("(declare-fun fills (Filling) Bool)".into());
    query.declare("(declare-fun has (Filling Cell Digit) Bool)".into());
    query.declare("(declare-fun bars (Cell Digit Cell Digit) Bool)".into());
    let solution = query.constant("the digits of the solution in the cells", "Filling");
    let fills = call("fills", &[&solution]);
    query.assert(
        "the digits of the solution satisfy the constraints, so they are a filling",
        fills.clone(),
    );
    query.assert(
        "the filling has the digits of the solution",
        implies(
            &call("has", &[&solution, &place, &held]),
            &eq(&val(&place), &held),
        ),
    );
    query.assert(
        "two candidates that exclude each other are not both true",
        implies(
            &call("bars", &[&place, &held, &target, &digit]),
            &not(&and([eq(&val(&place), &held), eq(&val(&target), &digit)])),
        ),
    );
    if is_whole {
        query.assert(
            "every filling has a candidate that excludes the target",
            implies(
                &fills,
                &and([
                    call("has", &[&solution, &place, &held]),
                    call("bars", &[&place, &held, &target, &digit]),
                ]),
            ),
        );
    }
    query.assert("to be refuted", eq(&val(&target), &digit));
    query
}
