//! Puzzles: read from text in any common format, drawn as text and as a picture.

use std::collections::hash_map::DefaultHasher; // order does not matter
use std::hash::{Hash, Hasher};
use std::io::{self, BufReader, Read};
use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyType};
use qedoku_core::grid::text::{Reader, Source, groups, read_puzzle};
use qedoku_core::grid::{self, Digit, bits};
use qedoku_core::picture::{self, Scene};
use qedoku_core::report::draw::{DrawOptions, Mark, draw};
use qedoku_core::report::grade::puzzle_text;

use crate::errors::{ErrorClass, diagnosed};

/// A puzzle, or a state in the middle of one, read from text in any common format.
///
/// Formats are a line of 81 characters with `.` or `0` for empty cells, a grid over several lines
/// with or without borders, pencilmarks, and SDK files. Boards have sizes from 4x4 to 25x25.
/// Notebooks draw it.
///
/// >>> puzzle = Puzzle("1.....2..3.....4")
/// >>> puzzle.size, puzzle.clues
/// (4, 4)
/// >>> puzzle.candidates[:4]
/// ['1', '24', '34', '3']
/// >>> puzzle
/// Puzzle('1.....2..3.....4')
#[pyclass(frozen, name = "Puzzle", module = "qedoku")]
pub struct PyPuzzle {
    pub inner: Arc<grid::Puzzle>,
    /// The text that it was read from, if known. It may contain more than the puzzle.
    text: Option<String>,
}

impl PyPuzzle {
    /// A puzzle that was not read from text.
    pub fn of(inner: grid::Puzzle) -> PyPuzzle {
        PyPuzzle {
            inner: Arc::new(inner),
            text: None,
        }
    }

    fn parse(py: Python<'_>, text: &[u8], name: &str) -> PyResult<PyPuzzle> {
        let puzzle = read_puzzle(&Source::new(name, text));
        let inner = puzzle.map_err(|error| diagnosed(py, ErrorClass::Puzzle, &error))?;
        Ok(PyPuzzle {
            inner: Arc::new(inner),
            text: std::str::from_utf8(text).ok().map(str::to_owned),
        })
    }
}

/// The puzzle of an argument: a `Puzzle`, or its text.
pub fn puzzle_of(argument: &Bound<'_, PyAny>) -> PyResult<Arc<grid::Puzzle>> {
    if let Ok(puzzle) = argument.cast::<PyPuzzle>() {
        return Ok(Arc::clone(&puzzle.get().inner));
    }
    let puzzle = match argument.cast::<PyString>() {
        Ok(text) => PyPuzzle::parse(argument.py(), text.to_cow()?.as_bytes(), "<puzzle>")?,
        Err(_) => {
            let message = "expected a Puzzle or the text of one; a Variant works with solve, \
                           hint, grade and prove";
            return Err(PyTypeError::new_err(message));
        }
    };
    Ok(puzzle.inner)
}

/// The options of a picture, parsed from words.
pub fn look(candidates: &str, theme: &str, layer: &str) -> PyResult<picture::Look> {
    let wrong = |what: &'static str| PyValueError::new_err(what);
    Ok(picture::Look {
        candidates: match candidates {
            "none" => picture::CandidatesShown::None,
            "open" => picture::CandidatesShown::Open,
            "all" => picture::CandidatesShown::All,
            _ => return Err(wrong("candidates must be `none`, `open` or `all`")),
        },
        layer: match layer {
            "teaching" => picture::Layer::Teaching,
            "proof" => picture::Layer::Proof,
            _ => return Err(wrong("layer must be `teaching` or `proof`")),
        },
        theme: match theme {
            "auto" => picture::Theme::Auto,
            "light" => picture::Theme::Light,
            "dark" => picture::Theme::Dark,
            _ => return Err(wrong("theme must be `auto`, `light` or `dark`")),
        },
        inline: false,
    })
}

/// A state drawn as text.
pub fn drawn(
    board: &grid::Board,
    state: &grid::State,
    marks: &[(grid::Candidate, Mark)],
    width: usize,
) -> String {
    let options = DrawOptions {
        width,
        unicode: true,
        marks,
    };
    let drawing = draw(board, state, &options);
    drawing.render(|_, text| text.to_owned())
}

