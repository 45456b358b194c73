//! Proofs: checked, explained and exported.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher; // order does not matter
use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::PyType;
use qedoku_app::verdict::ProofVerdict;
use qedoku_check::Verdict;
use qedoku_core::proof::ProofReader;
use qedoku_core::proof::export::{Format, export};
use qedoku_core::report::arithmetic;

use crate::errors::{ErrorClass, plain};
use crate::interrupt::released;

/// A proof as text, which independent checkers can verify.
///
/// >>> givens = (
/// ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// ... )
/// >>> proof = prove(givens)
/// >>> print(*proof.text.splitlines()[:3], sep="\n")
/// qed 1
/// board sudoku 3x3
/// givens 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
#[pyclass(frozen, name = "Proof", module = "qedoku")]
pub struct PyProof {
    text: String,
}

impl PyProof {
    /// A proof with this text.
    pub fn of(text: String) -> PyProof {
        PyProof { text }
    }
}

#[pymethods]
impl PyProof {
    #[new]
    fn new(text: String) -> PyProof {
        PyProof { text }
    }

    /// The text of a `.qed` file.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The verdict of the independent checker, which shares no code with the solver.
    ///
    /// >>> givens = (
    /// ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    /// ... )
    /// >>> prove(givens).check().steps
    /// 52
    /// >>> Proof("qed 1\n").check().verdict
    /// 'rejected'
    fn check(&self, py: Python<'_>) -> PyResult<PyChecked> {
        let verdict = released(py, None, || qedoku_check::check(self.text.as_bytes()))?;
        // Reading from memory does not fail.
        Ok(PyChecked::of(verdict?))
    }

    /// A step written out in full, to follow by hand. Steps count from 1, and the claim is the
    /// last.
    ///
    /// >>> givens = (
    /// ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    /// ... )
    /// >>> print(prove(givens).explain(1).splitlines()[0])
    /// step 1: single r8c8=3 : r8c8
    fn explain(&self, py: Python<'_>, step: u64) -> PyResult<String> {
        let checked = self.accepted(py)?;
        let steps = checked.steps.unwrap_or_default();
        if step == 0 || step > steps {
            let message =
                format!("the proof has {steps} steps, the claim included; there is no step {step}");
            let code = Some("check::no_such_step");
            return Err(plain(py, ErrorClass::Proof, &message, code, ""));
        }
        let text = arithmetic::explain(self.text.as_bytes(), step);
        text.map_err(|error| {
            let code = Some("check::unreadable_proof");
            plain(py, ErrorClass::Proof, &error.to_string(), code, "")
        })
    }

    /// The proof for other checkers (`veripb`, `lrat`, `drat`), for programs (`json`) or for print
    /// (`tex`): the contents of the files, by their extensions.
    ///
    /// >>> givens = (
    /// ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    /// ... )
    /// >>> sorted(prove(givens).export("veripb"))
    /// ['opb', 'pbp']
    fn export(&self, py: Python<'_>, format: &str) -> PyResult<BTreeMap<&'static str, String>> {
        let formats = [
            ("veripb", Format::Veripb),
            ("lrat", Format::Lrat),
            ("drat", Format::Drat),
            ("json", Format::Json),
            ("tex", Format::Tex),
        ];
        let Some((_, format)) = formats.into_iter().find(|(name, _)| *name == format) else {
            let message = format!("there is no format `{format}`");
            let help = "formats are veripb, lrat, drat, json and tex";
            return Err(plain(py, ErrorClass::Option, &message, None, help));
        };
        self.accepted(py)?;
        let extensions = format.extensions();
        let exported = released(py, None, || {
            let claim =
                ProofReader::start(self.text.as_bytes()).and_then(ProofReader::into_claim)?;
            let mut files = vec![Vec::new(); extensions.len()];
            let writers = files.iter_mut().collect();
            export(self.text.as_bytes(), &claim, format, writers).map(|_| files)
        })?;
        let files = exported.map_err(|error| {
            let message = format!("the proof cannot be exported: {error}");
            plain(py, ErrorClass::Proof, &message, Some("export::refused"), "")
        })?;
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let files = files.into_iter().map(text);
        Ok(extensions.iter().copied().zip(files).collect())
    }

    fn __len__(&self) -> usize {
        self.text.len()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        let claim = self.text.lines().last().unwrap_or_default();
        format!("<Proof: {claim}>")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        (other.cast::<PyProof>()).is_ok_and(|other| other.get().text == self.text)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new(); // order does not matter
        self.text.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<PyProof>(), (self.text.clone(),))
    }
}

impl PyProof {
    /// The verdict, if the proof is accepted.
    fn accepted(&self, py: Python<'_>) -> PyResult<PyChecked> {
        let checked = self.check(py)?;
        if checked.verdict == "accepted" {
            return Ok(checked);
        }
        let code = checked.code.unwrap_or("export::not_accepted");
        let help = "only a proof that the checker accepts is explained or exported";
        Err(plain(
            py,
            ErrorClass::Proof,
            &checked.message,
            Some(code),
            help,
        ))
    }
}

/// The verdict of the checker. True if the proof is accepted.
///
/// `verdict` is `accepted`, `rejected` or `declined`. For an accepted proof there are the `claim`,
/// the `solutions` and the number of `steps`; for a rejected one the `line`, the `step` and the
/// `code` of the reason.
#[pyclass(frozen, get_all, name = "Checked", module = "qedoku")]
pub struct PyChecked {
    /// `accepted`, `rejected` or `declined`.
    verdict: &'static str,
    /// The verdict as a sentence.
    message: String,
    /// The claim of an accepted proof: `unique`, `none`, `many` or `open`.
    claim: Option<&'static str>,
    /// The solutions that the proof shows.
    solutions: Vec<String>,
    /// The number of steps, the claim included.
    steps: Option<u64>,
    /// Whether the proof assumes that the puzzle has one solution.
    assumes_unique: Option<bool>,
    /// Whether the proof begins with candidates instead of givens.
    from_state: Option<bool>,
    /// The line with the mistake.
    line: Option<u64>,
    /// The step with the mistake.
    step: Option<u64>,
    /// The code of the reason for rejection.
    code: Option<&'static str>,
}

impl PyChecked {
    fn of(verdict: Verdict) -> PyChecked {
        let ProofVerdict {
            verdict,
            claim,
            solutions,
            steps,
            from_state,
            assumes_unique,
            line,
            step,
            code,
            message,
        } = verdict.into();
        PyChecked {
            verdict,
            message,
            claim,
            solutions,
            steps,
            assumes_unique,
            from_state,
            line,
            step,
            code,
        }
    }
}

#[pymethods]
impl PyChecked {
    fn __bool__(&self) -> bool {
        self.verdict == "accepted"
    }

    fn __repr__(&self) -> String {
        format!("<Checked: {}>", self.message)
    }
}
