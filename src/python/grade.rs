//! Grades of puzzles.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use qedoku_core::report::grade::{self, Rated};
use qedoku_core::report::ladder::LadderValue;

/// The difficulty of a puzzle. Isomorphic puzzles have equal grades.
///
/// >>> givens = (
/// ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// ... )
/// >>> found = grade(givens)
/// >>> found.level, found.steps, found.techniques
/// ('easy', 51, {'Full House': 14, 'Naked Single': 37})
#[pyclass(frozen, name = "Grade", module = "qedoku")]
pub struct PyGrade {
    pub inner: grade::Grade,
}

#[pymethods]
impl PyGrade {
    /// The givens on one line, or the candidates if there are no givens.
    #[getter]
    fn puzzle(&self) -> &str {
        &self.inner.puzzle
    }

    /// The level of the hardest technique, or `search`. `None` if the puzzle does not have exactly
    /// one solution.
    #[getter]
    fn level(&self) -> Option<&'static str> {
        self.inner.level
    }

    /// The hardest technique needed, or `Search`.
    #[getter]
    fn hardest(&self) -> Option<&str> {
        self.inner.hardest.as_deref()
    }

    /// The sum of the scores of all steps.
    #[getter]
    fn score(&self) -> u64 {
        self.inner.score
    }

    /// The number of distinct steps in all rounds.
    #[getter]
    fn steps(&self) -> u64 {
        self.inner.steps
    }

    /// The number of candidates refuted by search.
    #[getter]
    fn refuted(&self) -> usize {
        self.inner.search.refuted
    }

    /// The number of suppositions that the search made.
    #[getter]
    fn search(&self) -> usize {
        self.inner.search.supposes
    }

    /// The maximum number of nested suppositions.
    #[getter]
    fn depth(&self) -> usize {
        self.inner.search.depth
    }

    /// The number of givens.
    #[getter]
    fn clues(&self) -> usize {
        self.inner.clues
    }

    /// The number of steps of each technique, the simplest first.
    #[getter]
    fn techniques<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (name, count) in &self.inner.techniques {
            counts.set_item(name, count)?;
        }
        Ok(counts)
    }

    /// Whether the puzzle was solved and has exactly one solution.
    #[getter]
    fn solved(&self) -> bool {
        self.inner.solved
    }

    /// The proved claim: `unique`, `none`, `many`, or `open` if the steps ended early.
    #[getter]
    fn claim(&self) -> &'static str {
        self.inner.claim
    }

    /// The ratings by the names of their scales; `None` where no length solves the puzzle. A bound
    /// of a list has the name `SE_at_least`.
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
        for (name, value) in self.inner.ladders.iter().flat_map(|rating| &rating.columns) {
            match value {
                LadderValue::Mark(mark) => ratings.set_item(name, f64::from(*mark) / 100.0)?,
                LadderValue::AtLeast(mark) => {
                    ratings.set_item(name, py.None())?;
                    let bound = f64::from(*mark) / 100.0;
                    ratings.set_item(format!("{name}_at_least"), bound)?;
                }
                LadderValue::Sum(sum) => ratings.set_item(name, *sum)?,
                LadderValue::Word(word) => ratings.set_item(name, word)?,
                LadderValue::Missing => ratings.set_item(name, py.None())?,
            }
        }
        Ok(ratings)
    }

    /// The grade as a line of JSON, equal to the output of `qedoku grade --json`.
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
