//! Queries for rules that add up capacities.
//!
//! In such a pattern, `every candidate of S is in K` and `|K| = |S|` say that no layout of a digit
//! takes more of n cells than the digit's capacity, and that the capacities add up to n. The
//! queries prove the eliminations for any number of cells on any board, in three stages:
//!
//! 1. The places of a digit in the solution are a layout of the digit. So what holds for every
//!    layout holds for them. The query instantiates the definition of a layout; it does not contain
//!    its consequence.
//! 2. So the solution has each digit in at most as many of the cells as its capacity, and its cells
//!    can be numbered up to the capacity. A digit with a number is a *place*; there are n. No two
//!    cells share one, so by induction on the cells, each place has a cell. Each digit takes
//!    exactly its capacity.
//! 3. A candidate is excluded because some digit has no layout that fits the candidate and takes
//!    its capacity. If the candidate were true, the solution's places of that digit would be one.
//!
//! Only the count depends on the rule: the capacities must add up to the number of cells, and no
//! cell may be counted twice.

use std::sync::OnceLock;

use super::axioms::{Boards, val};
use super::encode::Goal;
use super::links::{CellCount, query};
use super::smt::{Answer, Deadline, Query, SmtTerm, and, call, eq, implies, not, or};
use qedoku_core::lang::ir::Pattern;

/// The lemma in one sentence.
pub const CAPACITY_LEMMA: &str = "The places of a digit in the solution are a layout. If n cells have their digits in n places of \
                            the capacities, each of the places has a cell, by induction on the cells.";

/// Whether a pattern adds up capacities.
pub fn has_capacities(pattern: &Pattern) -> bool {
    CellCount::of_capacities(pattern).is_some()
}

/// The queries about a pattern that adds up capacities. `None` if the pattern has another form, or
/// if the goal is not its conclusions.
pub fn queries(pattern: &Pattern, boards: Boards, goal: Goal) -> Option<Vec<Query>> {
    let count = CellCount::of_capacities(pattern).filter(|_| goal == Goal::Conclusions)?;
    let mut queries = count.no_cells_twice(boards);
    queries.push(too_few(&count, boards));
    queries.push(no_place(boards));
    Some(queries)
}

/// The queries of the lemma: the solution's layout, and the induction on the cells.
pub fn lemma() -> Vec<Query> {
    vec![layout(), base(), other_cell(), other_place()]
}

/// Whether all queries of the lemma are refuted. They are solved once per process.
pub fn is_proved(deadline: Deadline) -> bool {
    static PROVED: OnceLock<()> = OnceLock::new();
    if PROVED.get().is_some() {
        return true;
    }
    let proved = lemma().iter().all(|q| q.ask(deadline) == Answer::Unsat);
    if proved {
        PROVED.get_or_init(|| ());
    }
    proved
}

/// Stage 1: a statement about every layout of a digit holds for the digit's places in the solution.
fn layout() -> Query {
    let mut query = query("the places of a digit in the solution", Boards::Every);
    let digit = query.constant("the digit", "Digit");
    let [place, one, other, home] = [
        "a place",
        "one place",
        "another place",
        "its place in the house",
    ]
    .map(|name| query.constant(name, "Cell"));
    let [house, lacking] =
        ["a house", "a house without a place"].map(|name| query.constant(name, "House"));
    let said = query.constant("what holds for every layout holds for them", "Bool");
    query.declare("(declare-fun live (Cell Digit) Bool)".into());
    query.declare("(declare-fun must-hold (House) Bool)".into());
    let is_place = |cell: &SmtTerm| eq(&val(cell), &digit);
    let live = |cell: &SmtTerm| call("live", &[cell, &digit]);
    let inside = |cell: &SmtTerm, house: &SmtTerm| call("in", &[cell, house]);
    let is_none = or([
        and([is_place(&place), not(&live(&place))]),
        and([
            is_place(&one),
            is_place(&other),
            inside(&one, &house),
            inside(&other, &house),
            not(&eq(&one, &other)),
        ]),
        and([
            call("must-hold", &[&lacking]),
            not(&and([is_place(&home), inside(&home, &lacking)])),
        ]),
    ]);
    query.assert(
        "what holds for every layout holds for the places, or these are no layout: one is not live, \
         two share a house, or a house that must hold the digit has none",
        or([said.clone(), is_none]),
    );
    query.assert(
        "the candidates of the solution are live",
        implies(&is_place(&place), &live(&place)),
    );
    query.assert(
        "a house holds a digit once",
        call("once", &[&one, &other, &house]),
    );
    query.assert(
        "a house that must hold a digit holds it",
        implies(
            &call("must-hold", &[&lacking]),
            &and([is_place(&home), inside(&home, &lacking)]),
        ),
    );
    query.assert("to be refuted", not(&said));
    query
}

