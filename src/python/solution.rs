//! The result of solving a puzzle.

use pyo3::prelude::*;
use qedoku_core::report::grade::claim_word;

use crate::steps::{PathEnd, PyStep};

/// The result of solving a puzzle.
///
/// `claim` is `unique`, `none`, `many` or `open`, `solutions` has the grids that prove it, `steps`
/// the path, and `state` the candidates of each cell at its end.
///
/// >>> givens = (
/// ...     ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4..."
/// ... )
/// >>> solved = Solver(max_level="easy", search=False).solve(givens)
/// >>> solved.claim, solved.solution
/// ('open', None)
#[pyclass(frozen, get_all, name = "Solved", module = "qedoku")]
pub struct PySolved {
    /// The givens on one line, or the candidates if there are no givens.
    puzzle: String,
    /// The proved claim: `unique`, `none`, `many`, or `open` if the steps ended early.
    claim: &'static str,
    /// The solutions that prove it.
    solutions: Vec<String>,
    /// The candidates of each cell at the end.
    state: String,
    /// The steps.
    steps: Vec<Py<PyStep>>,
}

impl PySolved {
    /// The steps of a puzzle with this text, and their end.
    pub fn new(
        py: Python<'_>,
        puzzle: String,
        steps: Vec<PyStep>,
        end: PathEnd,
    ) -> PyResult<PySolved> {
        let steps = steps.into_iter().map(|step| Py::new(py, step));
        Ok(PySolved {
            puzzle,
            claim: claim_word(&end.claim),
            solutions: end.claim.solutions(),
            state: end.state,
            steps: steps.collect::<PyResult<_>>()?,
        })
    }
}

#[pymethods]
impl PySolved {
    /// The solution, if it is unique.
    #[getter]
    fn solution(&self) -> Option<&str> {
        match &self.solutions[..] {
            [one] => Some(one),
            _ => None,
        }
    }

    fn __repr__(&self) -> String {
        format!("<Solved: {} in {} steps>", self.claim, self.steps.len())
    }
}
