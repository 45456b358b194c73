//! The engine: from a puzzle to steps and a claim.
//!
//! A [`Solver`] follows a [`Strategy`] and produces a [`Path`]: the simplest technique that fires,
//! each step with its certificate, and a supposition where none fires. [`search`] is the plain
//! complete solver: the last resort when no rule fires, and the oracle of the tests. [`scale`]
//! rates puzzles by the length of the braids or whips that they need. [`order`] makes puzzles that
//! need a technique. [`create`], [`count`], [`minimal`] and [`entries`] concern solutions only.

mod cases;
pub mod certify;
pub mod count;
pub mod create;
mod derived;
mod effects;
pub mod entries;
mod guide;
pub mod ladder;
mod looked;
pub mod minimal;
pub mod order;
mod path;
pub mod prune;
pub mod random;
mod refutation;
pub mod scale;
pub mod search;
mod solver;
mod strategy;
mod templates;

pub use crate::propagate::Stop;
pub use certify::Uncertified;
pub use effects::{apply, still_to_do};
pub use guide::Guide;
pub use looked::Tally;
pub use path::{Path, PathStep, Watch};
pub use refutation::Refutation;
pub use solver::{RuleStep, Solver, TechniqueId};
pub use strategy::{Pace, Strategy, Uniqueness};
