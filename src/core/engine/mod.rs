//! The engine: from a puzzle to steps and a claim.
//!
//! A [`Solver`] follows a [`Strategy`] and produces a [`Path`]: the simplest technique that fires,
//! each step with its certificate, and a supposition where none fires. [`search`] is the plain
//! complete solver: the last resort when no rule fires, and the oracle of the tests. [`scale`]
//! rates puzzles by the length of the braids or whips that they need. [`make`] makes puzzles that
//! need a technique. [`create`], [`count`], [`minimal`] and [`entries`] concern solutions only.

mod agenda;
mod apply;
mod capacities;
mod cases;
pub mod certify;
pub mod count;
pub mod create;
mod derived_truths;
pub mod entries;
mod fact_prover;
mod fillings;
mod layout_argument;
mod layouts;
pub mod make;
pub mod minimal;
mod path;
mod path_step;
pub mod prune;
pub mod random;
pub mod rate;
mod refutation;
pub mod scale;
pub mod search;
mod solver;
mod solvers;
mod strategy;
mod target_order;
mod templates;

pub use crate::propagate::Stop;
pub use agenda::Tally;
pub use apply::{apply, remaining_effect};
pub use certify::Uncertified;
pub use layout_argument::LayoutArgument;
pub use layouts::{LayoutStep, LayoutTally};
pub use path::Path;
pub use path_step::{Observer, PathStep};
pub use refutation::Refutation;
pub use solver::{RuleStep, Solver, TechniqueId};
pub use solvers::{ReadySolver, Solvers};
pub use strategy::{Pace, Strategy, Uniqueness, rectangular_only};
pub use target_order::TargetOrder;
