//! Output for people: boards drawn as text, sentences of steps, annotated proofs, reports, grades,
//! and conformance with test cases.

pub mod arithmetic;
pub mod conform;
pub mod document;
pub mod draw;
pub mod explain;
pub mod grade;
pub mod ladder;
pub mod mistake;
pub mod sheet;
pub mod step;
pub mod summary;
pub mod trace;
