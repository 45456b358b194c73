//! The soundness query: can a solution satisfy the clauses and violate the conclusion?
//!
//! A pattern gives one query per choice of set sizes. A fish of size 2 along rows is one query.
//! Along columns it is the transpose of that query, so it is left out. Verdicts, suggestions and
//! the SMT-LIB files all use these queries.

use std::sync::Arc;

use serde::Serialize;

use super::axioms::{Boards, KIND_PREDICATES};
use super::capacities;
use super::encode::{Encoding, Goal};
use super::fillings;
use super::induct::Theory;
use super::links;
use super::sizes::instances;
use super::smt::{Answer, Deadline, Query};
use qedoku_core::grid::{Board, HouseKind, Shape};
use qedoku_core::lang::ir::{Kinds, Pattern, Sort, Technique, Variable};

/// The boards on which a rule is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Boards of any size and shape, with or without extra houses.
    EveryBoard,
    /// Boards of any size with rectangular boxes and no extra houses.
    StandardBoards,
    /// The 9x9 board.
    NineByNine,
}

impl Scope {
    /// All scopes, the widest first.
    pub const ALL: [Scope; 3] = [Scope::EveryBoard, Scope::StandardBoards, Scope::NineByNine];

    /// Whether the scope includes this board.
    pub fn covers(self, board: &Board) -> bool {
        let is_standard = board.is_classic();
        match self {
            Scope::EveryBoard => true,
            Scope::StandardBoards => is_standard,
            Scope::NineByNine => is_standard && board.shape() == usual_board().shape(),
        }
    }

    /// The scope as a phrase after "sound".
    pub fn words(self) -> &'static str {
        match self {
            Scope::EveryBoard => "on every board",
            Scope::StandardBoards => "on every board with rectangular boxes",
            Scope::NineByNine => "on the 9x9 board",
        }
    }
}

/// The board on which counterexamples are searched.
pub fn usual_board() -> Arc<Board> {
    Board::sudoku(Shape {
        height: 3,
        width: 3,
    })
}

/// The boards of abstract queries.
pub const SCOPES: [(Boards, Scope); 2] = [
    (Boards::Every, Scope::EveryBoard),
    (Boards::Standard, Scope::StandardBoards),
];

/// The patterns of a technique up to transposition. Rows and columns are equivalent unless a
/// pattern names both.
pub fn orientations(technique: &Technique) -> Vec<&Pattern> {
    let transposed = |kinds: Kinds| {
        let swap = |kind| match kind {
            HouseKind::Row => HouseKind::Column,
            HouseKind::Column => HouseKind::Row,
            other => other,
        };
        let all = KIND_PREDICATES.iter().map(|(kind, _)| *kind);
        let mut swapped = all
            .filter(|&k| kinds.contains(k))
            .map(|k| Kinds::only(swap(k)));
        let first = swapped.next();
        first.map(|first| swapped.fold(first, Kinds::or))
    };
    let mirrors = |(a, b): (&Variable, &Variable)| match (a.sort, b.sort) {
        (Sort::House(a), Sort::House(b)) => transposed(a) == Some(b),
        (a, b) => a == b,
    };
    match technique.patterns.as_slice() {
        [one, other] if one.variables.iter().zip(&other.variables).all(mirrors) => vec![one],
        all => all.iter().collect(),
    }
}

/// Whether a pattern counts links or capacities, or is about fillings. Such patterns have queries
/// of their own, and their only goals are the conclusions.
pub fn is_counted(pattern: &Pattern) -> bool {
    links::has_links(pattern)
        || capacities::has_capacities(pattern)
        || fillings::has_fillings(pattern)
}

/// The queries for a count of links or capacities, or for fillings.
fn counted(pattern: &Pattern, boards: Boards, goal: Goal) -> Option<Vec<Query>> {
    let of_links = links::queries(pattern, boards, goal);
    { of_links }
        .or_else(|| capacities::queries(pattern, boards, goal))
        .or_else(|| fillings::queries(pattern, boards, goal))
}

/// The queries for all sizes of a pattern's sets. `None` if there are too many.
pub fn queries(
    pattern: &Pattern,
    theory: &Theory,
    boards: Boards,
    goal: Goal,
) -> Option<Vec<Query>> {
    if is_counted(pattern) {
        return counted(pattern, boards, goal);
    }
    let encode =
        |sizes: Vec<usize>| Encoding::new(pattern, &sizes, theory.settings(boards), goal).query;
    Some(instances(pattern)?.into_iter().map(encode).collect())
}

/// Whether the conclusions are proved for all sizes of the pattern's sets.
pub fn is_proved(pattern: &Pattern, theory: &Theory, boards: Boards, deadline: Deadline) -> bool {
    all_refuted(pattern, theory, boards, Goal::Conclusions, deadline)
}

/// Whether a goal is refuted for all sizes. The queries are built one at a time.
pub fn all_refuted(
    pattern: &Pattern,
    theory: &Theory,
    boards: Boards,
    goal: Goal,
    deadline: Deadline,
) -> bool {
    if is_counted(pattern) {
        let queries = counted(pattern, boards, goal);
        return queries.is_some_and(|all| all.iter().all(|q| q.ask(deadline) == Answer::Unsat));
    }
    let Some(sizes) = instances(pattern) else {
        return false;
    };
    sizes.iter().all(|sizes| {
        let encoding = Encoding::new(pattern, sizes, theory.settings(boards), goal);
        encoding.query.ask(deadline) == Answer::Unsat
    })
}
