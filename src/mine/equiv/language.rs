//! The language in which rules are compared.
//!
//! A term is a rule body, or a part of it. Three kinds of bodies have words of their own, because rewrites speak of
//! them; every other body is a tree of the words of the intermediate form:
//!
//! - `(subset TRUTHS LINKS n)`: n truths of one kind whose candidates lie in n links of another, so that
//!   the links have no room for others. `(subset cell (digit row) 2)` is a naked pair in a row,
//!   `(subset (digit row) cell 2)` a hidden one, `(subset (digit row) (digit column) 2)` an X-wing.
//! - `(chain LINK TRUTH LINK ... LINK)`: from the target and back, links and truths with two ends by turns.
//!   `(chain (digit box) (single (digit row)) (digit column) (single (digit row)) (digit box))` is a skyscraper, and with
//!   `grouped` for `single` one with a group at an end of that row.
//! - `(onwards PAIR LINK)`, `(backwards PAIR LINK)`: a chain of any length, made longer at its end or at its
//!   beginning.
//!
//! A set of lines, clauses or candidates is written in a fixed order ([`super::normal`]), not as a term with associative
//! and commutative operations: these grow beyond all bounds with eight members.

use egg::{Id, Symbol, define_language};

use qedoku_core::grid::HouseKind;
use qedoku_core::lang::ir::Kinds;

define_language! {
    /// A rule body, or a part of it.
    pub enum BodyTerm {
        // What a truth or a link is: a cell, or a digit in a house.
        "cell" = Cell,
        "digit" = Digit(Id),
        // The kinds of bodies.
        "subset" = Subset([Id; 3]),
        "chain" = Chain(Box<[Id]>),
        "onwards" = Onwards([Id; 2]),
        "backwards" = Backwards([Id; 2]),
        // A relation that is the same from either of its ends.
        "either-way" = EitherWay(Id),
        // A truth whose ends are candidates, one of which an end is a group, and a chain that has groups.
        "single" = Single(Id),
        "grouped" = Grouped(Id),
        "with-groups" = WithGroups(Id),
        // A body with rows and columns exchanged, and with two roles exchanged.
        "turned" = Turned(Id),
        "exchanged" = Exchanged([Id; 3]),
        Number(usize),
        // How many of those that are open are left beside so many.
        "rest" = Rest(Id),
        // Kinds of houses, names, and the words of the intermediate form.
        Word(Symbol, Vec<Id>),
    }
}

/// Every kind of house, with its word.
pub const HOUSES: [(HouseKind, &str); 4] = [
    (HouseKind::Row, "row"),
    (HouseKind::Column, "column"),
    (HouseKind::Box, "box"),
    (HouseKind::Extra, "extra"),
];

/// The word for a set of kinds, the same for each set: `row`, `row-or-box`, `house`.
pub fn kinds_word(words: &[&str]) -> String {
    match words.len() {
        4 => "house".to_owned(),
        _ => words.join("-or-"),
    }
}

/// Each set of kinds as a word, beside its word with rows and columns exchanged.
pub fn turned_kinds() -> Vec<(String, String)> {
    let word = |kinds: Kinds, turned: bool| {
        let is_in = |kind: HouseKind| {
            kinds.contains(match (turned, kind) {
                (true, HouseKind::Row) => HouseKind::Column,
                (true, HouseKind::Column) => HouseKind::Row,
                (_, kind) => kind,
            })
        };
        let own = HOUSES.iter().filter(|(kind, _)| is_in(*kind));
        kinds_word(&own.map(|(_, word)| *word).collect::<Vec<_>>())
    };
    let some = Kinds::every().skip(1);
    some.map(|kinds| (word(kinds, false), word(kinds, true)))
        .collect()
}
