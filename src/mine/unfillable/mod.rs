//! Sets of cells that some digits cannot fill.
//!
//! Two digits cannot fill a ring of five cells, three cannot fill the twelve cells of a tridagon: cells that see each other would have
//! to be the same. So if all but a few candidates of such cells are of these digits, one of the few, the *guardians*,
//! is true. [`enumerate`] finds all such sets without any puzzle, [`guardians`] those of a state, [`met`] those that a state has without knowing any before, [`census`] those of many
//! puzzles; [`write`] and [`family`] make rules of them.

pub mod cells;
pub mod census;
pub mod enumerate;
pub mod family;
pub mod fill;
pub mod guardians;
pub mod met;
pub mod write;
