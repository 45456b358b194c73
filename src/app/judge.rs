//! Verdicts on rules. Every shell judges with this function.

use std::time::{Duration, Instant};

use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, RuleInfo};
use qedoku_core::trial;
use qedoku_soundness::canonical;
pub use qedoku_soundness::report::RuleReport;
use rayon::prelude::*;

use crate::cancel::Cancel;

/// The progress of work on techniques.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'p> {
    /// Work on the technique with this title begins.
    Begin(&'p str),
    /// Work on one more technique has ended.
    End,
}

/// The verdict on a technique within a time limit.
pub fn judge<'l>(
    library: &Library,
    rule: &'l RuleInfo,
    technique: &'l Technique,
    limit: Duration,
    cancel: &Cancel,
) -> RuleReport<'l> {
    let start = Instant::now();
    let deadline = cancel.deadline(limit);
    let fires = |stop| trial::fires(rule, technique, &stop);
    RuleReport {
        rule,
        technique,
        verdict: qedoku_soundness::judge(technique, &library.relations, fires, deadline),
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// The verdicts on techniques, in order, computed in parallel, each within a time limit.
pub fn judge_all<'l>(
    library: &'l Library,
    techniques: Vec<(&'l RuleInfo, &'l Technique)>,
    limit: Duration,
    cancel: &Cancel,
    progress: &(dyn Fn(Progress<'_>) + Sync),
) -> Vec<RuleReport<'l>> {
    (techniques.into_par_iter())
        .map(|(rule, technique)| {
            progress(Progress::Begin(&technique.title));
            let report = judge(library, rule, technique, limit, cancel);
            progress(Progress::End);
            report
        })
        .collect()
}

/// The techniques of some rules, in the order of the rules.
pub fn techniques(
    library: &Library,
    wanted: impl Fn(&RuleInfo) -> bool,
) -> Vec<(&RuleInfo, &Technique)> {
    let of = |rule| own(library, rule).map(move |technique| (rule, technique));
    let rules = library.rules.iter().filter(|rule| wanted(rule));
    rules.flat_map(of).collect()
}

/// The techniques of a rule.
pub fn own<'l>(library: &'l Library, rule: &RuleInfo) -> impl Iterator<Item = &'l Technique> {
    let name = rule.name().to_string();
    library.techniques.iter().filter(move |t| *t.rule == *name)
}

/// The cache key of a rule: its text with its examples, and its meaning.
pub fn key(library: &Library, rule: &RuleInfo) -> String {
    let meanings = own(library, rule).map(|t| canonical(t, &library.relations));
    format!("{}\n{}", rule.text, meanings.collect::<String>())
}
