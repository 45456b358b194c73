//! Matches and their reasons: the eliminations of a binding, and the truths, links and chains that
//! they rest on.

pub mod derived_truth;
pub mod gather;
pub mod matches;
pub mod step_match;
pub mod support;
