//! Boards and puzzles: geometry, candidates, truths and links, and the text they come in.
//!
//! Takes puzzle text, gives a [`Puzzle`] on a [`Board`] and the [`State`] it starts from.
//! Nothing here knows of rules, steps or proofs.

mod board;
pub mod canon;
mod ids;
mod name;
mod puzzle;
mod state;
pub mod text;

pub use board::{Board, GroupKind, HouseInfo, HouseKind, Shape, Slot};
pub use ids::{Candidate, Cell, Digit, Group, House, MAX_SIZE};
pub use name::push_number;
pub use puzzle::{Expected, Puzzle};
pub use state::{State, bits};
