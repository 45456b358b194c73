//! Grades of many puzzles, each by itself, in the order of the puzzles.
//!
//! Takes texts, gives rows. What is no puzzle, or on a board that the rules are not for, makes a row that says so.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use miette::Diagnostic;
use qedoku_core::engine::ladder::Ladder;
use qedoku_core::engine::scale::Scale;
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::grid::{Board, Puzzle, Shape};
use qedoku_core::report::grade::Grade;
use rayon::prelude::*;

use super::solvers::{ReadyClimbers, Solvers};

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
    ladders: Vec<Ladder>,
    climbers: Mutex<BTreeMap<Shape, Arc<ReadyClimbers>>>,
    /// Whether nothing but the ratings is asked for.
    only_scales: bool,
    gate: Option<BoardGate>,
}

impl Grader {
    /// Grades with these solvers, which must go by rounds, and rates by these scales.
    pub fn new(solvers: Solvers, scales: Vec<Scale>) -> Grader {
        Grader {
            solvers,
            scales,
            ladders: Vec::new(),
            climbers: Mutex::default(),
            only_scales: false,
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

    /// The same, rating by these ladders too. The library must have been found to serve them.
    pub fn climbing(mut self, ladders: Vec<Ladder>) -> Grader {
        self.ladders = ladders;
        self
    }

    /// The same without the steps of the rules: ratings, and how many solutions there are.
    pub fn only_scales(mut self) -> Grader {
        self.only_scales = true;
        self
    }

    /// The ladders that it rates by.
    pub fn ladders(&self) -> &[Ladder] {
        &self.ladders
    }

    /// The climbers for a board.
    fn climbers(&self, board: &Arc<Board>) -> Result<Arc<ReadyClimbers>, Ungraded> {
        let mut made = (self.climbers.lock()).unwrap_or_else(PoisonError::into_inner);
        if let Some(climbers) = made.get(&board.shape()) {
            return Ok(Arc::clone(climbers));
        }
        let climbers = ReadyClimbers::make(board, self.solvers.library(), &self.ladders);
        let climbers = climbers.map_err(|errors| Ungraded {
            code: errors.first().map(|e| e.problem.code().to_owned()),
            message: errors.first().map(ToString::to_string).unwrap_or_default(),
        })?;
        let climbers = Arc::new(climbers);
        made.insert(board.shape(), Arc::clone(&climbers));
        Ok(climbers)
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
        let mut grade = match self.only_scales {
            true => Grade::without_steps(puzzle),
            false => Grade::of(self.solvers.get(&puzzle.board).solver(), puzzle),
        };
        let stop = &self.solvers.strategy().stop;
        grade.rate(puzzle, &self.scales, stop);
        if !self.ladders.is_empty() {
            grade.climb(puzzle, self.climbers(&puzzle.board)?.climbers(), stop);
        }
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
