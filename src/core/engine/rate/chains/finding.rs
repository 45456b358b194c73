//! A chain with its family, its length and its effect.

use super::links::{ChainLinks, ChainNode, candidate_of, is_on};
use super::rates::ChainFamily;
use crate::grid::Candidate;

/// A found chain.
#[derive(Clone, Debug, PartialEq)]
pub struct ChainFinding {
    /// The family of the chain.
    pub family: ChainFamily,
    /// Number of nodes.
    pub nodes: usize,
    pub(super) rate: f64,
    pub(super) rank: u32,
    /// The indexes of the eliminated candidates.
    pub(super) goes: Vec<u16>,
    /// The index of the placed candidate, if there is one.
    pub(super) placed: Option<u16>,
}

impl ChainFinding {
    /// The placed candidate, if there is one.
    pub fn placement(&self) -> Option<Candidate> {
        self.placed.map(|c| Candidate::new(usize::from(c)))
    }

    /// The eliminated candidates.
    pub fn eliminations(&self) -> impl Iterator<Item = Candidate> {
        self.goes.iter().map(|&c| Candidate::new(usize::from(c)))
    }

    /// Whether this chain is simpler than another: by rating, then length, then kind.
    pub(super) fn is_before(&self, other: &ChainFinding) -> bool {
        let order = (self.rate, self.nodes, self.rank);
        order < (other.rate, other.nodes, other.rank)
    }

    /// Adds the effect of the final node.
    pub(super) fn concluding(self, links: &ChainLinks, node: ChainNode) -> ChainFinding {
        ChainFinding {
            placed: is_on(node).then(|| candidate_of(node)),
            goes: links.eliminated(node),
            ..self
        }
    }
}
