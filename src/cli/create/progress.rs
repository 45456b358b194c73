//! The progress of a search for puzzles.

use indicatif::ProgressBar;

use crate::progress;
use qedoku_app::create::attempts::Batch;
use qedoku_app::create::rating::RatingRange;

/// Maximum number of open ranges that are listed.
const MAX_LISTED: usize = 6;

/// A progress bar on standard error, if that is a terminal.
pub struct CreateProgress {
    bar: ProgressBar,
}

impl CreateProgress {
    pub fn new(count: usize) -> CreateProgress {
        let template = "{wide_bar} {pos}/{len}  {msg}";
        let bar = progress::with_template(Some(count as u64), template);
        CreateProgress { bar }
    }

    /// Shows the numbers of puzzles and attempts, and the ranges of ratings that lack puzzles.
    pub fn show(&self, batch: &Batch, open: &[RatingRange]) {
        self.bar.set_position(batch.made.len() as u64);
        let mut message = format!("{} tried", batch.tried);
        if open.len() > 1 {
            let listed = open.iter().take(MAX_LISTED).map(|range| range.text());
            let listed: Vec<String> = listed.collect();
            let more = if open.len() > MAX_LISTED { ", ..." } else { "" };
            message = format!("{message}, missing {}{more}", listed.join(", "));
        }
        self.bar.set_message(message);
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
