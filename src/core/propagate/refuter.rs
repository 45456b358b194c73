//! The shortest refutations in a state.
//!
//! Finds the candidates that a braid or whip of a given length refutes, each with its refutation.
//!
//! A braid of length n is a refutation by unit propagation through n truths, the empty one
//! included. In a whip, each truth also continues from the literal just before it.

use std::ops::Range;

use super::active_truths::OpenPart;
use super::braid::BraidSearch;
use super::propagation::Propagation;
use super::stop::Stop;
use super::waves::Waves;
use super::whip::WhipSearch;
use crate::grid::{Board, Candidate, Group, State};

/// The kind of a refutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefutationKind {
    /// All earlier literals may help to force a candidate in a truth.
    Braid,
    /// In addition, each truth has a candidate that the literal just before it excludes.
    Whip,
}

/// Finds refutations, with its working memory.
#[derive(Default)]
pub struct Refuter {
    open: OpenPart,
    braids: BraidSearch,
    whips: WhipSearch,
    /// The candidates to refute.
    targets: Vec<Candidate>,
    /// Lower bounds on the length of their refutations.
    waves: Waves,
}

impl Refuter {
    /// Reads a state in which only cells with one candidate are settled. All other truths may be
    /// used, and all other candidates are targets.
    pub fn read(&mut self, board: &Board, state: &State) {
        let unsettled = |g: &Group| board.is_truth(*g) && !state.mask(*g).is_power_of_two();
        let in_open_cell = |c: &Candidate| {
            let cell = board.cell_group(board.cell_of(*c));
            !state.mask(cell).is_power_of_two()
        };
        let targets = state.candidates(board).filter(in_open_cell);
        self.read_part(board, state, board.groups().filter(unsettled), targets);
    }

    /// Reads a state. Refutations may use only the given truths, and refute only the given
    /// candidates.
    pub fn read_part(
        &mut self,
        board: &Board,
        state: &State,
        truths: impl Iterator<Item = Group>,
        targets: impl Iterator<Item = Candidate>,
    ) {
        self.open.read(board, state, truths);
        self.braids.reset(self.open.active(board));
        self.targets.clear();
        self.targets.extend(targets);
        (self.waves).read(self.open.active(board), &self.targets);
    }

    /// Sets the stop signal. After the signal, the search finds nothing.
    pub fn stop_when(&mut self, stop: Stop) {
        self.braids.stop_when(stop);
    }

    /// Whether the search was stopped.
    pub fn is_stopped(&mut self) -> bool {
        self.braids.is_stopped()
    }

    /// The state that was read.
    pub fn state(&self) -> &State {
        &self.open.state
    }

    /// Whether no truth is left to be decided.
    pub fn is_solved(&self) -> bool {
        self.open.truths.is_empty()
    }

    /// Whether some truth has at most one candidate at the start.
    pub fn has_singles(&self) -> bool {
        !self.open.singles.is_empty() || self.open.empty.is_some()
    }

    /// Whether no propagation of any length refutes a target. Known only after a search for long
    /// refutations.
    pub fn is_stuck(&self) -> bool {
        self.waves.refute_nothing()
    }

    /// The number of targets.
    pub fn target_count(&self) -> usize {
        self.targets.len()
    }

    /// The index of the first target after a candidate.
    pub fn position_after(&self, candidate: Candidate) -> usize {
        self.targets.partition_point(|&target| target <= candidate)
    }

    /// The first refutation of at most the given length, with the index of the next target. Targets
    /// are tried within a range of indices.
    pub fn find(
        &mut self,
        board: &Board,
        kind: RefutationKind,
        length: usize,
        positions: Range<usize>,
    ) -> Option<(usize, Propagation)> {
        // A whip must continue through a candidate that the literal excludes, so a truth that was
        // empty before does not count.
        if let (RefutationKind::Braid, Some(empty)) = (kind, self.open.empty) {
            let &target = self.targets.get(positions.clone())?.first()?;
            let forced = Vec::new();
            return Some((
                positions.start + 1,
                Propagation {
                    target,
                    forced,
                    empty,
                },
            ));
        }
        let active = self.open.active(board);
        let waves = u16::try_from(length).unwrap_or(u16::MAX);
        for position in positions {
            if !self.waves.refutes(position, waves) {
                continue;
            }
            let target = self.targets[position];
            let found = match kind {
                RefutationKind::Braid => self.braids.find(active, target, length),
                RefutationKind::Whip => (self.whips).find(&mut self.braids, active, target, length),
            };
            if let Some(empty) = found {
                let propagator = &self.braids.propagator;
                let refutation = match kind {
                    RefutationKind::Braid => propagator.needed(board, empty),
                    // In a whip, a literal may be needed only for the continuation.
                    RefutationKind::Whip => propagator.whole(empty),
                };
                return Some((position + 1, refutation));
            }
        }
        None
    }
}
