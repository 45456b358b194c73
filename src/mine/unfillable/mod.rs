//! Sets of cells that some digits cannot fill.
//!
//! Two digits cannot fill a ring of five cells, and three cannot fill the twelve cells of a
//! tridagon: some cells that see each other would get the same digit. If such cells have a few
//! candidates of other digits, one of these *guardians* is true.
//!
//! [`enumerate`] finds all patterns without any puzzle, [`guardians`] places known patterns in a
//! state, [`discover`] finds patterns in a state without knowing them, and [`census`] counts them
//! in many puzzles. `write` and [`family`] turn them into rules.

pub mod cells;
pub mod census;
pub mod discover;
pub mod enumerate;
pub mod family;
pub mod fill;
pub mod guardians;
pub mod write;
