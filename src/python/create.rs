//! Generated puzzles.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use qedoku_core::engine::create::Creator as Core;
use qedoku_core::grid::{Board, Shape};

use crate::errors::{ErrorClass, plain};
use crate::interrupt::released;
use crate::puzzle::PyPuzzle;

/// Board sizes for which a puzzle takes reasonable time.
const CREATABLE_SIZES: [usize; 8] = [4, 6, 8, 9, 10, 12, 15, 16];

/// Makes minimal puzzles with one solution. `seed` is the seed of its random choices.
#[pyclass(frozen, name = "Creator", module = "qedoku")]
pub struct PyCreator {
    inner: Mutex<(Core, Option<u64>)>,
    /// The seed of its random choices.
    #[pyo3(get)]
    seed: u64,
}

#[pymethods]
impl PyCreator {
    #[new]
    fn new(py: Python<'_>, count: Option<u64>, seed: u64, size: usize) -> PyResult<PyCreator> {
        let shape = Some(size)
            .filter(|n| CREATABLE_SIZES.contains(n))
            .and_then(Shape::of_size);
        let shape = shape.ok_or_else(|| {
            let message = "a board has 4, 6, 8, 9, 10, 12, 15 or 16 rows";
            plain(py, ErrorClass::Option, message, None, "")
        })?;
        Ok(PyCreator {
            inner: Mutex::new((Core::new(&Board::sudoku(shape), seed), count)),
            seed,
        })
    }

    fn __iter__(own: PyRef<'_, Self>) -> PyRef<'_, Self> {
        own
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyPuzzle>> {
        // One puzzle takes milliseconds. Ctrl-C is checked between puzzles.
        py.check_signals()?;
        released(py, None, || {
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            let (creator, left) = &mut *inner;
            if let Some(left) = left {
                *left = left.checked_sub(1)?;
            }
            Some(PyPuzzle::of(creator.puzzle()))
        })
    }
}
