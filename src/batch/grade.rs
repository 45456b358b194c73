//! Grades of many puzzles, each by itself, in the order of the puzzles.
//!
//! Takes texts, gives rows. What is no puzzle, or on a board that the rules are not for, makes a row that says so.

use miette::Diagnostic;
use qedoku_core::engine::scale::Scale;
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::grid::{Board, Puzzle};
use qedoku_core::report::grade::Grade;
use rayon::prelude::*;

use super::solvers::Solvers;

/// How a row is called in messages about its text.
const NAME: &str = "<row>";

/// Why there is no grade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ungraded {
    /// The stable code, such as `puzzle::clash`.
    pub code: Option<String>,
    /// In words.
    pub message: String,
}

/// What became of a row.
#[derive(Clone, Debug)]
pub struct GradedRow {
    /// The text, where there is one.
    pub text: Option<String>,
    /// Its grade.
    pub grade: Result<Grade, Ungraded>,
}

/// Whether puzzles on a board may be graded.
type BoardGate = Box<dyn Fn(&Board) -> Result<(), Ungraded> + Send + Sync>;

/// Grades puzzles.
pub struct Grader {
    solvers: Solvers,
    scales: Vec<Scale>,
    gate: Option<BoardGate>,
}

impl Grader {
    /// Grades with these solvers, which must go by rounds, and rates by these scales.
    pub fn new(solvers: Solvers, scales: Vec<Scale>) -> Grader {
        Grader {
            solvers,
            scales,
            gate: None,
        }
    }

    /// The same, for boards that somebody is asked about first: rules may be proved for some only.
    pub fn behind(
        mut self,
        gate: impl Fn(&Board) -> Result<(), Ungraded> + Send + Sync + 'static,
    ) -> Grader {
        self.gate = Some(Box::new(gate));
        self
    }

    /// The scales that it rates by.
    pub fn scales(&self) -> &[Scale] {
        &self.scales
    }

    /// The grade of a puzzle.
    pub fn grade(&self, puzzle: &Puzzle) -> Result<Grade, Ungraded> {
        if let Some(gate) = &self.gate {
            gate(&puzzle.board)?;
        }
        let mut grade = Grade::of(self.solvers.get(&puzzle.board).solver(), puzzle);
        grade.rate(puzzle, &self.scales, &self.solvers.strategy().stop);
        Ok(grade)
    }

    /// The row for a text.
    pub fn row(&self, text: Option<&str>) -> GradedRow {
        let grade = match text {
            None => Err(Ungraded {
                code: Some("puzzle::null".to_owned()),
                message: "the row has no text".to_owned(),
            }),
            Some(text) => match read_puzzle(&Source::new(NAME, text)) {
                Ok(puzzle) => self.grade(&puzzle),
                Err(error) => Err(Ungraded {
                    code: error.code().map(|code| code.to_string()),
                    message: error.to_string(),
                }),
            },
        };
        GradedRow {
            text: text.map(str::to_owned),
            grade,
        }
    }

    /// The rows for many texts, by all threads of the pool that this is called in. Before each, `begin` is asked on
    /// the thread that is to work on it whether to go on: what its strategy asks whether to stop may count from
    /// there. Once it says no, there are no rows.
    pub fn rows(
        &self,
        texts: &[Option<&str>],
        begin: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<GradedRow>> {
        // Puzzles differ a thousandfold in what they cost: no thread takes many of them at once.
        (texts.par_iter().with_max_len(1))
            .map(|text| begin().then(|| self.row(*text)))
            .collect()
    }
}
