//! The progress of a search for puzzles.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

use super::rating::RatingRange;

/// Maximum number of open ranges that are listed.
const MAX_LISTED: usize = 6;

/// A progress bar on standard error, if that is a terminal.
pub struct CreateProgress {
    bar: Option<ProgressBar>,
}

impl CreateProgress {
    pub fn new(count: usize) -> CreateProgress {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(count as u64);
            if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len}  {msg}") {
                bar.set_style(style);
            }
            bar
        });
        CreateProgress { bar }
    }

    /// Shows the numbers of puzzles and attempts, and the ranges of ratings that lack puzzles.
    pub fn show(&self, made: usize, tried: u64, open: &[RatingRange]) {
        let Some(bar) = &self.bar else { return };
        bar.set_position(made as u64);
        let mut message = format!("{tried} tried");
        if open.len() > 1 {
            let listed = open.iter().take(MAX_LISTED).map(|range| range.text());
            let listed: Vec<String> = listed.collect();
            let more = if open.len() > MAX_LISTED { ", ..." } else { "" };
            message = format!("{message}, missing {}{more}", listed.join(", "));
        }
        bar.set_message(message);
    }

    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
