//! The bar that a long study shows.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use miette::IntoDiagnostic;

/// A bar on standard error for so many things, if that is a terminal and it is wanted.
pub fn progress(quiet: bool, length: usize, what: &str) -> miette::Result<ProgressBar> {
    let bar = match quiet {
        true => ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
        false => ProgressBar::new(length as u64),
    };
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {what}, {{eta}} left {{msg}}");
    bar.set_style(ProgressStyle::with_template(&template).into_diagnostic()?);
    Ok(bar)
}
