//! Admission of user rules: they must be proved sound before use, and are used only on boards for
//! which they are proved.
//!
//! Fails for the first rule that is not proved. Verdicts are cached from run to run.

use miette::miette;

use super::cache::Cache;
use super::verdicts::{judge_all, techniques};
use qedoku_core::grid::Board;
use qedoku_core::lang::{Library, standard_library};
use qedoku_soundness::admit::{ProvedBoards, is_new};
use qedoku_soundness::{DEFAULT_TIMEOUT, Verdict, canonical};

/// Fails for the first rule that is not proved for the board.
pub fn check(limits: &ProvedBoards, board: &Board) -> miette::Result<()> {
    limits.check(board).map_err(|refusal| {
        miette!(
            code = "rule::not_proved_here",
            help = "pass --trust to use it without a proof; certificates are still checked",
            "{refusal}"
        )
    })
}

/// Proves each rule that is not in the standard library and was not proved before.
pub fn admit(library: &Library) -> miette::Result<ProvedBoards> {
    let standard = standard_library()?;
    let is_new = is_new(&standard);
    let mut cache = Cache::open();
    let mut limits = ProvedBoards::default();
    let mut pending = techniques(library, |_| true);
    pending.retain(|(_, technique)| is_new(library, technique));
    pending.retain(|(_, technique)| {
        let scope = cache.scope(&canonical(technique, &library.relations));
        scope.map(|scope| limits.add(technique, scope)).is_none()
    });
    let judged = judge_all(library, pending, DEFAULT_TIMEOUT);
    for one in &judged {
        if let Verdict::Sound { scope, .. } = one.verdict {
            cache.note(&canonical(one.technique, &library.relations), scope);
            limits.add(one.technique, scope);
        }
    }
    cache.save();
    let Some(bad) = judged.iter().find(|one| !one.verdict.is_sound()) else {
        return Ok(limits);
    };
    let help = match bad.verdict {
        Verdict::Unsound { .. } => "`qedoku rules check` shows a counterexample",
        _ => "give `qedoku rules check` more time, or pass --trust to use it without a proof",
    };
    Err(miette!(
        code = "rule::not_proved",
        help = help,
        "{}; rules must be proved sound before use",
        bad.line()
    ))
}
