//! What people read: boards drawn as text, steps in words, proofs with their annotations, reports, grades,
//! how a library fares on test cases.

pub mod arithmetic;
pub mod conform;
pub mod document;
pub mod draw;
pub mod examples;
pub mod explain;
pub mod grade;
pub mod ladder;
pub mod mistake;
pub mod sheet;
pub mod step;
pub mod summary;
pub mod trace;
