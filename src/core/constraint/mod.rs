//! The constraints of a variant puzzle and their fillings: cages, sums, lines and clues.
//!
//! `cage k1 6 : r1c1 r1c2 r1c3` has the fillings 123, 132 and so on. Each of them has a 1 in these
//! cells, so every filling excludes the 1 from the other cells of the row.

pub(crate) mod bits;
pub(crate) mod describe;
mod fill;
mod fill_tables;
mod joint;
mod model;

pub(crate) use fill::{Common, Filling};
pub(crate) use joint::Filled;
pub use model::Constraints;
pub(crate) use model::{Item, board_of, value};
