//! Scales that are lists: techniques in an order, with a rating each.
//!
//! Takes a scale file and a library, gives how hard a puzzle is by that scale. A [`Ladder`] is the file: its rungs, the simplest
//! first, each a rule of the library or a family of [`chains`], with what it is rated. A [`Climber`] takes the lowest
//! rung that fires, again and again, up to the end; what it tells of the way is a [`Climb`].
//!
//! Sudoku Explainer's scale is one: `1.2 hidden_single, H is box` comes before `1.5 hidden_single`, and a puzzle that needs a
//! swordfish and nothing above it is rated 3.8.

mod aligned;
pub mod chains;
mod climb;
mod file;
mod gate;
mod rung;
mod standard;

pub use climb::{Climb, ClimbEnd, ClimbStep, Climber};
pub use file::{Ladder, LadderError, LadderProblem, standard_ladder};
pub use rung::{Counts, Rung, RungAction, RungDemand, Taking, mark_text};
pub use standard::STANDARD_LADDERS;
