//! Indexes of a position and its board: sets of cells, houses and nodes as bits, small truths,
//! almost locked sets.
//!
//! *Invariant*: an index is computed from a board or a position alone, without any rule or plan.

pub mod als;
pub mod bitset;
pub mod board;
pub mod delta;
pub mod fillings;
pub mod node_set;
pub mod nodes;
pub mod placements;
pub mod position;
pub mod templates;
pub mod truths;
pub mod value;
