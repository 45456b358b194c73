//! Results of ratings, and the order of whips.

use crate::engine::random::Random;
use crate::grid::Group;

/// Result of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rating {
    /// Solved by refutations of at most this length. 0 if singles were enough.
    Solved(usize),
    /// Not solved by any length, or not by lengths up to the limit.
    Unsolved,
    /// Stopped while refutations of this length were searched: the rating is this or more.
    Stopped(usize),
    /// This truth is empty, so there is no solution.
    Impossible(Group),
}

/// The order among whips of one length: by target, starting with the first or with a random one.
#[derive(Clone, Debug, Default)]
pub struct WhipOrder(Option<Random>);

impl WhipOrder {
    /// A different order for each seed.
    pub fn random(seed: u64) -> WhipOrder {
        WhipOrder(Some(Random::new(seed)))
    }

    /// The index of the target to begin with, among `count` targets.
    pub(super) fn start(&mut self, count: usize) -> usize {
        (self.0.as_mut()).map_or(0, |random| random.below(count))
    }
}
