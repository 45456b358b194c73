//! Stuck states: the candidates and truths on which no rule fires, as a graph.

pub mod bits;
pub mod graph;
pub mod neighbourhood;
pub mod occurrence;
pub mod stuck_state;
