//! The meaning of rules, slow and plain, and generate and test by it. The tests compare every plan
//! with this.

pub mod meaning;
pub mod naive;
