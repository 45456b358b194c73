//! Published scales by the length of braids or whips, without groups (B, W) or with them (gB, gW),
//! and a scale by the weight of capacity sets (L).
//!
//! The rating is the smallest n such that singles and braids (whips) of length up to n solve the
//! state, simplest first, as D. Berthier defines them.
//!
//! A braid of length n is a refutation of a target by unit propagation through n truths. Each but
//! the last has all its candidates but one excluded by the target or by earlier literals, and the
//! last one has all of them excluded. A whip is a braid in which each truth continues from the
//! literal just before it: that literal excludes one of its candidates, and no candidate is used
//! for this twice.
//!
//! Braids of up to the current length are applied in any order, because no order changes the
//! rating.
//!
//! All truths count alike, cells and digits of houses. A refutation of length 1 uses a digit
//! confined to the crossing of two houses. Eliminations never make a braid longer, so the rating by
//! braids is the same for every order of steps. An elimination can break a whip, so another order
//! may, rarely, give another rating.

mod grouped_braids;
mod prove;
mod rater;
mod rating;
mod weight;

pub use grouped_braids::GroupedPropagation;
pub use prove::{prove, prove_with, step_of};
pub use rater::{Rater, RatingStep, Scale};
pub use rating::{Rating, WhipOrder};
