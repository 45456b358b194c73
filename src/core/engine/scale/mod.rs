//! Published scales: how long braids or whips must be to solve a puzzle, without groups (B, W) or with them (gB, gW).
//!
//! Takes a state, gives the smallest n such that singles and braids (whips) of length up to n solve
//! it, simplest first, as D. Berthier defines them, and every step on the way.
//!
//! A braid of length n against a target is a refutation of the target by unit propagation through n
//! truths: each but the last has all its candidates but one excluded by the target or by literals
//! before it, the last one has all of them excluded. A whip is a braid in which each truth goes on
//! from the literal just before it: that literal excludes one of its candidates, and no candidate
//! serves for this twice.
//!
//! Braids of the length reached so far are taken as they come, shorter ones or not: no order changes the rating.
//!
//! Both count all truths alike, cells and digits of houses. Length 1 is a digit confined to where two
//! houses meet. Eliminations never make a braid longer, so the rating by braids is the same for
//! every order of steps; whips can lose their thread, and then another order might, rarely, rate
//! the puzzle otherwise.

mod grouped;
mod prove;
mod rater;

pub use grouped::{rate as rate_with_groups, rate_in as rate_with_groups_in};
pub use prove::{prove, step_of};
pub use rater::{Rater, Rating, RatingStep, Scale, TargetOrder};
