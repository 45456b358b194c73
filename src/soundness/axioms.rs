//! The axioms of every board and of standard boards, instantiated for the terms of one query.
//!
//! Cells, digits and houses are uninterpreted, so nothing has to be enumerated and no symmetry has
//! to be broken.

use std::collections::BTreeSet;

use super::smt::{Query, SmtTerm, and, call, distinct, eq, implies, not, or};
use qedoku_core::grid::HouseKind;
use qedoku_core::lang::ir::Kinds;

/// The boards that a query is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Boards {
    /// Boards with rows, columns and boxes of any size and shape, and any extra houses.
    Every,
    /// Boards of any size whose boxes are the crossings of consecutive rows and columns, without
    /// extra houses.
    Standard,
}

/// A house of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    /// Constant of the house.
    pub term: SmtTerm,
    /// Possible kinds of the house.
    pub kinds: Kinds,
}

/// The kinds of houses, with the names of their predicates.
pub const KIND_PREDICATES: [(HouseKind, &str); 4] = [
    (HouseKind::Row, "is-row"),
    (HouseKind::Column, "is-column"),
    (HouseKind::Box, "is-box"),
    (HouseKind::Extra, "is-extra"),
];

macro_rules! words {
    ($boards:literal) => {
        concat!(
            $boards,
            "
(define-fun excludes ((a Cell) (b Cell) (x Digit) (y Digit)) Bool
  (or (and (= a b) (not (= x y))) (and (= x y) (sees a b))))"
        )
    };
}

/// The vocabulary for any board. Two candidates exclude each other if they are different digits of
/// one cell, or one digit in two cells that see each other.
const EVERY: &str = words!("\
(declare-sort Cell 0)
(declare-sort Digit 0)
(declare-sort House 0)
(declare-fun val (Cell) Digit)
(declare-fun is-row (House) Bool)
(declare-fun is-column (House) Bool)
(declare-fun is-box (House) Bool)
(declare-fun is-extra (House) Bool)
(declare-fun in (Cell House) Bool)
(declare-fun sees (Cell Cell) Bool)
(define-fun once ((a Cell) (b Cell) (h House)) Bool
  (=> (and (in a h) (in b h) (= (val a) (val b))) (= a b)))
(define-fun apart ((c Cell) (g House) (h House)) Bool
  (=> (and (in c g) (in c h)
           (or (and (is-row g) (is-row h)) (and (is-column g) (is-column h)) (and (is-box g) (is-box h))))
      (= g h)))
(define-fun differ ((a Cell) (b Cell)) Bool (=> (sees a b) (not (= (val a) (val b)))))");

/// The vocabulary for boards with rectangular boxes, where locations are coordinates.
const STANDARD: &str = words!(
    "\
(declare-sort Cell 0)
(declare-sort Digit 0)
(declare-sort House 0)
(declare-sort Row 0)
(declare-sort Column 0)
(declare-sort Band 0)
(declare-sort Stack 0)
(declare-fun val (Cell) Digit)
(declare-fun row (Cell) Row)
(declare-fun column (Cell) Column)
(declare-fun band (Row) Band)
(declare-fun stack (Column) Stack)
(declare-fun is-row (House) Bool)
(declare-fun is-column (House) Bool)
(declare-fun is-box (House) Bool)
(define-fun is-extra ((h House)) Bool false)
(declare-fun row-of (House) Row)
(declare-fun column-of (House) Column)
(declare-fun band-of (House) Band)
(declare-fun stack-of (House) Stack)
(define-fun in ((c Cell) (h House)) Bool
  (or (and (is-row h) (= (row c) (row-of h)))
      (and (is-column h) (= (column c) (column-of h)))
      (and (is-box h) (= (band (row c)) (band-of h)) (= (stack (column c)) (stack-of h)))))
(define-fun sees ((a Cell) (b Cell)) Bool
  (and (not (= a b))
       (or (= (row a) (row b)) (= (column a) (column b))
           (and (= (band (row a)) (band (row b))) (= (stack (column a)) (stack (column b)))))))
(define-fun differ ((a Cell) (b Cell)) Bool (=> (sees a b) (not (= (val a) (val b)))))
(define-fun crossing ((a Cell) (b Cell)) Bool
  (=> (and (= (row a) (row b)) (= (column a) (column b))) (= a b)))
(define-fun same ((g House) (h House)) Bool
  (=> (or (and (is-row g) (is-row h) (= (row-of g) (row-of h)))
          (and (is-column g) (is-column h) (= (column-of g) (column-of h)))
          (and (is-box g) (is-box h) (= (band-of g) (band-of h)) (= (stack-of g) (stack-of h))))
      (= g h)))"
);

/// The declarations of a query about the given boards.
pub fn vocabulary(boards: Boards) -> &'static str {
    match boards {
        Boards::Every => EVERY,
        Boards::Standard => STANDARD,
    }
}

/// The digit of a cell.
pub fn val(cell: &str) -> SmtTerm {
    call("val", &[cell])
}

/// A cell lies in a house.
pub fn is_in(cell: &str, house: &House) -> SmtTerm {
    call("in", &[cell, &house.term])
}

/// Two cells see each other.
pub fn sees(a: &str, b: &str) -> SmtTerm {
    match a == b {
        true => "false".into(),
        false => call("sees", &[a, b]),
    }
}

/// Two candidates share a link.
pub fn excludes(a: &str, x: &str, b: &str, y: &str) -> SmtTerm {
    call("excludes", &[a, b, x, y])
}

