//! The steps of single chains: houses, cells, or both.

use super::rates::ChainFamily;

/// The kinds of steps of a chain.
#[derive(Clone, Copy)]
pub(super) struct Steps {
    pub(super) cells: bool,
    pub(super) houses: bool,
}

pub(super) const X: Steps = Steps {
    cells: false,
    houses: true,
};
pub(super) const Y: Steps = Steps {
    cells: true,
    houses: false,
};
pub(super) const BOTH: Steps = Steps {
    cells: true,
    houses: true,
};

impl Steps {
    pub(super) fn cycle(self) -> ChainFamily {
        match (self.cells, self.houses) {
            (true, true) => ChainFamily::Cycle,
            (true, false) => ChainFamily::YCycle,
            _ => ChainFamily::XCycle,
        }
    }

    pub(super) fn chain(self) -> Option<ChainFamily> {
        match (self.cells, self.houses) {
            (true, true) => Some(ChainFamily::Chain),
            (false, true) => Some(ChainFamily::XChain),
            // No length is both odd and even.
            _ => None,
        }
    }

    /// The rank of a kind. If two chains differ only in kind, the chain with fewer kinds of steps
    /// is simpler.
    pub(super) fn rank(self) -> u32 {
        match (self.cells, self.houses) {
            (true, true) => 4,
            (true, false) => 3,
            _ => 2,
        }
    }

    /// The rating of an inner cycle without the part for its length.
    pub(super) fn cycle_rate(self) -> f64 {
        match (self.cells, self.houses) {
            (true, true) => 7.0,
            _ => 6.5,
        }
    }

    /// The rating of an inner chain without the part for its length.
    pub(super) fn chain_rate(self) -> f64 {
        match self.cells {
            true => 7.0,
            false => 6.6,
        }
    }
}
