//! Mining: techniques that the program finds by itself.
//!
//! Takes puzzles and a library, gives rule files and nothing else. Where the rules are stuck, a core
//! of truths says why a candidate is impossible; the core becomes a pattern, the pattern a rule.

pub mod bits;
pub mod canonical;
pub mod catalogue;
pub mod chain;
pub mod composite;
pub mod core;
pub mod generalise;
pub mod graph;
pub mod lift;
pub mod neighbourhood;
pub mod phrase;
pub mod plot;
pub mod publish;
pub mod record;
pub mod sample;
pub mod select;
pub mod shape;
pub mod smallest;
pub mod stuck;
