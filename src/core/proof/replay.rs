//! Replay of a proof: the live candidates before each step, and the reason for each elimination.
//!
//! Steps are applied in order without judging them. The checker decides whether they are right.

use std::sync::Arc;

use super::model::{Header, Step};
use super::rows::{RowNames, RowStep};
use crate::grid::{Board, Candidate, Group, Slot, State, bits};

/// The reason why a candidate is no longer live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EliminationReason {
    /// The state line of the header does not have it.
    Premise,
    /// A true candidate shares this link with it.
    Excluded {
        /// The true candidate.
        by: Candidate,
        /// The link.
        link: Group,
    },
    /// A candidate that is true excludes it by a constraint of the header.
    Pair {
        /// The candidate that is true.
        by: Candidate,
    },
    /// The step with this number eliminated it.
    Step(u64),
}

/// The reason why a candidate is assumed true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TruthReason {
    /// The candidate is given.
    Given,
    /// The single with this step number placed it.
    Single(u64),
    /// The candidate is supposed.
    Supposed,
}

/// Error for a `refuted` without an open supposition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoOpenSupposition;

/// The state of a proof between two steps.
#[derive(Clone, Debug)]
pub struct Replay {
    board: Arc<Board>,
    state: State,
    reasons: Vec<EliminationReason>,
    truths: Vec<Option<TruthReason>>,
    /// The candidates eliminated, and those assumed true, since the first open supposition.
    died: Vec<Candidate>,
    took: Vec<Candidate>,
    open: Vec<Open>,
    steps: u64,
    names: RowNames,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    cuts: usize,
    candidate: Candidate,
    died: usize,
    took: usize,
}

