//! Puzzles with constraints beyond rows, columns and boxes: cages, arrows, thermometers and others.
//!
//! A variant puzzle is the header of a proof of version 2: a board, givens and constraint lines
//! such as `cage k1 15 : r1c5 r1c6`. [`read_variant`] reads this text form and f-puzzles JSON, and
//! [`VariantPath`] solves it by certified steps.

mod create;
mod error;
mod fpuzzles;
mod lines;
mod minimal;
mod mistakes;
mod pad;
mod path;
mod position;
mod reading;
mod rules;
mod search;
mod stages;
mod subsets;
mod text;
mod to_fpuzzles;
mod unreadable;
mod view;
mod words;

pub use create::{CREATABLE_KINDS, create_variant};
pub use error::VariantError;
pub use minimal::{SpareClues, spare_clues};
pub use path::{ReadyVariant, VariantPath, VariantSolver, VariantStep, count};
pub use reading::Reading;
pub use text::{Variant, is_variant, read_variant, read_variant_as};
