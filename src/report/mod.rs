//! What people read: boards drawn as text, steps in words, how a library fares on test cases.

pub mod arithmetic;
pub mod conform;
pub mod draw;
pub mod examples;
pub mod explain;
