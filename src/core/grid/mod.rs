//! Boards and puzzles: geometry, candidates, truths and links, and their text formats.
//!
//! Text becomes a [`Puzzle`] on a [`Board`], with the [`State`] that it starts from. This module
//! knows nothing about rules, steps or proofs.

mod board;
pub mod canon;
mod ids;
mod name;
mod puzzle;
mod state;
pub mod text;

pub use board::{Board, BoardId, GroupKind, HouseInfo, HouseKind, Shape, Slot};
pub use ids::{Candidate, Cell, Digit, Group, House, MAX_SIZE};
pub use name::push_number;
pub use puzzle::{Expected, Puzzle};
pub use state::{State, bits};
