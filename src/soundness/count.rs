//! The counting lemma for sets of any size, as queries.
//!
//! The lemma justifies [locked](super::locked_sets) sets. If n cells lie in one house and hold only
//! digits of a set of n+k digits, the cells hold one of any k+1 digits of the set. The proof is by
//! induction on the cells. With no cell left there are k digits, not k+1. Otherwise remove a cell
//! together with its digit. The other cells hold digits of the remaining set, because no other cell
//! of the house holds the removed digit. Digits that no cell holds remain in the set.
//!
//! A naked pair has n = 2, k = 0: the cells hold each of its digits. An almost locked set has k =
//! 1: the cells hold one of any two of its digits.

use std::sync::OnceLock;

use super::axioms::{Boards, val, vocabulary};
use super::encode::among;
use super::locked_sets::MAX_PROVED_SPARE;
use super::smt::{Answer, Deadline, Query, SmtTerm, and, call, distinct, eq, not};

/// The lemma in one sentence.
pub const LEMMA: &str = "Of any k+1 digits of a set of n+k, n cells of a house that hold only digits of the set hold one, by \
                            induction on the cells.";

/// The queries: base and step.
pub fn queries() -> Vec<Query> {
    let mut queries: Vec<Query> = (0..=MAX_PROVED_SPARE as usize).map(base).collect();
    queries.push(other_cell());
    queries.push(other_digit());
    queries
}

/// Whether all queries are refuted. They are solved once per process.
pub fn is_proved(deadline: Deadline) -> bool {
    static PROVED: OnceLock<()> = OnceLock::new();
    if PROVED.get().is_some() {
        return true;
    }
    let proved = queries().iter().all(|q| q.ask(deadline) == Answer::Unsat);
    if proved {
        PROVED.get_or_init(|| ());
    }
    proved
}

fn query(title: &str) -> Query {
    Query {
        title: title.into(),
        vocabulary: vocabulary(Boards::Every),
        ..Query::default()
    }
}

/// Base: there is no cell, and there are k digits, but k+1 of the digits are different.
fn base(spare: usize) -> Query {
    let mut query = query(&format!("no cells, {spare} digits"));
    let digits: Vec<SmtTerm> = (1..=spare)
        .map(|i| query.constant(&format!("digit {i}"), "Digit"))
        .collect();
    let held: Vec<SmtTerm> = (1..=spare + 1)
        .map(|i| query.constant(&format!("one of the set {i}"), "Digit"))
        .collect();
    query.assert("these are different", distinct(&held));
    let inside = and(held.iter().map(|digit| among(digit, &digits)));
    query.assert("to be refuted", inside);
    query
}

/// Step: when a cell and its digit are removed, each other cell holds one of the remaining digits.
fn other_cell() -> Query {
    let mut query = query("another cell has a digit of what is left");
    let [taken, other] =
        ["the cell taken away", "another cell"].map(|name| query.constant(name, "Cell"));
    let house = query.constant("the house", "House");
    query.declare("(declare-fun set (Digit) Bool)".into());
    let inside = and([&taken, &other].map(|cell| call("in", &[cell, &house])));
    query.assert("the cells lie in the house", inside);
    query.assert("they are two", not(&eq(&taken, &other)));
    query.assert(
        "a house holds a digit once",
        call("once", &[&taken, &other, &house]),
    );
    query.assert("what is known", call("set", &[&val(&other)]));
    query.assert("to be refuted", not(&left(&taken, &val(&other))));
    query
}

/// Step: a digit of the set that no cell holds remains when a cell and its digit are removed.
fn other_digit() -> Query {
    let mut query = query("a digit that no cell holds is in what is left");
    let taken = query.constant("the cell taken away", "Cell");
    let digit = query.constant("the digit", "Digit");
    query.declare("(declare-fun set (Digit) Bool)".into());
    query.assert("it is in the set", call("set", &[&digit]));
    query.assert("no cell holds it", not(&eq(&val(&taken), &digit)));
    query.assert("to be refuted", not(&left(&taken, &digit)));
    query
}

/// The term "the digit is in the set, and is not the digit of the removed cell".
fn left(taken: &str, digit: &str) -> SmtTerm {
    and([call("set", &[digit]), not(&eq(digit, &val(taken)))])
}
