//! Unit propagation: the consequences of assuming a candidate true.
//!
//! If `r1c1=5` is assumed, all candidates that share a link with it are eliminated. A cell, or a
//! digit of a house, that has a single candidate left forces it, and so on until nothing follows or
//! a truth is empty. Search, braids and whips, the B and W scales, certificates and exports all use
//! this module.
//!
//! The most demanding users determine its design:
//!
//! - *Shortest braids and whips* ([`Refuter`]) try thousands of sets of truths against one target.
//!   A [`Propagator`] works on the bit masks of a [`State`](crate::grid::State), one per group. It
//!   records the literals in order, with the candidates that each excluded, and can go back to any
//!   of them. Its user chooses the next of the truths that came down to one candidate. `waves` and
//!   `layers` give lower bounds on the number of truths of any refutation, for many targets at once
//!   and for one, and `braid` searches for one of limited length. Truths with a single candidate
//!   are ready from the start.
//! - *Braids with groups* force several candidates as one, as a box forces "one of these two 7s in
//!   row 3". A literal may be a group, which excludes the candidates that all its members exclude.
//! - *Certificates* ([`Propagator::follow`]) use only the truths of one match, in order. The result
//!   is a [`Propagation`], which folds into one count.
//! - *Exports* need the reason of every literal, and also assume candidates false. Every literal
//!   has a [`Reason`].
//! - *Search* ([`Levels`]) places every single and discards most of the board at each level.
//!   Copying masks is then cheaper than recording changes, so it works on states without a record
//!   ([`Singles`]). On boards up to 10x10 it uses words that hold one place of all groups at once
//!   ([`SlicedLevels`]), which is three times as fast.

mod active_truths;
mod braid;
mod crossings;
mod layers;
mod levels;
mod propagation;
mod propagator;
mod refuter;
mod singles;
mod slices;
mod stop;
mod waves;
mod whip;

pub use crossings::crossings;
pub use levels::{Levels, StateLevels};
pub use propagation::{ForcedLiteral, Propagation};
pub use propagator::{Literal, Propagator, Reason, TrailMark, TruthConsequence};
pub use refuter::{RefutationKind, Refuter};
pub use singles::Singles;
pub use slices::SlicedLevels;
pub use stop::Stop;
