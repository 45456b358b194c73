//! Raters that own a reference to their library, so that they can be stored anywhere.

use std::sync::Arc;

use qedoku_core::engine::rate::{Ladder, LadderError, LadderRater};
use qedoku_core::grid::Board;
use qedoku_core::lang::Library;
use self_cell::self_cell;

/// Raters of several ladders for one board.
type RatersOf<'l> = Vec<LadderRater<'l>>;

self_cell!(
    /// Raters with the library that they borrow their techniques from.
    pub struct ReadyRaters {
        owner: Arc<Library>,
        #[covariant]
        dependent: RatersOf,
    }
);

impl ReadyRaters {
    /// The raters, in the order of their ladders. Fails with all ladder lines that the library does
    /// not support.
    pub fn make(
        board: &Arc<Board>,
        library: &Arc<Library>,
        ladders: &[Ladder],
    ) -> Result<ReadyRaters, Vec<LadderError>> {
        ReadyRaters::try_new(Arc::clone(library), |library| {
            (ladders.iter())
                .map(|ladder| LadderRater::new(board, library, ladder.clone()))
                .collect()
        })
    }

    /// The raters.
    pub fn raters(&self) -> &[LadderRater<'_>] {
        self.borrow_dependent()
    }
}
