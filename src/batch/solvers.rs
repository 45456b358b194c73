//! Solvers for several boards, made on demand and shared by all threads.
//!
//! Each solver owns a reference to its library, so it can be stored anywhere, including in an
//! object of another language.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use qedoku_core::engine::rate::{Ladder, LadderError, LadderRater};
use qedoku_core::engine::{Solver, Strategy};
use qedoku_core::grid::{Board, Shape};
use qedoku_core::lang::Library;
use self_cell::self_cell;

self_cell!(
    /// A solver with the library that it borrows its techniques from.
    pub struct ReadySolver {
        owner: Arc<Library>,
        #[covariant]
        dependent: Solver,
    }
);

impl ReadySolver {
    /// The solver.
    pub fn solver(&self) -> &Solver<'_> {
        self.borrow_dependent()
    }
}

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

/// Solvers, by board shape.
pub struct Solvers {
    library: Arc<Library>,
    strategy: Strategy,
    by_shape: Mutex<BTreeMap<Shape, Arc<ReadySolver>>>,
}

impl Solvers {
    /// Solvers with these rules and this strategy.
    pub fn new(library: Arc<Library>, strategy: Strategy) -> Solvers {
        Solvers {
            library,
            strategy,
            by_shape: Mutex::default(),
        }
    }

    /// The rules.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// The strategy.
    pub fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    /// The solver for a board.
    pub fn get(&self, board: &Arc<Board>) -> Arc<ReadySolver> {
        let mut solvers = self.by_shape.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || {
            let library = Arc::clone(&self.library);
            let strategy = self.strategy.clone();
            Arc::new(ReadySolver::new(library, |library| {
                Solver::new(board, library, strategy)
            }))
        };
        Arc::clone(solvers.entry(board.shape()).or_insert_with(make))
    }
}
