//! Matches and their reasons: what a binding eliminates, and the truths, links and chains that this
//! rests on.

pub mod derived;
pub mod found;
pub mod gather;
pub mod step_match;
pub mod support;
