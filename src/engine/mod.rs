//! The engine: from a puzzle to steps and a claim.
//!
//! Takes a puzzle, gives a proof. [`search`] is the plain complete solver: the last
//! resort when no rule fires, and the oracle that everything else is tested against.
//! [`scale`] rates puzzles by the length of the braids or whips that they need.

pub mod certify;
pub mod scale;
pub mod search;
pub mod solve;