impl Replay {
    /// The state before the first step.
    pub fn start(header: &Header) -> Replay {
        let board = Arc::clone(&header.board);
        let mut replay = Replay {
            state: State::full(&board),
            reasons: vec![EliminationReason::Premise; board.candidate_count()],
            truths: vec![None; board.candidate_count()],
            died: Vec::new(),
            took: Vec::new(),
            open: Vec::new(),
            steps: 0,
            names: RowNames::of(header.rules.clone()),
            board,
        };
        let board = &*header.board;
        for (cell, &mask) in board.cells().zip(header.state.iter().flatten()) {
            for digit in board.digits().filter(|d| mask >> d.index() & 1 == 0) {
                replay.eliminate(board.candidate(cell, digit), EliminationReason::Premise);
            }
        }
        for &candidate in header.rules.iter().flat_map(|rules| &rules.gone) {
            replay.eliminate(candidate, EliminationReason::Premise);
        }
        for (cell, given) in board.cells().zip(header.givens.iter().flatten()) {
            if let Some(digit) = given {
                replay.take(board.candidate(cell, *digit), TruthReason::Given);
            }
        }
        replay.died.clear();
        replay.took.clear();
        replay
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The names of rows and constraints.
    pub fn names(&self) -> &RowNames {
        &self.names
    }

    /// Whether two candidates exclude each other, by a group or by a constraint of the header.
    pub fn excludes(&self, a: Candidate, b: Candidate) -> bool {
        let by_rule = || {
            let rules = self.names.rules();
            rules.is_some_and(|rules| rules.excluded(a).any(|it| it == b))
        };
        self.board.exclude(a, b) || by_rule()
    }

    /// The live candidates.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The number of applied steps.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether the candidate is live.
    pub fn is_live(&self, candidate: Candidate) -> bool {
        self.state.is_live(&self.board, candidate)
    }

    /// The reason why a candidate is not live. `None` if it is live.
    pub fn elimination_reason(&self, candidate: Candidate) -> Option<EliminationReason> {
        (!self.is_live(candidate)).then(|| self.reasons[candidate.index()])
    }

    /// The reason why a candidate is assumed true. `None` if it is not.
    pub fn truth_reason(&self, candidate: Candidate) -> Option<TruthReason> {
        self.truths[candidate.index()]
    }

    /// The candidates of the open suppositions, the outermost first.
    pub fn supposed(&self) -> impl Iterator<Item = Candidate> {
        self.open.iter().map(|open| open.candidate)
    }

    /// The number of open suppositions.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// The live candidates that a step would eliminate. A `refuted` eliminates the supposed
    /// candidate.
    pub fn removed_by(&self, step: &Step) -> Vec<Candidate> {
        let mut removed = match step {
            Step::Count(count) => count.targets.clone(),
            Step::Row(RowStep::Count { targets, .. } | RowStep::Fill { targets, .. }) => {
                targets.clone()
            }
            Step::Row(RowStep::Refuted(_)) => {
                return self.supposed().last().into_iter().collect();
            }
            Step::Row(RowStep::Cut { .. } | RowStep::Derive { .. } | RowStep::Deadly { .. }) => {
                Vec::new()
            }
            Step::Single { candidate, .. }
            | Step::Suppose(candidate)
            | Step::Row(RowStep::Single { candidate, .. }) => {
                let others = |slot: &Slot| {
                    let members = self.board.members(slot.group);
                    bits(self.state.mask(slot.group) & !slot.bit).map(|i| members[i])
                };
                let slots = self.board.slots(*candidate).iter();
                let by_rules = self.names.rules().into_iter();
                let by_rules = by_rules.flat_map(|rules| rules.excluded(*candidate));
                slots.flat_map(others).chain(by_rules).collect()
            }
            Step::Refuted(_) => return self.supposed().last().into_iter().collect(),
            Step::Deadly(_) => Vec::new(),
        };
        removed.sort_unstable();
        removed.dedup();
        removed.retain(|&c| self.is_live(c));
        removed
    }

    /// Applies a step.
    pub fn apply(&mut self, step: &Step) -> Result<(), NoOpenSupposition> {
        self.steps += 1;
        match step {
            Step::Count(count) => {
                for &target in &count.targets {
                    self.eliminate(target, EliminationReason::Step(self.steps));
                }
            }
            Step::Single { candidate, .. } => {
                self.take(*candidate, TruthReason::Single(self.steps))
            }
            Step::Suppose(candidate) => {
                self.open.push(Open {
                    cuts: self.names.cuts(),
                    candidate: *candidate,
                    died: self.died.len(),
                    took: self.took.len(),
                });
                self.take(*candidate, TruthReason::Supposed);
            }
            Step::Refuted(_) | Step::Row(RowStep::Refuted(_)) => return self.close(),
            Step::Deadly(_) => {}
            Step::Row(step) => self.apply_row(step),
        }
        self.forget_if_closed();
        Ok(())
    }

    fn apply_row(&mut self, step: &RowStep) {
        match step {
            RowStep::Count { targets, .. } | RowStep::Fill { targets, .. } => {
                for &target in targets {
                    self.eliminate(target, EliminationReason::Step(self.steps));
                }
            }
            RowStep::Single { candidate, .. } => {
                self.take(*candidate, TruthReason::Single(self.steps));
            }
            RowStep::Cut { .. } | RowStep::Derive { .. } | RowStep::Deadly { .. } => {
                let is_live = |it| self.is_live(it);
                if let Some((name, row)) = self.names.defined(&self.board, is_live, step) {
                    let is_cut = matches!(step, RowStep::Cut { .. });
                    self.names.define(name, row, is_cut);
                }
            }
            RowStep::Refuted(_) => {}
        }
    }

    fn close(&mut self) -> Result<(), NoOpenSupposition> {
        let open = self.open.pop().ok_or(NoOpenSupposition)?;
        self.names.forget_cuts(open.cuts);
        for candidate in self.took.drain(open.took..) {
            self.truths[candidate.index()] = None;
        }
        let died: Vec<Candidate> = self.died.drain(open.died..).collect();
        for candidate in died {
            self.state.revive(&self.board, candidate);
        }
        self.eliminate(open.candidate, EliminationReason::Step(self.steps));
        self.forget_if_closed();
        Ok(())
    }

    /// Discards the record of changes if no supposition is open: such changes are permanent.
    fn forget_if_closed(&mut self) {
        if self.open.is_empty() {
            self.died.clear();
            self.took.clear();
        }
    }

    fn eliminate(&mut self, candidate: Candidate, reason: EliminationReason) {
        if self.is_live(candidate) {
            self.state.eliminate(&self.board, candidate);
            self.reasons[candidate.index()] = reason;
            self.died.push(candidate);
        }
    }

    fn take(&mut self, candidate: Candidate, truth: TruthReason) {
        let board = Arc::clone(&self.board);
        if self.truths[candidate.index()].is_none() {
            self.truths[candidate.index()] = Some(truth);
            self.took.push(candidate);
        }
        for slot in board.slots(candidate) {
            let members = board.members(slot.group);
            let link = slot.group;
            for i in bits(self.state.mask(link) & !slot.bit) {
                let by = candidate;
                self.eliminate(members[i], EliminationReason::Excluded { by, link });
            }
        }
        let by_rules = self.names.rules().into_iter();
        let by_rules: Vec<Candidate> = by_rules.flat_map(|it| it.excluded(candidate)).collect();
        for other in by_rules {
            self.eliminate(other, EliminationReason::Pair { by: candidate });
        }
    }
}
