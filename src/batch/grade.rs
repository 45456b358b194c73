//! Grades of many puzzles, in the order of the puzzles.
//!
//! Text that is not a puzzle, or whose board the rules do not support, gives a row with an error.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use miette::Diagnostic;
use qedoku_core::engine::rate::Ladder;
use qedoku_core::engine::scale::Scale;
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::grid::{Board, BoardId, Puzzle};
use qedoku_core::report::grade::Grade;
use rayon::prelude::*;

use super::raters::ReadyRaters;
use qedoku_core::engine::Solvers;

/// The source name of a row in messages.
const NAME: &str = "<row>";

/// The reason why there is no grade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradeFailure {
    /// The stable code, such as `puzzle::clash`.
    pub code: Option<String>,
    /// The reason as a sentence.
    pub message: String,
}

/// The result for one row.
#[derive(Clone, Debug)]
pub struct GradedRow {
    /// The text. `None` for a null row.
    pub text: Option<String>,
    /// Grade of the puzzle, or the reason why there is none.
    pub grade: Result<Grade, GradeFailure>,
}

/// A check of whether puzzles on a board may be graded.
type BoardGate = Box<dyn Fn(&Board) -> Result<(), GradeFailure> + Send + Sync>;

/// Called with the lower bound of a rating, in hundredths, while a puzzle is rated by a ladder.
type BoundListener = Box<dyn Fn(u32) + Send + Sync>;

/// Grades puzzles.
pub struct Grader {
    solvers: Solvers,
    scales: Vec<Scale>,
    ladders: Vec<Ladder>,
    raters: Mutex<BTreeMap<BoardId, Arc<ReadyRaters>>>,
    /// Whether only the ratings are computed.
    only_scales: bool,
    gate: Option<BoardGate>,
    on_bound: Option<BoundListener>,
}

impl Grader {
    /// Grades with these solvers, which must work in rounds, and rates by these scales.
    pub fn new(solvers: Solvers, scales: Vec<Scale>) -> Grader {
        Grader {
            solvers,
            scales,
            ladders: Vec::new(),
            raters: Mutex::default(),
            only_scales: false,
            gate: None,
            on_bound: None,
        }
    }

    /// Adds a check of each board before grading: rules may be proved for some boards only.
    pub fn behind(
        mut self,
        gate: impl Fn(&Board) -> Result<(), GradeFailure> + Send + Sync + 'static,
    ) -> Grader {
        self.gate = Some(Box::new(gate));
        self
    }

    /// Adds ratings by ladders. The library must have the rules of the ladders.
    pub fn with_ladders(mut self, ladders: Vec<Ladder>) -> Grader {
        self.ladders = ladders;
        self
    }

    /// Skips the steps of the rules: computes only the ratings and the number of solutions.
    pub fn only_scales(mut self) -> Grader {
        self.only_scales = true;
        self
    }

    /// Reports the bounds reached while a puzzle is rated by a ladder, from all threads.
    pub fn on_bound(mut self, listener: impl Fn(u32) + Send + Sync + 'static) -> Grader {
        self.on_bound = Some(Box::new(listener));
        self
    }

    /// The ladders that the grader rates by.
    pub fn ladders(&self) -> &[Ladder] {
        &self.ladders
    }

    /// The raters for a board.
    fn raters(&self, board: &Arc<Board>) -> Result<Arc<ReadyRaters>, GradeFailure> {
        let mut made = (self.raters.lock()).unwrap_or_else(PoisonError::into_inner);
        if let Some(raters) = made.get(board.id()) {
            return Ok(Arc::clone(raters));
        }
        let raters = ReadyRaters::make(board, self.solvers.library(), &self.ladders);
        let raters = raters.map_err(|errors| GradeFailure {
            code: errors.first().map(|e| e.problem.code().to_owned()),
            message: errors.first().map(ToString::to_string).unwrap_or_default(),
        })?;
        let raters = Arc::new(raters);
        made.insert(board.id().clone(), Arc::clone(&raters));
        Ok(raters)
    }

    /// The scales that the grader rates by.
    pub fn scales(&self) -> &[Scale] {
        &self.scales
    }

    /// Grades a puzzle.
    pub fn grade(&self, puzzle: &Puzzle) -> Result<Grade, GradeFailure> {
        if let Some(gate) = &self.gate {
            gate(&puzzle.board)?;
        }
        let mut grade = match self.only_scales {
            true => Grade::without_steps(puzzle),
            false => Grade::of(self.solvers.get(&puzzle.board).solver(), puzzle),
        };
        let stop = &self.solvers.strategy().stop;
        grade.rate(puzzle, &self.scales, stop);
        if !self.ladders.is_empty() {
            let raters = self.raters(&puzzle.board)?;
            let ignore = |_| ();
            let on_bound: &dyn Fn(u32) = match &self.on_bound {
                Some(listener) => listener,
                None => &ignore,
            };
            grade.rate_by_ladders(puzzle, raters.raters(), stop, on_bound);
        }
        Ok(grade)
    }

    /// Grades a text.
    pub fn row(&self, text: Option<&str>) -> GradedRow {
        let grade = match text {
            None => Err(GradeFailure {
                code: Some("puzzle::null".to_owned()),
                message: "the row has no text".to_owned(),
            }),
            Some(text) => match read_puzzle(&Source::new(NAME, text)) {
                Ok(puzzle) => self.grade(&puzzle),
                Err(error) => Err(GradeFailure {
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

    /// Grades many texts on all threads of the current pool. Calls `begin` before each text on the
    /// thread that will grade it. `begin` may start a time limit there. Returns `None` once it
    /// returns false.
    pub fn rows(
        &self,
        texts: &[Option<&str>],
        begin: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<GradedRow>> {
        // Puzzles differ in cost by a factor of a thousand, so each thread takes one at a time.
        (texts.par_iter().with_max_len(1))
            .map(|text| begin().then(|| self.row(*text)))
            .collect()
    }
}
