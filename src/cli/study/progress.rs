//! The progress bar of a long study.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use miette::IntoDiagnostic;

/// A progress bar on standard error with `length` items, hidden if `quiet` or not on a terminal.
pub fn progress(quiet: bool, length: usize, what: &str) -> miette::Result<ProgressBar> {
    let bar = match quiet {
        true => ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
        false => ProgressBar::new(length as u64),
    };
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {what}, {{eta}} left {{msg}}");
    bar.set_style(ProgressStyle::with_template(&template).into_diagnostic()?);
    Ok(bar)
}
