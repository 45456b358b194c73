//! Which candidate a search refutes first: a question that somebody outside of the engine may answer.
//!
//! Takes a board and a state, gives candidates, the most promising first. What is proved does not depend on the
//! answer, only how long the proof is: a guide that names `r1c1=5` first has it refuted first if it can be refuted
//! easily, and a wrong guess costs nothing but time.

use std::fmt;
use std::sync::Arc;

use crate::grid::{Board, Candidate, State};

/// What is asked: the candidates of a state, those first that look most worth refuting.
type GuideQuestion = dyn Fn(&Board, &State) -> Vec<Candidate> + Send + Sync;

/// Somebody who says where to search first; by default nobody.
#[derive(Clone, Default)]
pub struct Guide(Option<Arc<GuideQuestion>>);

impl Guide {
    /// A guide that answers as this function does.
    pub fn by(question: impl Fn(&Board, &State) -> Vec<Candidate> + Send + Sync + 'static) -> Self {
        Guide(Some(Arc::new(question)))
    }

    /// Puts candidates, each with the size of its smallest truth, into the order of the guide; those that it does not
    /// name come behind as they were. A guide decides alone: the sizes of what it names are not looked at any more.
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

impl fmt::Debug for Guide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "asked" } else { "none" })
    }
}
