//! Grades, as Python sees them.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use qedoku_core::report::grade::{self, Rated};

/// How hard a puzzle is: the same for every isomorphic copy of it.
///
/// >>> found = grade("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// >>> found.level, found.steps, found.techniques
/// ('easy', 51, {'Full House': 14, 'Naked Single': 37})
#[pyclass(frozen, name = "Grade", module = "qedoku")]
pub struct PyGrade {
    pub inner: grade::Grade,
}

#[pymethods]
impl PyGrade {
    /// The givens as a line; where there are none, the candidates.
    #[getter]
    fn puzzle(&self) -> &str {
        &self.inner.puzzle
    }

    /// The level of the hardest technique, or `search`; none if the puzzle has not one solution.
    #[getter]
    fn level(&self) -> Option<&'static str> {
        self.inner.level
    }

    /// The hardest technique needed, or `Search`.
    #[getter]
    fn hardest(&self) -> Option<&str> {
        self.inner.hardest.as_deref()
    }

    /// The scores of all steps together.
    #[getter]
    fn score(&self) -> u64 {
        self.inner.score
    }

    /// The number of different steps in the rounds.
    #[getter]
    fn steps(&self) -> u64 {
        self.inner.steps
    }

    /// How many candidates were refuted by search.
    #[getter]
    fn refuted(&self) -> usize {
        self.inner.search.refuted
    }

    /// How many supposes that took.
    #[getter]
    fn search(&self) -> usize {
        self.inner.search.supposes
    }

    /// How many supposes were open at once.
    #[getter]
    fn depth(&self) -> usize {
        self.inner.search.depth
    }

    /// The number of given digits.
    #[getter]
    fn clues(&self) -> usize {
        self.inner.clues
    }

    /// How many steps each technique found, the simplest first.
    #[getter]
    fn techniques<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (name, count) in &self.inner.techniques {
            counts.set_item(name, count)?;
        }
        Ok(counts)
    }

    /// Whether the puzzle was solved: it has one solution, and this was shown.
    #[getter]
    fn solved(&self) -> bool {
        self.inner.solved
    }

    /// What was proved: `unique`, `none`, `many`, or `open` if the steps ended before.
    #[getter]
    fn claim(&self) -> &'static str {
        self.inner.claim
    }

    /// The ratings by the letters of their scales; none where no length solves the puzzle.
    #[getter]
    fn scales<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let ratings = PyDict::new(py);
        for (scale, rated) in &self.inner.scales {
            let length = match rated {
                Rated::Length(length) => Some(length),
                Rated::Never | Rated::AtLeast(_) => None,
            };
            ratings.set_item(scale.letter(), length)?;
        }
        Ok(ratings)
    }

    /// The same line as `qedoku grade --json`.
    fn json(&self) -> String {
        serde_json::to_string(&self.inner).unwrap_or_default()
    }

    fn __repr__(&self) -> String {
        let level = self.inner.level.unwrap_or("none");
        let hardest = self.inner.hardest.as_deref().unwrap_or("none");
        let score = self.inner.score;
        format!("<Grade: {level}, hardest {hardest}, score {score}>")
    }
}
