//! Puzzles with constraints beyond rows, columns and boxes: cages, arrows, thermometers and others.
//!
//! A variant puzzle is the header of a proof of version 2: a board, givens and constraint lines
//! such as `cage k1 15 : r1c5 r1c6`. [`read_variant`] reads this text form and f-puzzles JSON, and
//! [`VariantPath`] solves it by certified steps.

mod bits;
mod error;
mod fill;
mod fpuzzles;
mod model;
mod path;
mod search;
mod subsets;
mod text;
mod words;

pub use error::VariantError;
pub use path::{VariantPath, VariantStep, count, prove};
pub use text::{Variant, is_variant, read_variant};
