//! Converts the options of a page to the engine's strategy.

use qedoku_core::engine::{Strategy, Uniqueness};
use qedoku_core::lang::ir::Level;

use crate::protocol::{ApiError, SolveOptions};

/// The strategy for these options. Steps that assume a unique solution are proved without the
/// assumption, so all proofs hold unconditionally.
pub fn strategy(how: &SolveOptions) -> Result<Strategy, ApiError> {
    let max_level = match how.max_level.as_deref() {
        None => Level::Extreme,
        Some(word) => Level::parse(word)
            .ok_or_else(|| ApiError::new("how::level", format!("there is no level `{word}`")))?,
    };
    Ok(Strategy {
        max_level,
        off: how.off.iter().cloned().collect(),
        on: how.on.iter().cloned().collect(),
        search: how.search,
        uniqueness: match how.assume_unique {
            true => Uniqueness::Discharged,
            false => Uniqueness::Unused,
        },
        ..Strategy::default()
    })
}
