//! The changes of a position since an age.

use crate::matcher::index::bitset::{CellSet, HouseSet};

/// The changes since some step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes {
    /// Number of steps taken before the changes.
    pub since: u32,
    /// The digits whose groups changed.
    pub digits: u32,
    /// The houses in which a group changed.
    pub houses: HouseSet,
    /// The cells that changed.
    pub cells: CellSet,
}
