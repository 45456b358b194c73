//! What a pattern says, read off its clauses before any position is known.
//!
//! Each file reads one family of constraints: how much fits into a clause, what must be left to eliminate, what must have
//! changed since the last search, which variables can be exchanged.

pub mod clause;
pub mod counts;
pub mod delta;
pub mod goal;
pub mod guardians;
pub mod one_digit;
pub mod set_pair;
pub mod shared_digits;
pub mod symmetry;
