//! Unit propagation: what follows when a candidate is taken as true.
//!
//! Takes a state, gives what is forced in it. If `r1c1=5` is taken as true, everything that shares a link with it
//! goes; a cell or a digit of a house that has a single candidate left then forces that one; and so on,
//! until nothing follows or a truth has no candidate left. Search, braids and whips, the
//! B and W scales, certificates and exports all do this, and all do it here.
//!
//! The hardest users decide the shape:
//!
//! - *Shortest braids and whips* ([`Refuter`]) try thousands of sets of truths against one target. So
//!   a [`Propagator`] works on the bit masks of a [`State`](crate::grid::State), one for each group; it keeps the
//!   literals taken as true in order, with what each excluded, and can go back to any of them; and it leaves to
//!   its user which of the truths that came down to one candidate is used next. `waves` and `layers` bound from below how
//!   many truths any refutation needs, of many targets at once and of one, and `braid` looks for one that is not longer than asked for. Truths that have a
//!   single candidate from the beginning are simply ready from the beginning.
//! - *Braids with groups* force several candidates as one, as a box forces "one of these two 7s in row 3": a literal
//!   may be a group, which excludes what all its candidates exclude.
//! - *Certificates* ([`Propagator::follow`]) may use the truths of one match only, in their order; what they give is a
//!   [`Propagation`], which folds into one count.
//! - *Exports* need the reason of everything, and take candidates as false, too: a [`Reason`] goes with every literal.
//! - *Search* ([`Levels`]) takes every single it can and drops most of the board at each level. Copying the
//!   masks of a board is cheaper there than a record of each candidate, so it works on states without one ([`Singles`]); on boards up to
//!   10x10 on words that hold one place of all groups at once ([`SlicedLevels`]), which is three times as fast.

mod braid;
mod layers;
mod levels;
mod network;
mod propagation;
mod propagator;
mod refuter;
mod singles;
mod slices;
mod stop;
mod waves;
mod whip;

pub use levels::{Levels, StateLevels};
pub use propagation::Propagation;
pub use propagator::{Fired, Literal, Propagator, Reason, TrailMark};
pub use refuter::{RefutationKind, Refuter};
pub use singles::Singles;
pub use slices::SlicedLevels;
pub use stop::Stop;
