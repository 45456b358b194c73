//! The simplest chain of several families.
//!
//! Takes a state and what the families are rated, gives the chain with the smallest rating. Chains in one line are looked for
//! together, each of the other families by itself.

use super::finding::ChainFinding;
use super::links::{ChainBoard, ChainLinks};
use super::rates::{ChainFamily, ChainRates};
use super::single::SingleChains;
use super::{cases, nets};
use crate::grid::{Board, State};

/// Looks for chains on a board.
pub struct ChainFinder {
    shared: ChainBoard,
}

impl ChainFinder {
    /// For states of this board.
    pub fn new(board: &Board) -> ChainFinder {
        ChainFinder {
            shared: ChainBoard::new(board),
        }
    }

    /// The simplest chain of these families that does something.
    pub fn find(&self, board: &Board, state: &State, rates: &ChainRates) -> Option<ChainFinding> {
        let links = ChainLinks::of(&self.shared, board, state);
        let families = rates.0.iter().map(|(family, _)| *family);
        let alone = families.clone().filter(|family| !family.is_single());
        let mut best: Option<ChainFinding> = None;
        if families.clone().any(ChainFamily::is_single) {
            best = SingleChains::new(&self.shared, &links, rates).find();
        }
        for family in alone {
            let found = match family {
                ChainFamily::Multiple => cases::find(board, state, &self.shared, &links, rates),
                _ => nets::find(board, state, (&self.shared, &links), family, rates),
            };
            best = match (best, found) {
                (Some(best), Some(found)) if !found.is_before(&best) => Some(best),
                (best, found) => found.or(best),
            };
        }
        best
    }
}
