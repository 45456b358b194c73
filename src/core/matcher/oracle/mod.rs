//! The meaning of rules, slow and plain, with generate and test on top of it. The tests compare
//! every plan with this module.

pub mod limit;
pub mod meaning;
pub mod naive;
