//! The question that soundness is: does a solution satisfy the clauses and violate the conclusion?
//!
//! Takes a pattern, the theory of the relations it uses and the boards in question; gives the queries, one for each
//! size that its sets can have, and whether all of them are refuted. A fish of size 2 along rows is one query; along
//! columns it would be the same with rows and columns exchanged, so it is not asked again. Verdicts, suggestions and the
//! SMT-LIB files all ask here.

use std::sync::Arc;

use serde::Serialize;

use super::encode::{Encoding, Goal};
use super::induct::Theory;
use super::links;
use super::sizes::instances;
use super::smt::{Answer, Deadline, Query};
use super::world::{Boards, KINDS};
use qedoku_core::grid::{Board, HouseKind, Shape};
use qedoku_core::lang::ir::{Kinds, Pattern, Sort, Technique, Variable};

/// On which boards a rule is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// On boards of any size and form, with further houses or without.
    EveryBoard,
    /// On boards of any size with rectangular boxes and no further houses.
    StandardBoards,
    /// On the 9x9 board.
    NineByNine,
}

impl Scope {
    /// All of them, the widest first.
    pub const ALL: [Scope; 3] = [Scope::EveryBoard, Scope::StandardBoards, Scope::NineByNine];

    /// Whether what was proved there holds on this board.
    pub fn covers(self, board: &Board) -> bool {
        let is_standard = board.houses().len() == 3 * board.size();
        match self {
            Scope::EveryBoard => true,
            Scope::StandardBoards => is_standard,
            Scope::NineByNine => is_standard && board.shape() == usual_board().shape(),
        }
    }

    /// In words, behind "sound".
    pub fn words(self) -> &'static str {
        match self {
            Scope::EveryBoard => "on every board",
            Scope::StandardBoards => "on every board with rectangular boxes",
            Scope::NineByNine => "on the 9x9 board",
        }
    }
}

/// The board on which counterexamples are looked for.
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

/// The patterns of a technique that differ: along columns it is the same as along rows up to
/// transposition, unless it names rows or columns as well.
pub fn orientations(technique: &Technique) -> Vec<&Pattern> {
    let transposed = |kinds: Kinds| {
        let swap = |kind| match kind {
            HouseKind::Row => HouseKind::Column,
            HouseKind::Column => HouseKind::Row,
            other => other,
        };
        let all = KINDS.iter().map(|(kind, _)| *kind);
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

/// The queries for all sizes of a pattern's sets; `None` if there are too many.
pub fn queries(
    pattern: &Pattern,
    theory: &Theory,
    boards: Boards,
    goal: Goal,
) -> Option<Vec<Query>> {
    if let Some(queries) = links::queries(pattern, boards, goal) {
        return Some(queries);
    }
    let encode =
        |sizes: Vec<usize>| Encoding::new(pattern, &sizes, theory.settings(boards), goal).query;
    Some(instances(pattern)?.into_iter().map(encode).collect())
}

/// Whether the abstract query is refuted for all sizes of the pattern's sets.
pub fn is_proved(pattern: &Pattern, theory: &Theory, boards: Boards, deadline: Deadline) -> bool {
    all_refuted(pattern, theory, boards, Goal::Conclusions, deadline)
}

/// Whether a goal is refuted for all sizes; the queries are made one by one.
pub fn all_refuted(
    pattern: &Pattern,
    theory: &Theory,
    boards: Boards,
    goal: Goal,
    deadline: Deadline,
) -> bool {
    // Whether anything else about links can ever hold is not asked.
    if links::has_links(pattern) {
        let queries = links::queries(pattern, boards, goal);
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
