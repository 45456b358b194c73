//! The shortest refutations in a state.
//!
//! Takes a state in which every single has been placed, gives its candidates that a braid or a whip
//! of some length refutes, each with that refutation.

use super::Scale;
use super::braid::{Braids, Found};
use super::layers::Layers;
use super::network::{Network, Node};
use super::whip::Whips;
use crate::engine::Stop;
use crate::grid::{Board, State};
use crate::proof::Propagation;

/// Up to this length, looking is cheaper than finding out first where to look.
const SHORT: usize = 2;

/// Finds refutations, with its working memory.
#[derive(Default)]
pub struct Refuter {
    network: Network,
    layers: Layers,
    braids: Braids,
    whips: Whips,
    /// The candidates to look at, each with a length below which nothing refutes it.
    targets: Vec<(Node, u16)>,
    /// Whether the targets are only those that a propagation refutes at all.
    narrowed: bool,
}

impl Refuter {
    /// Reads a state in which no truth is empty and every single has been placed.
    pub fn read(&mut self, board: &Board, state: &State) {
        self.network.read(board, state);
        self.braids.reset(&self.network);
        self.targets.clear();
        self.targets
            .extend(self.network.nodes().map(|node| (node, 1)));
        self.narrowed = false;
    }

    /// Keeps the targets that a propagation refutes.
    fn narrow(&mut self) {
        let (layers, network) = (&mut self.layers, &self.network);
        self.targets.retain_mut(|(target, shortest)| {
            let conflict = layers.first_conflict(network, *target);
            *shortest = conflict.unwrap_or(u16::MAX);
            conflict.is_some()
        });
        self.narrowed = true;
    }

    /// From now on, asks whether to stop; then nothing is found any more.
    pub fn stop_when(&mut self, stop: Stop) {
        self.braids.stop_when(stop);
    }

    /// Whether it was asked to stop.
    pub fn is_stopped(&mut self) -> bool {
        self.braids.is_stopped()
    }

    /// Whether no candidate is left to be decided.
    pub fn is_solved(&self) -> bool {
        self.network.node_count() == 0
    }

    /// Whether it is known that no propagation refutes anything, however long. Looking for
    /// long refutations finds out.
    pub fn is_stuck(&self) -> bool {
        self.narrowed && self.targets.is_empty()
    }

    /// The first refutation of at most this length among the targets from a position on, in the
    /// order of the board, with the position after it.
    pub fn find(
        &mut self,
        scale: Scale,
        length: usize,
        from: usize,
    ) -> Option<(usize, Propagation)> {
        if length > SHORT && !self.narrowed {
            self.narrow();
        }
        for (position, &(target, shortest)) in self.targets.iter().enumerate().skip(from) {
            if usize::from(shortest) > length {
                continue;
            }
            let found = match scale {
                Scale::B => self.braids.find(&self.network, target, length),
                Scale::W => (self.whips).find(&mut self.braids, &self.network, target, length),
            };
            if let Found::Refuted(empty) = found {
                let assumption = &self.braids.assumption;
                let refutation = match scale {
                    Scale::B => assumption.needed(&self.network, empty),
                    // A whip may need a literal for nothing but to go on from.
                    Scale::W => assumption.whole(&self.network, empty),
                };
                return Some((position + 1, refutation));
            }
        }
        None
    }
}
