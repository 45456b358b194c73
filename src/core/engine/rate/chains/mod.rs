//! Chains of implications, rated by their length.
//!
//! From a state and the ratings of families, gives the chain with the smallest rating that
//! eliminates or places something. The length is that of Sudoku Explainer: every candidate that is
//! taken as true or false on the way is a node. Where a node rests on several others, all of them
//! count, each once. A chain inside another one adds its own nodes.
//!
//! - `line`, `single`: chains in one line, and cycles;
//! - `walk`, `branch`: all that follows from a candidate, with reasons;
//! - `patterns`, `unary`, `inner`: what a branch may use besides;
//! - `search`: conclusions from several branches.
//!
//! A turbot fish has six nodes. The first four nodes of a chain are free, and each of the lengths
//! 4, 6, 8, 12, 16, 24, 32, ... that is exceeded costs a tenth.

mod branch;
mod context;
mod finder;
mod finding;
mod inner;
mod line;
mod links;
mod patterns;
mod rates;
mod reach;
mod search;
mod single;
mod steps;
mod unary;
mod walk;

pub use finder::{ChainFinder, ChainMemo};
pub use finding::ChainFinding;
pub use rates::{ChainFamily, ChainRates, length_steps};
