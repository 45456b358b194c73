//! Variant puzzles: killers, thermometers, arrows and others.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyString;
use qedoku_core::picture::{Scene, draw_variant};
use qedoku_core::proof::Rules;
use qedoku_core::variant::{Reading, Variant, VariantError, is_variant, read_variant_as};

use crate::errors::{ErrorClass, plain};
use crate::puzzle::look;

/// The code of an error in a variant puzzle.
const CODE: &str = "puzzle::variant";

/// A puzzle with further constraints, such as cages, arrows and thermometers.
///
/// Read from lines of constraints, from JSON of f-puzzles, or from a link of f-puzzles or
/// SudokuPad. `ignore` lists kinds of constraints to leave out, and `read` gives drawn parts a
/// meaning, such as `line=renban`. Notebooks draw it.
///
/// >>> puzzle = Variant("board sudoku 2x2\ngivens 1.....2..3.....4\ncage k1 4 : r1c1 r2c1")
/// >>> puzzle.size, puzzle.clues, puzzle.warnings
/// (4, 4, [])
/// >>> solve(puzzle).claim
/// 'unique'
#[pyclass(frozen, name = "Variant", module = "qedoku")]
pub struct PyVariant {
    pub inner: Arc<Variant>,
}

/// The variant of an argument: a `Variant`, or a text that is one. `None` for anything else.
pub fn variant_of(argument: &Bound<'_, PyAny>) -> PyResult<Option<Arc<Variant>>> {
    if let Ok(variant) = argument.cast::<PyVariant>() {
        return Ok(Some(Arc::clone(&variant.get().inner)));
    }
    let Ok(text) = argument.cast::<PyString>() else {
        return Ok(None);
    };
    let text = text.to_cow()?;
    if !is_variant(text.as_bytes()) {
        return Ok(None);
    }
    let variant = read_variant_as(&text, &Reading::default());
    let variant = variant.map_err(|error| unreadable(argument.py(), &error))?;
    Ok(Some(Arc::new(variant)))
}

fn unreadable(py: Python<'_>, error: &VariantError) -> PyErr {
    plain(py, ErrorClass::Puzzle, &error.to_string(), Some(CODE), "")
}

/// The rules of a puzzle.
pub fn rules(puzzle: &Variant) -> Arc<Rules> {
    puzzle.header.rules.clone().unwrap_or_default()
}

#[pymethods]
impl PyVariant {
    #[new]
    #[pyo3(signature = (text, *, ignore = Vec::new(), read = Vec::new()))]
    fn new(
        py: Python<'_>,
        text: &str,
        ignore: Vec<String>,
        read: Vec<String>,
    ) -> PyResult<PyVariant> {
        let mut reading = Reading::ignoring(&ignore);
        let wished = read.iter().try_for_each(|wish| reading.read(wish));
        let variant = wished.and_then(|()| read_variant_as(text, &reading));
        let variant = variant.map_err(|error| unreadable(py, &error))?;
        Ok(PyVariant {
            inner: Arc::new(variant),
        })
    }

    /// The lines of the puzzle: its board, givens and constraints.
    #[getter]
    fn text(&self) -> String {
        self.inner.to_text()
    }

    /// The givens on one line, `.` for an empty cell.
    #[getter]
    fn givens(&self) -> String {
        self.inner.line()
    }

    /// The number of rows.
    #[getter]
    fn size(&self) -> usize {
        self.inner.header.board.size()
    }

    /// The number of givens.
    #[getter]
    fn clues(&self) -> usize {
        self.inner.clues()
    }

    /// The parts of the text that were not read as constraints.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.inner.warnings.clone()
    }

    /// A picture of the puzzle as SVG. Candidates are `none`, `open` or `all`, the theme `auto`,
    /// `light` or `dark`.
    #[pyo3(signature = (*, candidates = "none", theme = "auto"))]
    fn svg(&self, candidates: &str, theme: &str) -> PyResult<String> {
        let position = self.inner.position();
        let scene = Scene {
            board: position.board(),
            state: position.state(),
            givens: &self.inner.header.given_cells(),
            certificate: &[],
            note: None,
        };
        let look = look(candidates, theme, "teaching")?;
        Ok(draw_variant(&scene, &look, &rules(&self.inner)))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("none", "auto")
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        let count = rules(&self.inner).lines.len();
        format!("<Variant {} with {count} constraints>", self.givens())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let text = |it: &Variant| it.to_text();
        (other.cast::<PyVariant>()).is_ok_and(|it| text(&it.get().inner) == text(&self.inner))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher}; // order does not matter
        let mut hasher = DefaultHasher::new(); // order does not matter
        self.inner.to_text().hash(&mut hasher);
        hasher.finish()
    }
}
