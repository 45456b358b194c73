//! What only some engines can do.
//!
//! Verdicts and mining need Z3, which a page does not have. `qedoku serve` has it, and implements these.

use qedoku_core::grid::Puzzle;
use qedoku_core::lang::Library;
use serde::Serialize;
use serde_json::Value;

use crate::protocol::Trouble;

/// Which of them there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Known {
    /// Whether rules can be proved sound or refuted.
    pub judge: bool,
    /// Whether mining can explain a candidate.
    pub mine: bool,
    /// Whether the checker is here; otherwise the page runs its own.
    pub check: bool,
}

/// What an engine can do beyond the others. What it tells on the way goes to `tell`.
pub trait Powers {
    /// Which of them there are.
    fn known(&self) -> Known {
        Known::default()
    }

    /// Whether the rules of a file are sound; the library is loaded with it.
    fn judge(
        &self,
        _library: &Library,
        _path: &str,
        _tell: &mut dyn FnMut(Value),
    ) -> Result<Value, Trouble> {
        Err(needs_program("whether a rule is sound, is asked of Z3"))
    }

    /// Why a candidate is impossible.
    fn mine(
        &self,
        _puzzle: &Puzzle,
        _candidate: &str,
        _tell: &mut dyn FnMut(Value),
    ) -> Result<Value, Trouble> {
        Err(needs_program("mining asks Z3"))
    }

    /// What the checker says of a proof.
    fn check(&self, _proof: &str) -> Result<Value, Trouble> {
        Err(Trouble::new(
            "engine::no_checker",
            "the page checks proofs by a module of its own",
        ))
    }
}

/// An engine without Z3.
#[derive(Clone, Copy, Debug)]
pub struct NoZ3;

impl Powers for NoZ3 {}

fn needs_program(what: &str) -> Trouble {
    Trouble::new(
        "engine::needs_serve",
        format!("{what}, which this page has not got"),
    )
    .help("run `qedoku serve` and open the page there")
}
