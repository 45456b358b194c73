//! Proofs of eliminations and placements whose reasons are unknown.
//!
//! A conclusion may come from a search that keeps no reasons, such as a chain of a rating or a set
//! of templates. A false candidate is refuted by unit propagation if that is enough: one count, as
//! `count r4c3<>7 : +7r2 +7r8 -7c3 -7c6`. Otherwise the proof supposes it, with refutations inside.

use super::search::{Limits, Search};
use crate::grid::{Board, Candidate, Group, State};
use crate::proof::{Step, count_of_propagation};
use crate::propagate::{Propagation, Stop};

/// Proves conclusions one after the other. A proof may use the earlier conclusions.
pub(super) struct FactProver<'b> {
    board: &'b Board,
    /// The truths that propagation uses.
    truths: Vec<Group>,
    state: State,
    search: Search<'b>,
    steps: Vec<Step>,
}

impl<'b> FactProver<'b> {
    /// A prover that propagates only through the given truths.
    pub(super) fn new(board: &'b Board, state: State, truths: Vec<Group>, stop: &Stop) -> Self {
        let mut search = Search::new(board, Limits::default());
        search.stop_when(stop.clone());
        FactProver {
            board,
            truths,
            state,
            search,
            steps: Vec::new(),
        }
    }

    /// The state after the steps so far.
    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// The steps so far.
    pub(super) fn into_steps(self) -> Vec<Step> {
        self.steps
    }

    /// Refutes a candidate. `None` if the search was stopped or the candidate is not false.
    pub(super) fn refute(&mut self, target: Candidate) -> Option<()> {
        if !self.state.is_live(self.board, target) {
            return Some(());
        }
        let propagation = Propagation::through(self.board, &self.state, &self.truths, target);
        let count = propagation.and_then(|p| count_of_propagation(self.board, &self.state, &p));
        match count {
            Some(count) => self.steps.push(Step::Count(count)),
            None => {
                let refutation = self.search.easy_refutation(&self.state, target)?;
                self.steps.extend(refutation.steps);
            }
        }
        self.state.eliminate(self.board, target);
        Some(())
    }

    /// Refutes the other candidates of a truth, and places the one that is left.
    pub(super) fn place(&mut self, candidate: Candidate, group: Group) -> Option<()> {
        let others: Vec<Candidate> = self.state.domain(self.board, group).collect();
        for other in others.into_iter().filter(|&other| other != candidate) {
            self.refute(other)?;
        }
        self.steps.push(Step::Single { candidate, group });
        self.state.place(self.board, candidate);
        Some(())
    }
}
