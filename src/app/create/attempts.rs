//! Attempts on all threads until there are enough puzzles.
//!
//! The puzzles come in the order of the attempts. Attempts run in waves of a fixed size, and the
//! start of an attempt depends only on earlier waves, so the same seed gives the same puzzles with
//! any number of threads. Later waves start from earlier puzzles: a puzzle with a jellyfish leads
//! to others.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::rating::{RatingRange, RequiredRating};
use super::{Attempt, Earlier, FoundPosition, PuzzleDemand, RequiredGrade, attempt_seed};
use crate::canon::form;
use qedoku_core::engine::Stop;
use qedoku_core::engine::make::walk;
use qedoku_core::engine::random::Random;
use qedoku_core::engine::search::{Limits, Outcome, Search};
use qedoku_core::grid::Puzzle;
use qedoku_core::report::grade::Grade;

/// Number of attempts per wave.
const WAVE: u64 = 24;

/// After this number of attempts without a puzzle, two puzzles may share a solution.
const ALIKE: u64 = 240;

/// Number of givens exchanged in one walk towards a rating.
const RATING_EXCHANGES: usize = 60;

/// A puzzle that meets the requirements.
pub struct CreatedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The grade of the puzzle.
    pub grade: Grade,
    /// The requested rating.
    pub rating: Option<f64>,
    /// The practice state.
    pub position: Option<FoundPosition>,
    /// The number of attempts for this puzzle.
    pub tried: u64,
}

impl CreatedPuzzle {
    /// The practice state as a puzzle.
    pub fn state(&self) -> Option<Puzzle> {
        self.position.as_ref().map(FoundPosition::state)
    }

    /// The effects of the step to be found in the practice state.
    pub fn answer(&self) -> Option<String> {
        self.position.as_ref().map(FoundPosition::answer)
    }

    /// This puzzle as a start of later attempts.
    fn earlier(&self) -> Earlier<'_> {
        Earlier {
            puzzle: &self.puzzle,
            approach: self.position.as_ref().map(|position| position.approach),
        }
    }
}

/// The result of all attempts.
#[derive(Default)]
pub struct Batch {
    /// The puzzles, in the order of the attempts.
    pub made: Vec<CreatedPuzzle>,
    /// The total number of attempts, including those after the last puzzle.
    pub tried: u64,
}

/// Makes `count` puzzles of each requested range, or fewer if no more are found.
pub struct OrderRun<'a, 'l> {
    /// The requirements in terms of rules.
    pub demand: &'a PuzzleDemand<'l>,
    /// The required rating.
    pub rating: Option<&'a RequiredRating>,
    /// Puzzles whose vicinity is searched; empty to begin with random ones.
    pub near: &'a [Puzzle],
    /// Ends the search early.
    pub stop: Stop,
    /// The seed of all attempts.
    pub seed: u64,
    /// The number of puzzles of each range.
    pub count: usize,
    /// Maximum number of attempts without a puzzle.
    pub patience: u64,
}

/// Callback after each wave: the puzzles and attempts until now, and the open ranges of ratings.
pub type OnWave<'w> = &'w dyn Fn(&Batch, &[RatingRange]);

impl OrderRun<'_, '_> {
    /// Makes the puzzles on all threads.
    pub fn make(&self, on_wave: OnWave<'_>) -> Batch {
        if let (Some(wanted), false) = (self.rating, self.near.is_empty()) {
            return self.near_puzzles(wanted, on_wave);
        }
        let mut batch = Batch::default();
        let mut forms: BTreeSet<String> = BTreeSet::new();
        let mut solutions: BTreeSet<Option<String>> = BTreeSet::new();
        let mut since = 0;
        while batch.made.len() < self.total() && since < self.patience && !self.stop.now() {
            let found: Vec<&CreatedPuzzle> = batch.made.iter().collect();
            let open = self.open(&batch.made);
            let first = batch.tried;
            let wave = (0..WAVE as u32).into_par_iter().with_max_len(1);
            let results: Vec<Option<CreatedPuzzle>> = wave
                .map(|number| {
                    self.attempt(first + u64::from(number), &found, &open, since >= ALIKE)
                })
                .collect();
            // An incomplete wave would depend on the time of the interrupt.
            if self.stop.now() {
                break;
            }
            for result in results {
                batch.tried += 1;
                since += 1;
                let Some(mut made) = result.filter(|made| self.wants(made, &batch.made)) else {
                    continue;
                };
                let solution = solution(&made.puzzle).and_then(|grid| grid.line());
                if solutions.contains(&solution) && since < ALIKE {
                    continue;
                }
                let text = form(&made.puzzle).or_else(|| made.puzzle.line());
                if forms.insert(text.unwrap_or_default()) {
                    made.tried = since;
                    since = 0;
                    solutions.insert(solution);
                    batch.made.push(made);
                }
            }
            on_wave(&batch, &self.open(&batch.made));
        }
        batch
    }

