//! Required ratings: `--scale SE --between 4.2..4.6`, on any scale that `qedoku grade` supports.

use std::sync::Arc;

use miette::miette;

use crate::interrupt;
use crate::scales::ChosenScales;
use qedoku_batch::{Grader, Solvers};
use qedoku_core::engine::Strategy;
use qedoku_core::grid::Puzzle;
use qedoku_core::lang::Library;
use qedoku_core::report::grade::Rated;
use qedoku_core::report::ladder::LadderValue;

/// A scale, and the required range on it.
pub struct RatingWanted {
    grader: Grader,
    lowest: f64,
    highest: f64,
}

/// A rating, or a lower bound of it.
#[derive(Clone, Copy)]
enum KnownRating {
    Exact(f64),
    AtLeast(f64),
}

impl RatingWanted {
    /// Requires ratings from `lowest` to `highest`.
    pub fn new(
        scale: &str,
        (lowest, highest): (f64, f64),
        library: &Arc<Library>,
    ) -> miette::Result<RatingWanted> {
        let mut chosen = ChosenScales::read(&[scale.to_owned()], library)?;
        // An exact rating above the wanted range does not matter and takes long to compute.
        for ladder in &mut chosen.ladders {
            ladder.end_at((highest * 100.0).round() as u32);
        }
        if chosen.lengths.is_empty() && chosen.ladders.is_empty() {
            return Err(miette!("there is no scale `{scale}`"));
        }
        let strategy = Strategy {
            stop: interrupt::stop_after(None),
            ..Strategy::default()
        };
        let solvers = Solvers::new(Arc::clone(library), strategy.by_rounds());
        let grader = Grader::new(solvers, chosen.lengths).with_ladders(chosen.ladders);
        Ok(RatingWanted {
            grader: grader.only_scales(),
            lowest,
            highest,
        })
    }

    fn known(&self, puzzle: &Puzzle) -> Option<KnownRating> {
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

    /// The rating of a puzzle, if it is in the range.
    pub fn rating(&self, puzzle: &Puzzle) -> Option<f64> {
        match self.known(puzzle)? {
            KnownRating::Exact(rating) => self.is_within(rating).then_some(rating),
            KnownRating::AtLeast(_) => None,
        }
    }

    fn is_within(&self, rating: f64) -> bool {
        // Tenths are not exact in binary.
        let slack = 1e-9;
        rating >= self.lowest - slack && rating <= self.highest + slack
    }

    /// The distance of a puzzle's rating from the range.
    pub fn distance(&self, puzzle: &Puzzle) -> Option<f64> {
        Some(match self.known(puzzle)? {
            KnownRating::Exact(rating) if self.is_within(rating) => 0.0,
            KnownRating::Exact(rating) => (self.lowest - rating).max(rating - self.highest),
            // A bound is never in the range, and such a puzzle is further away than any rated one.
            KnownRating::AtLeast(bound) => 100.0 + bound,
        })
    }
}
