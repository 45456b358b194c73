//! Cores: the fewest truths that refute a candidate of a stuck state, confirmed by Z3.

pub mod capacity;
pub mod composites;
pub mod question;
pub mod sat;
pub mod smallest_cores;
