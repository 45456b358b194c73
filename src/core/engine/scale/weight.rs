//! The scale L: the weight of the heaviest capacity set that is needed.
//!
//! The weight of a set is the sum of its weights divided by the number of missing digits, rounded
//! up: five cells for four digits weigh 5. The rating is the smallest weight w such that singles
//! and capacity sets of weight up to w solve the state. With fewer candidates there are fewer
//! layouts and smaller capacities, so a set that refutes a candidate goes on to refute it. Hence
//! the rating is the same for every order of steps, and for every isomorphic puzzle.
//!
//! States with more than [`MAX_ALL_LAYOUTS`] layouts are too large for the programs. A puzzle that
//! leads to one has no rating.
//!
//! [`MAX_ALL_LAYOUTS`]: crate::layout::MAX_ALL_LAYOUTS

use super::rating::Rating;
use crate::grid::{Board, Candidate, State};
use crate::layout::Layouts;
use crate::layout::capacity::{CapacitySet, least_set};
use crate::layout::mixture::{Mixed, Mixture};
use crate::propagate::{Singles, Stop};

/// Rates a state by capacity sets of weight up to a limit. The state becomes the one at the end.
pub fn rate(board: &Board, state: &mut State, limit: usize, stop: &Stop) -> Rating {
    let mut singles = Singles::default();
    let mut rating = 0;
    loop {
        singles.expect_all(state);
        if let Err(empty) = singles.settle(board, state, |_, _| ()) {
            return Rating::Impossible(empty);
        }
        if state.solution(board).is_some() {
            return Rating::Solved(rating);
        }
        let Some(layouts) = Layouts::of(board, state) else {
            return Rating::Unsolved;
        };
        let sets = lightest(board, state, &layouts, rating, stop);
        if stop.now() {
            return Rating::Stopped(rating);
        }
        let Some(weight) = sets.iter().map(|(weight, _)| *weight).min() else {
            return Rating::Unsolved;
        };
        rating = rating.max(weight);
        if rating > limit {
            return Rating::Unsolved;
        }
        for (weight, candidate) in sets {
            if weight <= rating {
                state.eliminate(board, candidate);
            }
        }
    }
}

/// The candidates that capacity sets refute, with the weights of the sets. A set whose weight is at
/// most `enough` is returned alone.
fn lightest(
    board: &Board,
    state: &State,
    layouts: &Layouts,
    enough: usize,
    stop: &Stop,
) -> Vec<(usize, Candidate)> {
    let Mixed::Found(mut mixture) = Mixture::find(board, state, layouts) else {
        return Vec::new();
    };
    let mut sets = Vec::new();
    for candidate in mixture.refutable() {
        if stop.now() {
            break;
        }
        let left = layouts.supposing(board, candidate);
        let weight = least_set(board, state, &left).map(|set| weight(&set));
        sets.extend(weight.map(|weight| (weight, candidate)));
    }
    if sets.iter().any(|(weight, _)| *weight <= enough) {
        sets.retain(|(weight, _)| *weight <= enough);
    }
    sets
}

/// The sum of the weights for each digit that is missing, rounded up. A digit without a layout
/// weighs nothing.
fn weight(set: &CapacitySet) -> usize {
    let missing = set.weight() - set.capacities.iter().sum::<i64>();
    usize::try_from(set.weight().div_euclid(missing) + i64::from(set.weight() % missing != 0))
        .unwrap_or(usize::MAX)
}
