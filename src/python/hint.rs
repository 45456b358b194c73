//! Hints: the next step in increasing detail, or the entry that cannot be right.

use pyo3::prelude::*;
use qedoku_core::report::step::WhereToLook;

use crate::steps::PyStep;

/// The next step in increasing detail, or the entry that cannot be right.
///
/// >>> print(hint("1.....2..3.....4"))
/// Naked Single: look at box 2.
#[pyclass(frozen, name = "Hint", module = "qedoku")]
pub struct PyHint {
    place: Option<String>,
    look: Option<WhereToLook>,
    technique: Option<String>,
    step: Option<PyStep>,
    claim: Option<&'static str>,
    mistake: Option<String>,
    sentence: String,
}

impl PyHint {
    fn nothing(sentence: String) -> PyHint {
        PyHint {
            place: None,
            look: None,
            technique: None,
            step: None,
            claim: None,
            mistake: None,
            sentence,
        }
    }

    /// A hint for a grid without a solution.
    pub fn mistaken(words: String) -> PyHint {
        PyHint {
            claim: Some("none"),
            mistake: Some(words.clone()),
            ..PyHint::nothing(format!("There is no solution. {words}"))
        }
    }

    /// A hint where there is no next step.
    pub fn ended(claim: &'static str, complete: bool) -> PyHint {
        let sentence = match (complete, claim) {
            (true, _) => "The puzzle is solved.",
            (false, "many") => "The puzzle has more than one solution.",
            (false, "none") => "The puzzle has no solution.",
            (false, _) => "No rule applies here.",
        };
        PyHint {
            claim: Some(claim),
            ..PyHint::nothing(sentence.to_owned())
        }
    }

    /// A hint for the next step.
    pub fn at(place: String, look: WhereToLook, technique: String, step: PyStep) -> PyHint {
        let sentence = format!("{technique}: look at {place}.");
        PyHint {
            place: Some(place),
            look: Some(look),
            technique: Some(technique),
            step: Some(step),
            ..PyHint::nothing(sentence)
        }
    }
}

#[pymethods]
impl PyHint {
    /// The place to look at, as a phrase.
    #[getter]
    fn place(&self) -> Option<&str> {
        self.place.as_deref()
    }

    /// The houses to look at.
    #[getter]
    fn houses(&self) -> Vec<String> {
        let look = self.look.as_ref();
        look.map(|look| look.houses.clone()).unwrap_or_default()
    }

    /// The cells in which the pattern has candidates.
    #[getter]
    fn cells(&self) -> Vec<String> {
        let look = self.look.as_ref();
        look.map(|look| look.cells.clone()).unwrap_or_default()
    }

    /// The name of the technique.
    #[getter]
    fn technique(&self) -> Option<&str> {
        self.technique.as_deref()
    }

    /// The whole step.
    #[getter]
    fn step(&self) -> Option<PyStep> {
        self.step.clone()
    }

    /// The claim where there is no next step.
    #[getter]
    fn claim(&self) -> Option<&'static str> {
        self.claim
    }

    /// The wrong entries, if there is no solution.
    #[getter]
    fn mistake(&self) -> Option<&str> {
        self.mistake.as_deref()
    }

    fn __str__(&self) -> &str {
        &self.sentence
    }

    fn __repr__(&self) -> String {
        format!("<Hint {}>", self.sentence)
    }
}
