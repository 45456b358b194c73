//! The gate: rules that are used on puzzles are proved sound first.
//!
//! Takes a library with rules of the user, gives nothing, or the first rule that is not proved. Verdicts are
//! remembered from run to run.

use std::collections::BTreeSet;
use std::time::Duration;

use miette::miette;

use super::cache::Cache;
use super::rules::{judge_all, techniques};
use crate::lang::{Library, standard_library};
use crate::soundness::{Verdict, canonical};

/// So long a rule is tried; whoever wants more asks `rules check` and then trusts.
const LIMIT: Duration = Duration::from_secs(60);

/// Proves each rule that is not in the standard library and was not proved before.
pub fn admit(library: &Library) -> miette::Result<()> {
    let standard = standard_library()?;
    let known = (standard.techniques.iter()).map(|t| canonical(t, &standard.relations));
    let known: BTreeSet<String> = known.collect();
    let mut cache = Cache::open();
    let is_new = |text: &String| !known.contains(text) && !cache.is_proved(text);
    let mut pending = techniques(library, |_| true);
    pending.retain(|(_, t)| is_new(&canonical(t, &library.relations)));
    let judged = judge_all(library, pending, LIMIT);
    for one in judged.iter().filter(|one| one.verdict.is_sound()) {
        cache.note(&canonical(one.technique, &library.relations));
    }
    cache.save();
    let Some(bad) = judged.iter().find(|one| !one.verdict.is_sound()) else {
        return Ok(());
    };
    let help = match bad.verdict {
        Verdict::Unsound { .. } => "`qedoku rules check` shows a board on which it is wrong",
        _ => "`qedoku rules check` may be given more time; with --trust it is used as it is",
    };
    Err(miette!(
        code = "rule::not_proved",
        help = help,
        "{}; rules must be proved sound to be used",
        bad.line()
    ))
}