#[pymethods]
impl PyPuzzle {
    #[new]
    #[pyo3(signature = (text, *, name = "<puzzle>"))]
    fn new(text: &Bound<'_, PyAny>, name: &str) -> PyResult<PyPuzzle> {
        let py = text.py();
        if let Ok(text) = text.cast::<PyString>() {
            return PyPuzzle::parse(py, text.to_cow()?.as_bytes(), name);
        }
        match text.cast::<PyBytes>() {
            Ok(bytes) => PyPuzzle::parse(py, bytes.as_bytes(), name),
            Err(_) => Err(PyTypeError::new_err("expected the text of a puzzle")),
        }
    }

    /// The givens on one line, `.` for an empty cell. `None` if only candidates are known.
    #[getter]
    fn givens(&self) -> Option<String> {
        self.inner.line()
    }

    /// The number of rows.
    #[getter]
    fn size(&self) -> usize {
        self.inner.board.size()
    }

    /// The number of givens.
    #[getter]
    fn clues(&self) -> usize {
        self.inner.clues()
    }

    /// The name or comment that came with the puzzle.
    #[getter]
    fn label(&self) -> Option<&str> {
        self.inner.label.as_deref()
    }

    /// The candidates of each cell, in reading order.
    #[getter]
    fn candidates(&self) -> Vec<String> {
        let (board, state) = (&self.inner.board, self.inner.state());
        let digits = |cell| bits(state.digits(board, cell)).map(|d| Digit::new(d).to_char());
        board.cells().map(|cell| digits(cell).collect()).collect()
    }

    /// The board with its candidates, drawn as text.
    #[pyo3(signature = (*, width = 80))]
    fn show(&self, width: usize) -> String {
        drawn(&self.inner.board, &self.inner.state(), &[], width)
    }

    /// A picture of the board as SVG. Candidates are `none`, `open` or `all`, the theme `auto`,
    /// `light` or `dark`.
    ///
    /// >>> Puzzle("1.....2..3.....4").svg(theme="light").startswith("<svg")
    /// True
    #[pyo3(signature = (*, candidates = "open", theme = "auto"))]
    pub fn svg(&self, candidates: &str, theme: &str) -> PyResult<String> {
        let scene = Scene {
            board: &self.inner.board,
            state: &self.inner.state(),
            givens: &self.inner.given_cells(),
            certificate: &[],
            note: None,
        };
        Ok(picture::draw(&scene, &look(candidates, theme, "teaching")?))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("open", "auto")
    }

    fn __str__(&self) -> String {
        puzzle_text(&self.inner)
    }

    fn __repr__(&self) -> String {
        format!("Puzzle('{}')", puzzle_text(&self.inner))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        (other.cast::<PyPuzzle>()).is_ok_and(|other| self.key() == other.get().key())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new(); // order does not matter
        self.key().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        let text = self.text.clone();
        let text = text.unwrap_or_else(|| puzzle_text(&self.inner));
        (py.get_type::<PyPuzzle>(), (text,))
    }
}

impl PyPuzzle {
    /// The key for equality: the givens and the candidates.
    fn key(&self) -> (Option<String>, String) {
        let candidates = groups(&self.inner.board, &self.inner.state());
        (self.inner.line(), candidates)
    }
}

/// A Python file object, open for reading bytes.
struct PyFile(Py<PyAny>);

impl Read for PyFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let read = self.0.call_method1(py, "read", (buffer.len(),));
            let read = read.map_err(io::Error::other)?;
            let bytes = read.cast_bound::<PyBytes>(py);
            let bytes =
                bytes.map_err(|_| io::Error::other("the file is not open in binary mode"))?;
            let bytes = bytes.as_bytes();
            buffer[..bytes.len()].copy_from_slice(bytes);
            Ok(bytes.len())
        })
    }
}

/// An iterator over the puzzles of a file, which reads on demand.
#[pyclass(name = "Puzzles", module = "qedoku")]
pub struct PyPuzzles {
    reader: Reader<BufReader<PyFile>>,
    skip: bool,
}

#[pymethods]
impl PyPuzzles {
    #[new]
    fn new(file: Py<PyAny>, name: &str, skip: bool) -> PyPuzzles {
        let file = BufReader::with_capacity(1 << 16, PyFile(file));
        PyPuzzles {
            reader: Reader::new(name, file),
            skip,
        }
    }

    fn __iter__(own: PyRef<'_, Self>) -> PyRef<'_, Self> {
        own
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<PyPuzzle>> {
        for entry in self.reader.by_ref() {
            match entry.puzzle {
                Ok(puzzle) => return Ok(Some(PyPuzzle::of(puzzle))),
                Err(_) if self.skip => py.check_signals()?,
                Err(error) => return Err(diagnosed(py, ErrorClass::Puzzle, &error)),
            }
        }
        Ok(None)
    }
}
