//! Chains of implications, rated by their length.
//!
//! Takes a state and what the families of chains are rated, gives the one with the smallest rating that does
//! something. The language of rules says what follows from a chain; this says how long it is, as Sudoku Explainer counts:
//! every candidate that is taken as true or false on the way is a node, and where several things must come together,
//! all that they rest on are counted, each once.
//!
//! - [`single`]: chains in one line, and cycles;
//! - [`cases`]: several such chains, from all candidates of a truth to one conclusion;
//! - [`nets`]: what follows when all that went before is remembered, so that a step may rest on several others.
//!
//! A turbot fish has six nodes; the first four of any chain are free, and each of the lengths 4, 6, 8, 12, 16, 24, 32, ...
//! that is exceeded costs a tenth.

mod cases;
mod finder;
mod finding;
mod links;
mod nets;
mod rates;
mod single;

pub use finder::ChainFinder;
pub use finding::ChainFinding;
pub use rates::{ChainFamily, ChainRates, length_steps};
