//! Verdicts on rules: computed for many rules in parallel, and printed.

use std::time::Duration;

use miette::IntoDiagnostic;

use crate::terminal::Terminal;
use crate::{interrupt, progress};
use qedoku_app::judge::{self, Progress};
pub use qedoku_app::judge::{RuleReport, techniques};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, RuleInfo};
use qedoku_core::report::explain::sentence;
use qedoku_core::report::step::marks;
use qedoku_soundness::Verdict;
use qedoku_soundness::report::{blame, introduction, solution};

/// Interval at which the clock of a long check is updated.
const CLOCK_TICK: Duration = Duration::from_millis(250);

/// Runs work on techniques, with a progress bar on terminals.
pub fn with_progress<T>(work: impl FnOnce(&(dyn Fn(Progress<'_>) + Sync)) -> T) -> T {
    let bar = progress::with_template(None, "{pos} [{elapsed}] {wide_msg}");
    bar.enable_steady_tick(CLOCK_TICK);
    let done = work(&|progress| match progress {
        Progress::Begin(title) => bar.set_message(title.to_owned()),
        Progress::End => bar.inc(1),
    });
    bar.finish_and_clear();
    done
}

/// The verdicts on techniques, in order, each within a time limit. Shows progress on a terminal.
pub fn judge_all<'l>(
    library: &'l Library,
    techniques: Vec<(&'l RuleInfo, &'l Technique)>,
    limit: Duration,
) -> Vec<RuleReport<'l>> {
    let cancel = interrupt::cancel_after(None);
    with_progress(|progress| judge::judge_all(library, techniques, limit, &cancel, progress))
}

/// Prints a counterexample and the responsible clause.
pub fn explain(judged: &RuleReport<'_>, terminal: &mut Terminal<'_>) -> miette::Result<()> {
    let (Verdict::Unsound { counterexample, .. }, Some(diagnostic)) =
        (&judged.verdict, judged.diagnostic())
    else {
        return Ok(());
    };
    let report = miette::Report::new(diagnostic);
    writeln!(terminal.out, "{report:?}").into_diagnostic()?;
    let position = counterexample.position();
    let board = position.board();
    let sentence = sentence(board, judged.technique, &counterexample.found);
    let introduction = introduction(counterexample);
    writeln!(terminal.out, "{introduction}").into_diagnostic()?;
    let marks = marks(&position, &counterexample.found);
    terminal.draw(board, position.state(), &marks)?;
    writeln!(terminal.out, "{sentence}").into_diagnostic()?;
    let blame = blame(board, counterexample);
    writeln!(terminal.out, "{blame}, as this is a solution:").into_diagnostic()?;
    let (solution, hit) = solution(counterexample);
    terminal.draw(board, &solution, &hit)
}
