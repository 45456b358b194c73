//! The engine: from a puzzle to steps and a claim.
//!
//! Takes a puzzle, gives a proof. [`search`] is the plain complete solver: the last
//! resort when no rule fires, and the oracle that everything else is tested against.

pub mod certify;
pub mod search;
pub mod solve;
