//! Admission of user rules: rules must be proved sound before use, and are used only on boards for
//! which they are proved.
//!
//! Without Z3 nothing can be proved, so user rules need `trust=True`.

use std::sync::Arc;

use pyo3::prelude::*;
use qedoku_batch::Ungraded;
use qedoku_core::grid::Board;
use qedoku_core::lang;

use crate::errors::{ErrorClass, plain};
use crate::library::PyLibrary;

#[cfg(feature = "z3")]
use qedoku_soundness::admit::{ProvedBoards, is_new};

/// The rules that are proved for some boards only.
#[derive(Clone, Default)]
pub struct ProvedOn {
    #[cfg(feature = "z3")]
    proved: Arc<ProvedBoards>,
}

impl ProvedOn {
    /// Rejects a board that one of the rules is not proved for.
    #[cfg(feature = "z3")]
    pub fn check(&self, board: &Board) -> Result<(), Ungraded> {
        let refusal = |refused: qedoku_soundness::admit::NotProvedHere| Ungraded {
            code: miette::Diagnostic::code(&refused).map(|code| code.to_string()),
            message: refused.to_string(),
        };
        self.proved.check(board).map_err(refusal)
    }

    /// Without Z3 nothing was proved, so no board is rejected.
    #[cfg(not(feature = "z3"))]
    pub fn check(&self, _: &Board) -> Result<(), Ungraded> {
        Ok(())
    }
}

/// The error for a rejected board.
pub fn refusal(py: Python<'_>, refused: &Ungraded) -> PyErr {
    let help = "pass trust=True to use it without a proof; certificates are still checked";
    let code = refused.code.as_deref();
    plain(py, ErrorClass::NotProved, &refused.message, code, help)
}

/// The library with its rules proved, and the boards that they are proved for.
pub fn admit(
    py: Python<'_>,
    library: &PyLibrary,
    trust: bool,
) -> PyResult<(Arc<lang::Library>, ProvedOn)> {
    if library.added.is_empty() || trust {
        return Ok((Arc::clone(&library.inner), ProvedOn::default()));
    }
    prove(py, library)
}

#[cfg(not(feature = "z3"))]
fn prove(py: Python<'_>, _: &PyLibrary) -> PyResult<(Arc<lang::Library>, ProvedOn)> {
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
fn prove(py: Python<'_>, library: &PyLibrary) -> PyResult<(Arc<lang::Library>, ProvedOn)> {
    use qedoku_soundness::Verdict;
    use qedoku_soundness::report::name;

    use crate::verdicts::decide;
    use qedoku_soundness::DEFAULT_TIMEOUT;

    let (standard, inner) = (crate::library::standard(py)?, &library.inner);
    let is_new = is_new(&standard);
    let all = 0..inner.techniques.len();
    let new = all.filter(|&index| is_new(inner, &inner.techniques[index]));
    let mut proved = ProvedBoards::default();
    for one in decide(py, inner, new.collect(), DEFAULT_TIMEOUT)? {
        let technique = &inner.techniques[one.technique];
        let help = match one.verdict {
            Verdict::Sound { scope, .. } => {
                proved.add(technique, scope);
                continue;
            }
            Verdict::Unsound { .. } => "Rule.check() shows a counterexample",
            Verdict::Unknown { .. } => {
                "call Rule.check() with a larger time_limit, or pass trust=True to use it without a proof"
            }
        };
        let (name, word) = (name(technique), one.verdict.word());
        let message = format!("{name}: {word}; rules must be proved sound before use");
        let code = Some("rule::not_proved");
        return Err(plain(py, ErrorClass::NotProved, &message, code, help));
    }
    let limits = ProvedOn {
        proved: Arc::new(proved),
    };
    Ok((Arc::new(lang::Library::clone(inner).proved()), limits))
}