/// The term for the number of a cell among the cells of its digit.
fn own(cell: &str) -> SmtTerm {
    call("own", &[cell])
}

/// The term for the place of a digit, given its number up to the capacity.
fn place(number: &str, digit: &str) -> SmtTerm {
    call("place", &[number, digit])
}

fn declare_places(query: &mut Query) {
    query.declare("(declare-sort Number 0)".into());
    query.declare("(declare-fun own (Cell) Number)".into());
    query.declare("(declare-fun place (Number Digit) Bool)".into());
}

/// Base: no cells, no places.
fn base() -> Query {
    let mut query = query("no cells, no places", Boards::Every);
    query.assert("to be refuted", or([]));
    query
}

/// Step: after a cell and its place are removed, each other cell still has one of the remaining
/// places.
fn other_cell() -> Query {
    let mut query = query("another cell has a place of what is left", Boards::Every);
    let (taken, other) = taken_and_other(&mut query);
    query.assert("they are two", not(&eq(&taken, &other)));
    query.assert(
        "cells of one digit have different numbers",
        implies(
            &and([not(&eq(&taken, &other)), eq(&val(&taken), &val(&other))]),
            &not(&eq(&own(&taken), &own(&other))),
        ),
    );
    query.assert("what is known", place(&own(&other), &val(&other)));
    let left = left(&taken, &own(&other), &val(&other));
    query.assert("to be refuted", not(&left));
    query
}

/// Step: a place without a cell is still there after a cell and its place are removed.
fn other_place() -> Query {
    let mut query = query("a place that no cell has is in what is left", Boards::Every);
    let (taken, _) = taken_and_other(&mut query);
    let number = query.constant("the number", "Number");
    let digit = query.constant("the digit", "Digit");
    query.assert("it is a place", place(&number, &digit));
    let is_taken = and([eq(&own(&taken), &number), eq(&val(&taken), &digit)]);
    query.assert("no cell has it", not(&is_taken));
    query.assert("to be refuted", not(&left(&taken, &number, &digit)));
    query
}

fn taken_and_other(query: &mut Query) -> (SmtTerm, SmtTerm) {
    declare_places(query);
    let taken = query.constant("the cell taken away", "Cell");
    let other = query.constant("another cell", "Cell");
    (taken, other)
}

/// The term "the place is in the set, and is not the place of the removed cell".
fn left(taken: &str, number: &str, digit: &str) -> SmtTerm {
    let is_taken = and([eq(&own(taken), number), eq(&val(taken), digit)]);
    and([place(number, digit), not(&is_taken)])
}

/// Declares a candidate and the cells. The statement to refute is that the candidate is true.
fn target(query: &mut Query) -> (SmtTerm, SmtTerm) {
    declare_places(query);
    query.declare("(declare-fun set (Cell) Bool)".into());
    let target = query.constant("the cell of the candidate", "Cell");
    let digit = query.constant("its digit", "Digit");
    (target, digit)
}

/// The query whether an excluded candidate can be true: with the candidate, no layout of some digit
/// takes as many of the cells as the digit's capacity.
fn too_few(count: &CellCount<'_>, boards: Boards) -> Query {
    let mut query = query("a candidate with which a digit takes too few cells", boards);
    let (target, digit) = target(&mut query);
    let taker = query.constant("the digit that takes too few", "Digit");
    let number = query.constant("a number that is left over", "Number");
    let cell = query.constant("the cell of that place", "Cell");
    let has_it = and([
        call("set", &[&cell]),
        eq(&val(&cell), &taker),
        eq(&own(&cell), &number),
    ]);
    // The places of the digit in the solution contain the candidate's cell only if the candidate
    // has the digit.
    let fits = eq(&eq(&digit, &taker), &eq(&val(&target), &taker));
    query.assert(
        "a layout of the digit that fits the candidate leaves a place over, also the solution's",
        implies(&fits, &and([place(&number, &taker), not(&has_it)])),
    );
    if count.is_right() {
        query.assert(
            "each place is that of a cell",
            implies(&place(&number, &taker), &has_it),
        );
    }
    query.assert("to be refuted", eq(&val(&target), &digit));
    query
}

/// The query whether a candidate can be true although its digit has capacity 0.
fn no_place(boards: Boards) -> Query {
    let mut query = query("a candidate of the cells whose digit has no place", boards);
    let (target, digit) = target(&mut query);
    query.assert("it is in the cells", call("set", &[&target]));
    query.assert(
        "each of the cells has a place of its digit",
        implies(
            &call("set", &[&target]),
            &place(&own(&target), &val(&target)),
        ),
    );
    query.assert("its digit has no place", not(&place(&own(&target), &digit)));
    query.assert("to be refuted", eq(&val(&target), &digit));
    query
}
