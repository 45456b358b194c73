//! Solvers for several boards, made on demand and shared by all threads.
//!
//! Each solver owns a reference to its library, so it can be stored anywhere, including in an
//! object of another language.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use self_cell::self_cell;

use super::solver::Solver;
use super::strategy::Strategy;
use crate::grid::{Board, BoardId};
use crate::lang::Library;

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

/// Solvers, by board shape.
pub struct Solvers {
    library: Arc<Library>,
    strategy: Strategy,
    by_board: Mutex<BTreeMap<BoardId, Arc<ReadySolver>>>,
}

impl Solvers {
    /// Makes solvers of the library's rules with the strategy.
    pub fn new(library: Arc<Library>, strategy: Strategy) -> Solvers {
        Solvers {
            library,
            strategy,
            by_board: Mutex::default(),
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
        let mut solvers = self.by_board.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || {
            let library = Arc::clone(&self.library);
            let strategy = self.strategy.clone();
            Arc::new(ReadySolver::new(library, |library| {
                Solver::new(board, library, strategy)
            }))
        };
        Arc::clone(solvers.entry(board.id().clone()).or_insert_with(make))
    }
}
