//! Verdicts on rules: computed for many rules in parallel, and printed.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use miette::IntoDiagnostic;
use rayon::prelude::*;

use crate::terminal::Terminal;
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, RuleInfo};
use qedoku_core::matcher::Position;
use qedoku_core::report::examples;
use qedoku_core::report::explain::sentence;
use qedoku_core::report::step::marks;
pub use qedoku_soundness::report::RuleReport;
use qedoku_soundness::report::{blame, solution};
use qedoku_soundness::{Deadline, Verdict, judge};

/// Interval at which the clock of a long check is updated.
const CLOCK_TICK: Duration = Duration::from_millis(250);

/// The verdicts on techniques, in order, each within a time limit. Shows progress on a terminal.
pub fn judge_all<'l>(
    library: &'l Library,
    techniques: Vec<(&'l RuleInfo, &'l Technique)>,
    limit: Duration,
) -> Vec<RuleReport<'l>> {
    let bar = ProgressBar::new(techniques.len() as u64);
    let style = ProgressStyle::with_template("{pos}/{len} [{elapsed}] {wide_msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(CLOCK_TICK);
    let judged = (techniques.into_par_iter())
        .map(|(rule, technique)| {
            bar.set_message(technique.title.clone());
            let start = Instant::now();
            let deadline = Deadline::new(start, limit);
            let fires = |stop| examples::fires(rule, technique, &stop);
            let verdict = judge(technique, &library.relations, fires, deadline);
            bar.inc(1);
            RuleReport {
                rule,
                technique,
                verdict,
                seconds: start.elapsed().as_secs_f64(),
            }
        })
        .collect();
    bar.finish_and_clear();
    judged
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
    let (board, puzzle) = (&counterexample.puzzle.board, &counterexample.puzzle);
    let sentence = sentence(board, judged.technique, &counterexample.found);
    writeln!(terminal.out, "It matches here:").into_diagnostic()?;
    terminal.draw(
        board,
        &puzzle.state(),
        &marks(&Position::of(puzzle), &counterexample.found),
    )?;
    writeln!(terminal.out, "{sentence}").into_diagnostic()?;
    let blame = blame(board, counterexample);
    writeln!(terminal.out, "{blame}, as this is a solution:").into_diagnostic()?;
    let (solution, hit) = solution(counterexample);
    terminal.draw(board, &solution, &hit)
}

/// The techniques of some rules, in the order of the rules.
pub fn techniques(
    library: &Library,
    wanted: impl Fn(&RuleInfo) -> bool,
) -> Vec<(&RuleInfo, &Technique)> {
    let of = |rule| {
        let own = move |t: &&Technique| *t.rule == *RuleInfo::name(rule);
        library
            .techniques
            .iter()
            .filter(own)
            .map(move |t| (rule, t))
    };
    library
        .rules
        .iter()
        .filter(|rule| wanted(rule))
        .flat_map(of)
        .collect()
}
