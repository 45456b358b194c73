//! The order of the sources of steps: rules of the library by level, and exclusions between them.

use crate::lang::ir::Level;

/// The source of a step of a path.
#[derive(Clone, Copy)]
pub(super) enum Stage {
    /// Rules of at most this level.
    Rules(Level),
    /// The exclusions of one truth.
    Truths,
}

/// The stages, the simplest first.
pub(super) const STAGES: [Stage; 3] = [
    Stage::Rules(Level::Easy),
    Stage::Truths,
    Stage::Rules(Level::Extreme),
];