/// The term "the house is of one of the kinds".
pub fn is_of_kind(house: &House, kinds: Kinds) -> SmtTerm {
    let of = |(kind, name): &(HouseKind, &str)| {
        (kinds.contains(*kind) && house.kinds.contains(*kind)).then(|| call(name, &[&house.term]))
    };
    or(KIND_PREDICATES.iter().filter_map(of))
}

/// Asserts the axioms of the given cells and houses.
pub fn axioms(boards: Boards, cells: &[SmtTerm], houses: &[House], query: &mut Query) {
    for house in houses {
        query.assert("a house is of one kind", one_kind(boards, house));
    }
    match boards {
        Boards::Every => every(cells, houses, query),
        Boards::Standard => standard(cells, houses, query),
    }
}

fn one_kind(boards: Boards, house: &House) -> SmtTerm {
    let possible: Vec<SmtTerm> = (KIND_PREDICATES.iter())
        .filter(|(kind, _)| house.kinds.contains(*kind))
        .filter(|(kind, _)| boards == Boards::Every || *kind != HouseKind::Extra)
        .map(|(_, name)| call(name, &[&house.term]))
        .collect();
    let others = (KIND_PREDICATES.iter())
        .filter(|(kind, _)| !house.kinds.contains(*kind))
        .filter(|(kind, _)| boards == Boards::Every || *kind != HouseKind::Extra)
        .map(|(_, name)| not(&call(name, &[&house.term])));
    let single = pairs(&possible).map(|(a, b)| not(&and([a.clone(), b.clone()])));
    and([or(possible.clone())]
        .into_iter()
        .chain(single)
        .chain(others))
}

/// Instantiates axioms only for mentioned pairs. A fact about another pair can follow only from an
/// equal pair that is mentioned.
fn every(cells: &[SmtTerm], houses: &[House], query: &mut Query) {
    let said = query.assertions.clone();
    let mentions = Mentions::of(&said);
    for house in houses {
        let inside: Vec<&SmtTerm> = (cells.iter())
            .filter(|cell| {
                mentions
                    .inside
                    .contains(&(cell.as_str(), house.term.as_str()))
            })
            .collect();
        for (a, b) in pairs(&inside) {
            query.assert(
                "a house holds a digit once",
                call("once", &[a.as_str(), b.as_str(), &house.term]),
            );
        }
    }
    for (a, b) in pairs(cells) {
        for (a, b) in [(a, b), (b, a)] {
            if mentions.seeing.contains(&(a.as_str(), b.as_str())) {
                query.assert("cells that see each other differ", call("differ", &[a, b]));
            }
        }
    }
    for (g, h) in pairs(houses) {
        let may_be_alike = KIND_PREDICATES[..3]
            .iter()
            .any(|(k, _)| g.kinds.contains(*k) && h.kinds.contains(*k));
        for cell in cells.iter().filter(|_| may_be_alike) {
            let inside = |house: &House| {
                mentions
                    .inside
                    .contains(&(cell.as_str(), house.term.as_str()))
            };
            if inside(g) || inside(h) {
                query.assert(
                    "rows, columns and boxes do not meet their like",
                    call("apart", &[cell, &g.term, &h.term]),
                );
            }
        }
    }
}

/// The pairs of terms that the assertions of a query mention.
#[derive(Default)]
struct Mentions<'q> {
    inside: BTreeSet<(&'q str, &'q str)>,
    seeing: BTreeSet<(&'q str, &'q str)>,
}

impl<'q> Mentions<'q> {
    fn of(assertions: &'q [(String, SmtTerm)]) -> Mentions<'q> {
        let mut mentions = Mentions::default();
        for (_, term) in assertions {
            let after = |function: &str| {
                let ends = term
                    .match_indices(function)
                    .map(|(at, found)| at + found.len());
                ends.filter_map(|at| two_symbols(&term[at..]))
                    .collect::<Vec<_>>()
            };
            mentions.inside.extend(after("(in "));
            mentions.seeing.extend(after("(sees "));
            mentions.seeing.extend(after("(excludes "));
        }
        mentions
    }
}

/// The first two symbols of a text.
fn two_symbols(text: &str) -> Option<(&str, &str)> {
    let symbol = |text: &str| {
        let end = match text.strip_prefix('|') {
            Some(quoted) => quoted.find('|')? + 2,
            None => text.find([' ', ')'])?,
        };
        Some(end)
    };
    let first = symbol(text)?;
    let rest = text[first..].strip_prefix(' ')?;
    Some((&text[..first], &rest[..symbol(rest)?]))
}

fn standard(cells: &[SmtTerm], houses: &[House], query: &mut Query) {
    for (a, b) in pairs(cells) {
        query.assert("cells that see each other differ", call("differ", &[a, b]));
        query.assert(
            "a row and a column cross in one cell",
            call("crossing", &[a, b]),
        );
    }
    for (g, h) in pairs(houses) {
        query.assert(
            "houses in the same place are the same",
            call("same", &[&g.term, &h.term]),
        );
    }
}

/// The lemma that two of the given terms are equal, because the board has no room for more lines.
pub fn no_room(terms: &[SmtTerm], together: &[SmtTerm]) -> SmtTerm {
    let apart = and(pairs(together).map(|(a, b)| eq(a, b)));
    implies(&apart, &not(&distinct(terms)))
}

/// All pairs of different members.
pub fn pairs<T>(all: &[T]) -> impl Iterator<Item = (&T, &T)> {
    let with_later = move |(at, a)| all[at + 1..].iter().map(move |b| (a, b));
    all.iter().enumerate().flat_map(with_later)
}
