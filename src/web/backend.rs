//! The backend: functions that only some engines have.
//!
//! Verdicts and mining need Z3, which a page does not have. `qedoku serve` implements them.

use qedoku_core::grid::Puzzle;
use qedoku_core::lang::Library;
use serde::Serialize;
use serde_json::Value;

use crate::protocol::ApiError;

/// The functions that a backend has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Capabilities {
    /// Whether rules can be proved sound or refuted.
    pub judge: bool,
    /// Whether mining can explain a candidate.
    pub mine: bool,
    /// Whether the backend checks proofs. Otherwise the page runs its own checker.
    pub check: bool,
}

/// The verdict of the checker on a proof.
#[derive(Clone, Debug, Serialize)]
pub struct CheckVerdict {
    /// `accepted`, `rejected` or `declined`.
    pub verdict: &'static str,
    /// The number of the line that fails, counted from 1.
    pub line: Option<u64>,
    /// The verdict as a sentence.
    pub words: String,
}

/// The explanation of a candidate, as `qedoku mine --explain` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Mined {
    /// The lines.
    pub lines: Vec<String>,
}

/// Functions beyond the basic engine. Progress messages go to `tell`.
pub trait Backend {
    /// The functions that this backend has.
    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }

    /// Decides whether the rules of a file are sound. `library` contains the file.
    fn judge(
        &self,
        _library: &Library,
        _path: &str,
        _tell: &mut dyn FnMut(Value),
    ) -> Result<Value, ApiError> {
        Err(needs_program("checking whether a rule is sound"))
    }

    /// Explains why a candidate is impossible.
    fn mine(
        &self,
        _puzzle: &Puzzle,
        _candidate: &str,
        _tell: &mut dyn FnMut(Value),
    ) -> Result<Value, ApiError> {
        Err(needs_program("mining"))
    }

    /// Checks a proof.
    fn check(&self, _proof: &str) -> Result<Value, ApiError> {
        Err(ApiError::new(
            "engine::no_checker",
            "this engine has no checker: the page checks proofs itself",
        ))
    }
}

/// A backend without Z3.
#[derive(Clone, Copy, Debug)]
pub struct Offline;

impl Backend for Offline {}

fn needs_program(what: &str) -> ApiError {
    ApiError::new(
        "engine::needs_serve",
        format!("{what} needs Z3, which this page does not have"),
    )
    .help("run `qedoku serve` and open the page there")
}
