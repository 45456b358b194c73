//! Conversion of Python options, with an error message for each invalid value.

use std::time::Duration;

use pyo3::prelude::*;
use qedoku_core::engine::rate::{Ladder, STANDARD_LADDERS, standard_ladder};
use qedoku_core::engine::scale::Scale;

use crate::errors::{ErrorClass, plain};

/// The level with this name, `extreme` by default.
#[cfg(feature = "z3")]
pub fn level(py: Python<'_>, word: Option<&str>) -> PyResult<qedoku_core::lang::ir::Level> {
    let level = qedoku_app::names::level(word.unwrap_or("extreme"));
    level.map_err(|error| crate::errors::raised(py, ErrorClass::Option, &error))
}

/// Scales by their names: lengths, and lists of techniques.
pub fn scales(py: Python<'_>, names: &[String]) -> PyResult<(Vec<Scale>, Vec<Ladder>)> {
    let mut lengths: Vec<Scale> = Vec::new();
    let mut ladders: Vec<Ladder> = Vec::new();
    for name in names {
        let length = Scale::ALL.into_iter().find(|scale| scale.letter() == name);
        match (length, standard_ladder(name)) {
            (Some(length), _) => lengths.push(length),
            (None, Some(ladder)) => ladders.push(ladder),
            (None, None) => {
                let lists: Vec<String> = (STANDARD_LADDERS.iter())
                    .map(|(name, _)| format!("`{name}`"))
                    .collect();
                return Err(plain(
                    py,
                    ErrorClass::Option,
                    &format!("there is no scale `{name}`"),
                    None,
                    &format!("scales are `B`, `W`, `gB`, `gW`, {}", lists.join(", ")),
                ));
            }
        }
    }
    lengths.sort();
    lengths.dedup();
    ladders.dedup_by(|one, other| one.name == other.name);
    Ok((lengths, ladders))
}

/// A number of seconds.
pub fn time(py: Python<'_>, seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let Some(seconds) = seconds else {
        return Ok(None);
    };
    let time = Duration::try_from_secs_f64(seconds);
    let time = time.map_err(|error| plain(py, ErrorClass::Option, &error.to_string(), None, ""))?;
    Ok(Some(time))
}
