//! Progress bars on standard error. None is shown there if it is not a terminal.

#[cfg(feature = "study")]
use indicatif::ProgressDrawTarget;
use indicatif::{ProgressBar, ProgressStyle};

/// A bar that counts `length` items, such as `puzzles`. Hidden if `quiet`.
#[cfg(feature = "study")]
pub fn counted(quiet: bool, length: usize, items: &str) -> ProgressBar {
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {items}, {{eta}} left {{msg}}");
    let bar = with_template(Some(length as u64), &template);
    hidden_if(quiet, bar)
}

/// A bar without a known end. Hidden if `quiet`.
#[cfg(feature = "mine")]
pub fn endless(quiet: bool, template: &str) -> ProgressBar {
    hidden_if(quiet, with_template(None, template))
}

/// A bar with this template.
pub fn with_template(length: Option<u64>, template: &str) -> ProgressBar {
    let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[cfg(feature = "study")]
fn hidden_if(quiet: bool, bar: ProgressBar) -> ProgressBar {
    if quiet {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}
