//! Admission of user rules, with verdicts cached from run to run.

use super::cache::Cache;
use super::{interrupt, verdicts};
use qedoku_app::admit::{self, AdmitHelp};
use qedoku_app::{Error, ProvedBoards};
use qedoku_core::grid::Board;
use qedoku_core::lang::{Library, standard_library};
use qedoku_soundness::shipped_verdicts;

const PROGRAM_HELP: AdmitHelp = AdmitHelp {
    unsound: "`qedoku rules check` shows a counterexample",
    unknown: match shipped_verdicts::HAS_Z3 {
        true => "give `qedoku rules check` more time, or pass --trust to use it without a proof",
        false => {
            "install a build with Z3 (`qedoku rules check` says how), or pass --trust to use the \
             rule without a proof; certificates are still checked"
        }
    },
};

/// Fails for the first rule that is not proved for the board.
pub fn check(limits: &ProvedBoards, board: &Board) -> Result<(), Error> {
    let trust = "pass --trust to use it without a proof; certificates are still checked";
    admit::check(limits, board).map_err(|error| error.or_help(trust))
}

/// Proves each rule that is neither in the standard library nor proved before.
pub fn admit(library: &Library) -> miette::Result<ProvedBoards> {
    let standard = standard_library()?;
    let mut cache = Cache::open();
    let cancel = interrupt::cancel_after(None);
    let admitted = verdicts::with_progress(|progress| {
        admit::admit(
            library,
            &standard,
            &mut cache,
            PROGRAM_HELP,
            &cancel,
            progress,
        )
    });
    cache.save();
    Ok(admitted?)
}
