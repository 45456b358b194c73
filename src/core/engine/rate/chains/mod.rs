//! Chains of implications, rated by their length.
//!
//! From a state and the ratings of families, finds the chain with the smallest rating and an
//! effect. The length is that of Sudoku Explainer: the number of nodes, where a node is a candidate
//! assumed true or false. A node may depend on several others, and each of these counts once. A
//! chain inside another one adds its own nodes.
//!
//! - `line`, `single`: single chains and cycles;
//! - `walk`, `branch`: the consequences of a candidate, with reasons;
//! - `patterns`, `unary`, `inner`: additional inferences in a branch;
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
