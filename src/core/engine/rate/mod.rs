//! Scales that are lists: techniques in an order, with a rating each.
//!
//! A [`Ladder`] is a scale file: its entries, the simplest first, each a rule of the library or a
//! family of [`chains`], with a rating. A [`LadderRater`] takes the first entry that fires, again
//! and again, until the puzzle is solved; its result is a [`Rating`].
//!
//! Sudoku Explainer's scale is a ladder: `1.2 hidden_single, H is box` comes before
//! `1.5 hidden_single`, and a puzzle that needs a swordfish and nothing above it is rated 3.8.

mod aligned_sets;
mod cells;
mod certificate;
pub mod chains;
mod demand;
mod entry;
mod file;
mod grave;
mod ladder;
mod loops;
mod precheck;
mod proof;
mod rating;
mod run;
mod standard;

pub use entry::{Counts, EntryAction, EntryDemand, LadderEntry, MatchPolicy, mark_text};
pub use file::{Ladder, LadderError, LadderProblem, standard_ladder};
pub use ladder::LadderRater;
pub use rating::{RatedStep, Rating, RatingEnd, RatingListener};
pub use standard::STANDARD_LADDERS;
