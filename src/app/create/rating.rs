//! Required ratings: `--scale SE --between 4.2..4.6`, on any scale that `qedoku grade` supports.
//!
//! With `--each 0.1`, there is one range for each tenth. A range with enough puzzles is closed, and
//! walks continue towards the open ones.

use std::sync::Arc;

use crate::NamedScales;
use qedoku_batch::{Grader, Solvers};
use qedoku_core::engine::{Stop, Strategy};
use qedoku_core::grid::Puzzle;
use qedoku_core::lang::Library;
use qedoku_core::report::grade::Rated;
use qedoku_core::report::ladder::LadderValue;

/// A scale, and the required ranges on it.
pub struct RequiredRating {
    grader: Grader,
    scales: GraderParts,
    /// The ranges.
    pub ranges: Vec<RatingRange>,
}

/// The parts from which graders are made.
#[derive(Clone)]
struct GraderParts {
    library: Arc<Library>,
    named: NamedScales,
    stop: Stop,
}

impl GraderParts {
    /// A grader that gives exact ratings up to `highest`. Higher ratings do not matter and take
    /// long to compute.
    fn grader(&self, highest: f64) -> Grader {
        let mut ladders = self.named.ladders.clone();
        for ladder in &mut ladders {
            ladder.end_at((highest * 100.0).round() as u32);
        }
        let strategy = Strategy {
            stop: self.stop.clone(),
            ..Strategy::default()
        };
        let solvers = Solvers::new(Arc::clone(&self.library), strategy.by_rounds());
        let grader = Grader::new(solvers, self.named.lengths.clone()).with_ladders(ladders);
        grader.only_scales()
    }
}

/// Ratings from the first to the second.
#[derive(Clone, Copy, Debug)]
pub struct RatingRange(f64, f64);

impl RatingRange {
    /// The distance of a rating from the range.
    fn distance(self, rating: f64) -> f64 {
        // Tenths are not exact in binary.
        let slack = 1e-9;
        match (self.0 - rating).max(rating - self.1) {
            distance if distance <= slack => 0.0,
            distance => distance,
        }
    }

    /// Whether a rating is in the range.
    pub fn has(self, rating: f64) -> bool {
        self.distance(rating) == 0.0
    }

    /// The middle of the range.
    pub fn middle(self) -> f64 {
        f64::midpoint(self.0, self.1)
    }

    /// The range as text: `9.3`, or `9.0..9.5`.
    pub fn text(self) -> String {
        // Steps of tenths are not exact in binary.
        let rounded = |rating: f64| (rating * 100.0).round() / 100.0;
        match self.0 == self.1 {
            true => format!("{:?}", rounded(self.0)),
            false => format!("{:?}..{:?}", rounded(self.0), rounded(self.1)),
        }
    }
}

/// The highest rating in some ranges.
pub fn highest(ranges: &[RatingRange]) -> f64 {
    ranges.iter().map(|range| range.1).fold(0.0, f64::max)
}

/// A rating, or a lower bound of the rating.
#[derive(Clone, Copy)]
pub enum KnownRating {
    /// The rating.
    Exact(f64),
    /// A lower bound.
    AtLeast(f64),
}

impl KnownRating {
    /// The rating. For a lower bound, a value just above it.
    pub fn value(self) -> f64 {
        match self {
            KnownRating::Exact(rating) => rating,
            KnownRating::AtLeast(bound) => bound + 0.05,
        }
    }
}

impl RequiredRating {
    /// Requires ratings in the given ranges.
    pub fn new(
        scale: NamedScales,
        ranges: Vec<(f64, f64)>,
        library: &Arc<Library>,
        stop: Stop,
    ) -> RequiredRating {
        let scales = GraderParts {
            library: Arc::clone(library),
            named: scale,
            stop,
        };
        let ranges: Vec<RatingRange> = (ranges.into_iter())
            .map(|(a, b)| RatingRange(a, b))
            .collect();
        RequiredRating {
            grader: scales.grader(highest(&ranges)),
            scales,
            ranges,
        }
    }

    /// The requirement with fewer ranges on the same scale.
    pub fn only(&self, ranges: &[RatingRange]) -> RequiredRating {
        RequiredRating {
            grader: self.scales.grader(highest(ranges)),
            scales: self.scales.clone(),
            ranges: ranges.to_vec(),
        }
    }

    /// The rating of a puzzle, or the bound above which it does not matter. `None` if the search
    /// was stopped, or the scale does not rate the puzzle.
    pub fn known(&self, puzzle: &Puzzle) -> Option<KnownRating> {
        let grade = self.grader.grade(puzzle).ok()?;
        if let Some((_, rated)) = grade.scales.first() {
            return match *rated {
                Rated::Length(length) => Some(KnownRating::Exact(length as f64)),
                Rated::AtLeast(length) => Some(KnownRating::AtLeast(length as f64)),
                Rated::Never => None,
            };
        }
        // The first column that is a number.
        let columns = grade.ladders.first()?.columns.iter();
        let mut known = columns.filter_map(|(_, value)| match value {
            LadderValue::Mark(mark) => Some(KnownRating::Exact(f64::from(*mark) / 100.0)),
            LadderValue::AtLeast(mark) => Some(KnownRating::AtLeast(f64::from(*mark) / 100.0)),
            LadderValue::Sum(sum) => Some(KnownRating::Exact(*sum as f64)),
            LadderValue::Word(_) | LadderValue::Missing => None,
        });
        known.next()
    }

    /// The rating of a puzzle, if it is in one of these ranges.
    pub fn rating(&self, puzzle: &Puzzle, open: &[RatingRange]) -> Option<f64> {
        match self.known(puzzle)? {
            KnownRating::Exact(rating) if open.iter().any(|range| range.has(rating)) => {
                Some(rating)
            }
            KnownRating::Exact(_) | KnownRating::AtLeast(_) => None,
        }
    }

    /// The distance of a puzzle's rating from the nearest open range.
    pub fn distance(&self, puzzle: &Puzzle, open: &[RatingRange]) -> Option<f64> {
        match self.known(puzzle)? {
            KnownRating::Exact(rating) => {
                let distances = open.iter().map(|range| range.distance(rating));
                distances.min_by(f64::total_cmp)
            }
            // A bound is never in a range. A puzzle with only a bound counts as further away than
            // all rated puzzles.
            KnownRating::AtLeast(bound) => Some(100.0 + bound),
        }
    }
}