    /// The number of requested puzzles.
    pub fn total(&self) -> usize {
        self.count * self.rating.map_or(1, |wanted| wanted.ranges.len())
    }

    /// The ranges of ratings that still lack puzzles.
    pub(super) fn open(&self, made: &[CreatedPuzzle]) -> Vec<RatingRange> {
        let ranges = self.rating.map_or(&[][..], |wanted| &wanted.ranges);
        let count = |range: RatingRange| {
            let ratings = made.iter().filter_map(|made| made.rating);
            ratings.filter(|&rating| range.has(rating)).count()
        };
        let ranges = ranges.iter().copied();
        ranges.filter(|&range| count(range) < self.count).collect()
    }

    /// The ranges of ratings that lack puzzles, with the number of missing ones.
    pub fn missing(&self, made: &[CreatedPuzzle]) -> Vec<String> {
        let missing = |range: RatingRange| {
            let ratings = made.iter().filter_map(|made| made.rating);
            let count = ratings.filter(|&rating| range.has(rating)).count();
            format!("{} of {}", self.count - count, range.text())
        };
        self.open(made).into_iter().map(missing).collect()
    }

    /// Whether puzzles are missing for the rating of the new puzzle.
    pub(super) fn wants(&self, new: &CreatedPuzzle, made: &[CreatedPuzzle]) -> bool {
        match new.rating {
            Some(rating) => self.open(made).iter().any(|range| range.has(rating)),
            None => made.len() < self.count,
        }
    }

    /// One attempt: from a random grid, from an example of the technique, or from a puzzle found
    /// before.
    fn attempt(
        &self,
        number: u64,
        found: &[&CreatedPuzzle],
        open: &[RatingRange],
        alike: bool,
    ) -> Option<CreatedPuzzle> {
        let walks = self
            .rating
            .filter(|_| matches!(self.demand.wanted, RequiredGrade::Any));
        let Attempt { puzzle, position } = match walks {
            Some(rating) => {
                let mut random = Random::new(attempt_seed(self.seed, number));
                let plan = &self.demand.order.plan;
                let distance = |puzzle: &Puzzle| {
                    if self.stop.now() {
                        None
                    } else {
                        rating.distance(puzzle, open)
                    }
                };
                let puzzle = walk(plan, &mut random, RATING_EXCHANGES, distance)?;
                Attempt {
                    puzzle,
                    position: None,
                }
            }
            None => {
                let earlier: Vec<Earlier<'_>> = found.iter().map(|made| made.earlier()).collect();
                self.demand.attempt(self.seed, number, &earlier, alike)?
            }
        };
        let grade = self.demand.graded(&puzzle)?;
        let rating = match self.rating {
            Some(wanted) => Some(wanted.rating(&puzzle, open)?),
            None => None,
        };
        Some(CreatedPuzzle {
            puzzle,
            grade,
            rating,
            position,
            tried: 0,
        })
    }
}

/// The full grid of a puzzle.
pub fn solution(puzzle: &Puzzle) -> Option<Puzzle> {
    let outcome = Search::new(&puzzle.board, Limits::default()).solve(&puzzle.state());
    let Outcome::Unique(grid) = outcome else {
        return None;
    };
    let givens = grid.into_iter().map(Some).collect();
    Some(Puzzle::from_givens(puzzle.board.clone(), givens))
}
