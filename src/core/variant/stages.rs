//! The order of the sources of steps: rules of the library by level, and constraints between them.

use crate::lang::ir::Level;

/// The source of a step of a path.
#[derive(Clone, Copy)]
pub(super) enum Stage {
    /// Rules of at most this level.
    Rules(Level),
    /// The exclusions of one truth.
    Truths,
    /// The fillings of one constraint.
    Items,
    /// The fillings of one derived equation.
    Derived,
    /// The fillings of two constraints together.
    Pairs,
}

/// The stages, the simplest first.
pub(super) const STAGES: [Stage; 9] = [
    Stage::Rules(Level::Easy),
    Stage::Truths,
    Stage::Items,
    Stage::Rules(Level::Medium),
    Stage::Derived,
    Stage::Rules(Level::Hard),
    Stage::Pairs,
    Stage::Rules(Level::Unfair),
    Stage::Rules(Level::Extreme),
];
