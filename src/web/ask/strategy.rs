//! With which rules: a page's wishes as the engine's strategy.

use qedoku_core::engine::{Strategy, Uniqueness};
use qedoku_core::lang::ir::Level;

use crate::protocol::{Trouble, Wishes};

/// The strategy that a page asks for. What rests on the assumption of one solution is proved without it, so that
/// proofs hold whatever was assumed.
pub fn strategy(how: &Wishes) -> Result<Strategy, Trouble> {
    let max_level = match how.max_level.as_deref() {
        None => Level::Extreme,
        Some(word) => Level::parse(word)
            .ok_or_else(|| Trouble::new("how::level", format!("there is no level `{word}`")))?,
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
