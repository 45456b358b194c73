//! Matches and their reasons: the eliminations of a binding, and the truths, links and chains that
//! they rest on.

pub mod gather;
pub mod lazy_match;
pub mod matches;
pub mod support;
