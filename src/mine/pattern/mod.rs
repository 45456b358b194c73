//! Patterns of cores that propagate: slots and links instead of cells, with one form per pattern.

pub mod canonical_form;
pub mod chain;
pub mod generalise;
pub mod lift;
pub mod order;
pub mod shape;
pub mod subsume;
