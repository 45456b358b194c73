//! Conversion of Python options, with an error message for each invalid value.

use std::time::Duration;

use pyo3::prelude::*;

use crate::errors::{ErrorClass, plain};

/// The level with this name, `extreme` by default.
#[cfg(feature = "z3")]
pub fn level(py: Python<'_>, word: Option<&str>) -> PyResult<qedoku_core::lang::ir::Level> {
    let level = qedoku_app::names::level(word.unwrap_or("extreme"));
    level.map_err(|error| crate::errors::raised(py, ErrorClass::Option, &error))
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
