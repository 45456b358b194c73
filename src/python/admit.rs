//! Admission of user rules: rules must be proved sound before use, and are used only on boards for
//! which they are proved.
//!
//! Without Z3 nothing can be proved, so user rules need `trust=True`.

use std::sync::Arc;

use pyo3::prelude::*;
use qedoku_app::{Error, ProvedBoards};
use qedoku_core::lang;

#[cfg(not(feature = "z3"))]
use crate::errors::plain;
use crate::errors::{ErrorClass, raised};
use crate::library::PyLibrary;

/// The error for a rejected board.
pub fn refusal(py: Python<'_>, refused: Error) -> PyErr {
    let help = "pass trust=True to use it without a proof; certificates are still checked";
    raised(py, ErrorClass::NotProved, &refused.or_help(help))
}

/// The library with its rules proved, and the boards that they are proved for.
pub fn admit(
    py: Python<'_>,
    library: &PyLibrary,
    trust: bool,
) -> PyResult<(Arc<lang::Library>, ProvedBoards)> {
    if library.added.is_empty() || trust {
        return Ok((Arc::clone(&library.inner), ProvedBoards::default()));
    }
    prove(py, library)
}

#[cfg(not(feature = "z3"))]
fn prove(py: Python<'_>, _: &PyLibrary) -> PyResult<(Arc<lang::Library>, ProvedBoards)> {
    let message = "this package was built without Z3 and cannot prove rules sound";
    let help = "pass trust=True to use rules without a proof; certificates are still checked";
    Err(plain(
        py,
        ErrorClass::NotProved,
        message,
        Some("rule::not_proved"),
        help,
    ))
}

#[cfg(feature = "z3")]
fn prove(py: Python<'_>, library: &PyLibrary) -> PyResult<(Arc<lang::Library>, ProvedBoards)> {
    use qedoku_app::admit::{AdmitHelp, NoStore, admit};

    const PYTHON_HELP: AdmitHelp = AdmitHelp {
        unsound: "Rule.check() shows a counterexample",
        unknown: "call Rule.check() with a larger time_limit, or pass trust=True to use it without a proof",
    };
    let standard = crate::library::standard(py)?;
    let inner = Arc::clone(&library.inner);
    let admitted = crate::interrupt::aside(py, move |cancel| {
        admit(
            &inner,
            &standard,
            &mut NoStore,
            PYTHON_HELP,
            &cancel,
            &|_| (),
        )
    })?;
    let proved = admitted.map_err(|error| raised(py, ErrorClass::NotProved, &error))?;
    Ok((
        Arc::new(lang::Library::clone(&library.inner).proved()),
        proved,
    ))
}
