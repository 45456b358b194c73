//! A target order: the order in which search tries to refute candidates, provided by the caller.
//!
//! Proofs are valid for any order. The order only affects their length: the first candidate of the
//! order is refuted first if that is easy, and a bad order only costs time.

use std::fmt;
use std::sync::Arc;

use crate::grid::{Board, Candidate, State};

/// A callback that lists the candidates of a state, the most promising first.
type OrderCallback = dyn Fn(&Board, &State) -> Vec<Candidate> + Send + Sync;

/// The order in which candidates are tried as targets. By default the engine chooses the order.
#[derive(Clone, Default)]
pub struct TargetOrder(Option<Arc<OrderCallback>>);

impl TargetOrder {
    /// An order computed by this callback.
    pub fn by(question: impl Fn(&Board, &State) -> Vec<Candidate> + Send + Sync + 'static) -> Self {
        TargetOrder(Some(Arc::new(question)))
    }

    /// Sorts candidates, each with the size of its smallest truth, by this order. Candidates that
    /// the order does not name keep their order after the others. Sizes do not matter for the named
    /// ones.
    pub(super) fn arrange(&self, board: &Board, state: &State, order: &mut [(u32, Candidate)]) {
        let Some(question) = &self.0 else {
            return;
        };
        let mut rank = vec![usize::MAX; board.candidate_count()];
        for (place, candidate) in question(board, state).into_iter().enumerate() {
            rank[candidate.index()] = rank[candidate.index()].min(place);
        }
        order.sort_by_key(|(_, candidate)| rank[candidate.index()]);
        for (size, candidate) in order {
            if rank[candidate.index()] < usize::MAX {
                *size = u32::MAX;
            }
        }
    }
}

impl fmt::Debug for TargetOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "asked" } else { "none" })
    }
}
