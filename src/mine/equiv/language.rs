//! The term language in which rules are compared.
//!
//! A term is a rule body or a part of it. Three kinds of bodies have words of their own, because
//! rewrites refer to them. Every other body is a tree of the words of the intermediate form:
//!
//! - `(subset TRUTHS LINKS n)`: n truths of one kind whose candidates lie in n links of another, so
//!   that the links have no room for others. `(subset cell (digit row) 2)` is a naked pair in a
//!   row, `(subset (digit row) cell 2)` a hidden one, `(subset (digit row) (digit column) 2)` an
//!   X-wing.
//! - `(chain LINK TRUTH LINK ... LINK)`: from the target and back, links alternate with truths that
//!   have two ends. `(chain (digit box) (single (digit row)) (digit column) (single (digit row))
//!   (digit box))` is a skyscraper. With `grouped` instead of `single`, a row has a group at one
//!   end.
//! - `(onwards PAIR LINK)`, `(backwards PAIR LINK)`: a chain of any length, extended at its end or
//!   at its beginning.
//!
//! Sets of lines, clauses or candidates are written in a fixed order ([`super::normal_form`]).
//! Rejected alternative: associative and commutative operators, because the e-graph explodes with
//! eight members.

use egg::{Id, Symbol, define_language};

use qedoku_core::grid::HouseKind;
use qedoku_core::lang::ir::Kinds;

define_language! {
    /// A rule body or a part of it.
    pub enum BodyTerm {
        // Words for kinds of truths and links: a cell, or a digit in a house.
        "cell" = Cell,
        "digit" = Digit(Id),
        // The kinds of bodies.
        "subset" = Subset([Id; 3]),
        "chain" = Chain(Box<[Id]>),
        "onwards" = Onwards([Id; 2]),
        "backwards" = Backwards([Id; 2]),
        // A symmetric relation.
        "either-way" = EitherWay(Id),
        // Words for a truth whose ends are candidates, a truth with a group as an end, and a chain
        // that has groups.
        "single" = Single(Id),
        "grouped" = Grouped(Id),
        "with-groups" = WithGroups(Id),
        // Words for a body with rows and columns exchanged, and for a body with two roles
        // exchanged.
        "turned" = Turned(Id),
        "exchanged" = Exchanged([Id; 3]),
        Number(usize),
        // `rest(n)`: number of open cells minus `n`.
        "rest" = Rest(Id),
        // Words for kinds of houses, for names, and for the intermediate form.
        Word(Symbol, Vec<Id>),
    }
}

/// Every kind of house, with its word.
pub const HOUSE_WORDS: [(HouseKind, &str); 4] = [
    (HouseKind::Row, "row"),
    (HouseKind::Column, "column"),
    (HouseKind::Box, "box"),
    (HouseKind::Extra, "extra"),
];

/// The word for a set of kinds. Equal sets have equal words: `row`, `row-or-box`, `house`.
pub fn kinds_word(words: &[&str]) -> String {
    match words.len() {
        4 => "house".to_owned(),
        _ => words.join("-or-"),
    }
}

/// The word of each set of kinds, with the word of the set in which rows and columns are exchanged.
pub fn turned_kinds() -> Vec<(String, String)> {
    let word = |kinds: Kinds, turned: bool| {
        let is_in = |kind: HouseKind| {
            kinds.contains(match (turned, kind) {
                (true, HouseKind::Row) => HouseKind::Column,
                (true, HouseKind::Column) => HouseKind::Row,
                (_, kind) => kind,
            })
        };
        let own = HOUSE_WORDS.iter().filter(|(kind, _)| is_in(*kind));
        kinds_word(&own.map(|(_, word)| *word).collect::<Vec<_>>())
    };
    let some = Kinds::every().skip(1);
    some.map(|kinds| (word(kinds, false), word(kinds, true)))
        .collect()
}
