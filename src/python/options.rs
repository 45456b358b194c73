//! Conversion of Python options, with an error message for each invalid value.

use std::time::Duration;

use pyo3::prelude::*;
use qedoku_core::engine::scale::Scale;
use qedoku_core::lang;
use qedoku_core::lang::ir::Level;

use crate::errors::{ErrorClass, plain};

/// The level with this name.
pub fn level(py: Python<'_>, word: Option<&str>) -> PyResult<Level> {
    let Some(word) = word else {
        return Ok(Level::Extreme);
    };
    Level::parse(word).ok_or_else(|| {
        let words: Vec<&str> = Level::ALL.iter().map(|(_, word)| *word).collect();
        let help = format!("a level is one of {}", words.join(", "));
        plain(
            py,
            ErrorClass::Option,
            &format!("there is no level `{word}`"),
            None,
            &help,
        )
    })
}

/// The scale with this letter.
pub fn scale(py: Python<'_>, letter: &str) -> PyResult<Scale> {
    let scale = Scale::ALL
        .into_iter()
        .find(|scale| scale.letter() == letter);
    scale.ok_or_else(|| {
        let message = format!("there is no scale `{letter}`");
        plain(
            py,
            ErrorClass::Option,
            &message,
            None,
            "scales are `B`, `W`, `gB` and `gW`",
        )
    })
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

/// Checks that a rule or technique has this name. A misspelt name would silently change nothing.
pub fn known(py: Python<'_>, library: &lang::Library, name: &str) -> PyResult<()> {
    let help = match library.knows(name) {
        Ok(()) => return Ok(()),
        Err(Some(near)) => format!("did you mean `{near}`?"),
        Err(None) => "iterating over a Library shows them all".to_owned(),
    };
    let message = format!("there is no rule or technique `{name}`");
    Err(plain(py, ErrorClass::Option, &message, None, &help))
}
