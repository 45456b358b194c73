//! The vicinity search: from rated puzzles to others by exchanges of givens.
//!
//! Every rated puzzle joins a pool, also those outside the requested ranges. An attempt chooses a
//! range that lacks puzzles, then a puzzle of the pool with a rating near it, and exchanges givens
//! of that puzzle. So a puzzle of 9.7 that was found while 9.0 was wanted is of use later.
//!
//! Attempts run in waves. An attempt depends only on its number and on earlier waves, so the same
//! seed gives the same puzzles with any number of threads.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::attempt_seed;
use super::attempts::{Batch, CreatedPuzzle, OnWave, OrderRun};
use super::rating::{KnownRating, RatingRange, RequiredRating, highest};
use crate::canon::form;
use qedoku_core::engine::make::exchange;
use qedoku_core::engine::random::Random;
use qedoku_core::grid::Puzzle;

/// Number of attempts per wave.
const WAVE: u64 = 24;

/// One attempt in this number rates an unrated starting puzzle, as long as there are any.
const RATE_EVERY: u64 = 4;

/// Hundredths per unit of a rating.
const MARKS_PER_UNIT: f64 = 100.0;

/// The puzzles that are known to a search.
struct Pool<'p> {
    /// The puzzles to begin with that are not rated yet. The last one is next.
    unrated: Vec<&'p Puzzle>,
    /// The rated puzzles by rating or lower bound, in hundredths.
    rated: BTreeMap<u64, Vec<Puzzle>>,
    /// The canonical forms of all puzzles.
    forms: BTreeSet<String>,
}

/// The task of an attempt.
enum Attempt<'p> {
    /// Rates a puzzle to begin with.
    Rate(&'p Puzzle),
    /// Exchanges givens of a puzzle.
    Exchange(&'p Puzzle, Random),
}

/// A puzzle with its rating.
struct Neighbour {
    puzzle: Puzzle,
    /// The canonical form. `None` for a puzzle to begin with, whose form is known.
    form: Option<String>,
    /// The rating or lower bound, in hundredths.
    mark: u64,
    made: Option<CreatedPuzzle>,
}

impl<'p> Pool<'p> {
    /// Puzzles to begin with, in random order.
    fn of(puzzles: &'p [Puzzle], random: &mut Random) -> Pool<'p> {
        let mut pool = Pool {
            unrated: Vec::new(),
            rated: BTreeMap::new(),
            forms: BTreeSet::new(),
        };
        for at in random.order(puzzles.len()) {
            if pool.forms.insert(form_of(&puzzles[at])) {
                pool.unrated.push(&puzzles[at]);
            }
        }
        pool
    }

    /// A rated puzzle. Half of the time it has the rating nearest to the mark, otherwise half of
    /// the time the next nearest, and so on.
    fn near(&self, mark: f64, random: &mut Random) -> Option<&Puzzle> {
        let mut marks: Vec<u64> = self.rated.keys().copied().collect();
        let distance = |of: &u64| (*of as f64 - mark).abs();
        marks.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        let mut at = 0;
        while random.below(2) == 1 && at + 1 < marks.len() {
            at += 1;
        }
        let puzzles = self.rated.get(marks.get(at)?)?;
        puzzles.get(random.below(puzzles.len()))
    }

    fn insert(&mut self, mark: u64, puzzle: Puzzle) {
        self.rated.entry(mark).or_default().push(puzzle);
    }
}

impl OrderRun<'_, '_> {
    /// Searches the vicinity of puzzles for others in the requested ranges.
    pub(super) fn near_puzzles(&self, wanted: &RequiredRating, on_wave: OnWave<'_>) -> Batch {
        let mut pool = Pool::of(self.near, &mut Random::new(self.seed));
        let mut limited = wanted.only(&wanted.ranges);
        let mut batch = Batch::default();
        let mut since = 0;
        while since < self.patience {
            let open = self.open(&batch.made);
            if open.is_empty() {
                break;
            }
            if highest(&limited.ranges) > highest(&open) {
                limited = wanted.only(&open);
            }
            let rating: Vec<&Puzzle> = (0..WAVE / RATE_EVERY)
                .filter_map(|_| pool.unrated.pop())
                .collect();
            let attempts = self.wave(&pool, &rating, &open, batch.tried);
            let results: Vec<Option<Neighbour>> = (attempts.into_par_iter().with_max_len(1))
                .map(|attempt| self.neighbour(attempt, &pool.forms, &limited, &open))
                .collect();
            // An incomplete wave would depend on the time of the interrupt.
            if self.stop.now() {
                break;
            }
            batch.tried += WAVE;
            since += WAVE;
            for new in results.into_iter().flatten() {
                // Two attempts of a wave may find the same puzzle.
                if new.form.is_some_and(|form| !pool.forms.insert(form)) {
                    continue;
                }
                pool.insert(new.mark, new.puzzle);
                if let Some(mut made) = new.made.filter(|made| self.wants(made, &batch.made)) {
                    made.tried = since;
                    since = 0;
                    batch.made.push(made);
                }
            }
            on_wave(&batch, &self.open(&batch.made));
        }
        batch
    }

    /// The attempts of a wave.
    fn wave<'p>(
        &self,
        pool: &'p Pool<'_>,
        rating: &[&'p Puzzle],
        open: &[RatingRange],
        first: u64,
    ) -> Vec<Attempt<'p>> {
        let rating = rating.iter().copied();
        let mut attempts: Vec<Attempt<'p>> = rating.map(Attempt::Rate).collect();
        for number in first + attempts.len() as u64..first + WAVE {
            let mut random = Random::new(attempt_seed(self.seed, number));
            let middle = open[random.below(open.len())].middle() * MARKS_PER_UNIT;
            if let Some(puzzle) = pool.near(middle, &mut random) {
                attempts.push(Attempt::Exchange(puzzle, random));
            }
        }
        attempts
    }

    /// The puzzle of an attempt, if it is new and has a rating.
    fn neighbour(
        &self,
        attempt: Attempt<'_>,
        known: &BTreeSet<String>,
        wanted: &RequiredRating,
        open: &[RatingRange],
    ) -> Option<Neighbour> {
        if self.stop.now() {
            return None;
        }
        let (puzzle, form) = match attempt {
            Attempt::Rate(puzzle) => (puzzle.clone(), None),
            Attempt::Exchange(puzzle, mut random) => {
                let puzzle = exchange(&self.demand.order.plan, puzzle, &mut random)?;
                let form = form_of(&puzzle);
                if known.contains(&form) {
                    return None;
                }
                (puzzle, Some(form))
            }
        };
        let rated = wanted.known(&puzzle)?;
        let rating = match rated {
            KnownRating::Exact(rating) if form.is_some() => Some(rating),
            KnownRating::Exact(_) | KnownRating::AtLeast(_) => None,
        };
        let rating = rating.filter(|&rating| open.iter().any(|range| range.has(rating)));
        let made = rating.and_then(|rating| {
            Some(CreatedPuzzle {
                grade: self.demand.graded(&puzzle)?,
                puzzle: puzzle.clone(),
                rating: Some(rating),
                position: None,
                tried: 0,
            })
        });
        Some(Neighbour {
            puzzle,
            form,
            mark: (rated.value() * MARKS_PER_UNIT).round() as u64,
            made,
        })
    }
}

/// The canonical form of a puzzle, or the puzzle itself on boards without one.
fn form_of(puzzle: &Puzzle) -> String {
    form(puzzle).or_else(|| puzzle.line()).unwrap_or_default()
}
