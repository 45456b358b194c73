//! Ladders: scales that list techniques in order, each with a rating.
//!
//! A [`Ladder`] is a parsed scale file. Its entries, the easiest first, are rules of the library or
//! families of [`chains`], each with a rating. A [`Climber`] takes the first entry that fires,
//! again and again, to the end. The result is a [`Climb`].
//!
//! Sudoku Explainer's scale is one: `1.2 hidden_single, H is box` comes before `1.5 hidden_single`,
//! and a puzzle that needs a swordfish and nothing above it is rated 3.8.

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
