//! Hints: the next step in increasing detail, or the wrong entry.

use pyo3::prelude::*;
use qedoku_app::hint::Hint;

use crate::steps::PyStep;

/// The next step in increasing detail, or the wrong entry.
///
/// >>> print(hint("1.....2..3.....4"))
/// Naked Single: look at box 2.
#[pyclass(frozen, name = "Hint", module = "qedoku")]
pub struct PyHint(pub Hint<PyStep>);

#[pymethods]
impl PyHint {
    /// The place to look at, as a phrase.
    #[getter]
    fn place(&self) -> Option<&str> {
        self.0.place.as_deref()
    }

    /// The houses to look at.
    #[getter]
    fn houses(&self) -> Vec<String> {
        let look = self.0.look.as_ref();
        look.map(|look| look.houses.clone()).unwrap_or_default()
    }

    /// The cells in which the pattern has candidates.
    #[getter]
    fn cells(&self) -> Vec<String> {
        let look = self.0.look.as_ref();
        look.map(|look| look.cells.clone()).unwrap_or_default()
    }

    /// The name of the technique.
    #[getter]
    fn technique(&self) -> Option<&str> {
        self.0.technique.as_deref()
    }

    /// The whole step.
    #[getter]
    fn step(&self) -> Option<PyStep> {
        self.0.step.clone()
    }

    /// The claim, if there is no next step.
    #[getter]
    fn claim(&self) -> Option<&'static str> {
        self.0.claim
    }

    /// The wrong entries, if there is no solution.
    #[getter]
    fn mistake(&self) -> Option<&str> {
        Some(&self.0.mistake.as_ref()?.sentence)
    }

    fn __str__(&self) -> &str {
        &self.0.sentence
    }

    fn __repr__(&self) -> String {
        format!("<Hint {}>", self.0.sentence)
    }
}
