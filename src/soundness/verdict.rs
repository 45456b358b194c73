//! The verdict on a rule.
//!
//! Takes a technique and the relations it may use, gives sound, unsound or unknown, with all that
//! is known about why.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::encode::{Encoding, Goal};
use super::induct::Theory;
use super::search::{Outcome, Search};
use super::sizes::choices;
use super::smt::{Answer, Query};
use super::suggest::{Suggestion, suggest};
use super::witness::Counterexample;
use super::world::Boards;
use crate::grid::{Board, Shape};
use crate::lang::ir::{Pattern, Relation, Technique};

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
    /// In words, behind "sound".
    pub fn words(self) -> &'static str {
        match self {
            Scope::EveryBoard => "on every board",
            Scope::StandardBoards => "on every board with rectangular boxes",
            Scope::NineByNine => "on the 9x9 board",
        }
    }
}

/// What is odd about a sound rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Remark {
    /// It is sound because no solution satisfies its clauses.
    Contradictory,
    /// Whatever it would remove, its own clauses say that it is not there.
    NeverFires,
}

impl Remark {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Remark::Contradictory => "its clauses contradict each other, so it can never fire",
            Remark::NeverFires => "what it removes is never there, so it can never fire",
        }
    }
}

/// The verdict on a technique.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No solution satisfies its clauses and violates its conclusion.
    Sound {
        /// Where that was proved.
        scope: Scope,
        /// What is odd about it.
        remark: Option<Remark>,
    },
    /// There is a board on which it is wrong.
    Unsound {
        /// The board.
        counterexample: Box<Counterexample>,
        /// What would make it sound.
        suggestion: Option<Suggestion>,
    },
    /// Neither was found.
    Unknown {
        /// The limit that was hit.
        reason: String,
    },
}

impl Verdict {
    /// Whether a rule with this verdict may be used.
    pub fn is_sound(&self) -> bool {
        matches!(self, Verdict::Sound { .. })
    }

    /// In one word.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Sound { .. } => "sound",
            Verdict::Unsound { .. } => "unsound",
            Verdict::Unknown { .. } => "unknown",
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

/// The verdict on a technique, reached within a time.
pub fn judge(technique: &Technique, relations: &[Relation], limit: Duration) -> Verdict {
    let deadline = Instant::now() + limit;
    let Some(pattern) = technique.patterns.first() else {
        return Verdict::Unknown {
            reason: "it has no pattern".into(),
        };
    };
    for (boards, scope) in SCOPES {
        let theory = Theory::new(relations, [pattern], boards, deadline);
        if is_proved(pattern, &theory, boards, deadline) {
            let remark = remark(pattern, &theory, boards, deadline);
            return Verdict::Sound { scope, remark };
        }
        if Instant::now() >= deadline {
            return unknown(limit);
        }
    }
    let search = Search {
        technique,
        relations,
        board: &usual_board(),
        deadline,
    };
    match search.run() {
        Outcome::Exhausted => Verdict::Sound {
            scope: Scope::NineByNine,
            remark: None,
        },
        Outcome::GaveUp(_) if Instant::now() >= deadline => unknown(limit),
        Outcome::GaveUp(reason) => Verdict::Unknown { reason },
        Outcome::Refuted(counterexample) => Verdict::Unsound {
            suggestion: suggest(pattern, relations, deadline),
            counterexample,
        },
    }
}

/// The boards of abstract queries.
pub const SCOPES: [(Boards, Scope); 2] = [
    (Boards::Every, Scope::EveryBoard),
    (Boards::Standard, Scope::StandardBoards),
];

fn unknown(limit: Duration) -> Verdict {
    let seconds = limit.as_secs_f64();
    Verdict::Unknown {
        reason: format!("it was not decided within {seconds} s"),
    }
}

/// The queries for all sizes of a pattern's sets; `None` if there are too many.
pub fn queries(
    pattern: &Pattern,
    theory: &Theory,
    boards: Boards,
    goal: Goal,
) -> Option<Vec<Query>> {
    let encode =
        |sizes: Vec<usize>| Encoding::new(pattern, &sizes, theory.settings(boards), goal).query;
    Some(choices(pattern)?.into_iter().map(encode).collect())
}

/// Whether the abstract query is refuted for all sizes of the pattern's sets.
pub fn is_proved(pattern: &Pattern, theory: &Theory, boards: Boards, deadline: Instant) -> bool {
    all_refuted(pattern, theory, boards, Goal::Conclusions, deadline)
}

/// Whether a goal is refuted for all sizes; the queries are made one by one.
pub fn all_refuted(
    pattern: &Pattern,
    theory: &Theory,
    boards: Boards,
    goal: Goal,
    deadline: Instant,
) -> bool {
    let Some(sizes) = choices(pattern) else {
        return false;
    };
    sizes.iter().all(|sizes| {
        let encoding = Encoding::new(pattern, sizes, theory.settings(boards), goal);
        encoding.query.ask(deadline) == Answer::Unsat
    })
}

fn remark(pattern: &Pattern, theory: &Theory, boards: Boards, deadline: Instant) -> Option<Remark> {
    // A rule may contradict itself only where boxes are what they usually are.
    let refuted = |goal| {
        all_refuted(pattern, theory, boards, goal, deadline)
            || boards == Boards::Every
                && all_refuted(pattern, theory, Boards::Standard, goal, deadline)
    };
    if refuted(Goal::Nothing) {
        return Some(Remark::Contradictory);
    }
    refuted(Goal::Fires).then_some(Remark::NeverFires)
}
