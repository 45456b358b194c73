//! The output of a batch, and its progress bar.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::ProgressBar;
use miette::IntoDiagnostic;

use super::options::GradeOptions;
use crate::files::{self, FileError};
use crate::progress;
use qedoku_batch::RecordFormat;
use qedoku_core::engine::rate::mark_text;
use qedoku_core::printable_text::escaped_but_colours;
use qedoku_core::report::grade::Grade;

/// The output for grades. The file is opened for the first grade, because a mistake may show
/// before.
pub struct GradeOutput<'a> {
    format: RecordFormat,
    /// The heading above the records.
    heading: Option<String>,
    path: Option<&'a Path>,
    /// The options to write beside the file.
    options: Option<GradeOptions>,
    /// The number of bytes of the file to keep.
    keep: u64,
    file: Option<BufWriter<File>>,
    stdout: &'a mut dyn Write,
    started: bool,
}

impl<'a> GradeOutput<'a> {
    /// Output to standard output, or to a file whose first `keep` bytes are kept.
    pub fn new(
        format: RecordFormat,
        heading: Option<String>,
        path: Option<&'a Path>,
        options: Option<GradeOptions>,
        keep: u64,
        stdout: &'a mut dyn Write,
    ) -> GradeOutput<'a> {
        GradeOutput {
            format,
            heading,
            path,
            options,
            keep,
            file: None,
            stdout,
            started: false,
        }
    }

    /// Writes a grade.
    pub fn write(&mut self, grade: &Grade) -> miette::Result<()> {
        self.start()?;
        let line = self.format.record(grade);
        self.line(&line)
    }

    /// Flushes all output.
    pub fn flush(&mut self) -> miette::Result<()> {
        if !self.started {
            return Ok(());
        }
        let result = match &mut self.file {
            Some(file) => file.flush(),
            None => self.stdout.flush(),
        };
        self.check(result)
    }

    /// Opens the file and writes the heading, once.
    pub fn start(&mut self) -> miette::Result<()> {
        if self.started {
            return Ok(());
        }
        self.started = true;
        if let Some(path) = self.path {
            // The incomplete last line of an interrupted batch is written again.
            let opened = files::go_on(path, self.keep);
            let file = self.check(opened)?;
            if let Some(options) = &self.options
                && file.metadata().is_ok_and(|data| data.is_file())
            {
                options.write(path)?;
            }
            self.file = Some(BufWriter::new(file));
        }
        match (self.keep, self.heading.take()) {
            (0, Some(heading)) => self.line(&heading),
            _ => Ok(()),
        }
    }

    /// Prints text on standard output, after all records.
    pub fn print(&mut self, text: &str) -> miette::Result<()> {
        self.stdout.write_all(text.as_bytes()).into_diagnostic()?;
        self.stdout.flush().into_diagnostic()
    }

    fn line(&mut self, line: &str) -> miette::Result<()> {
        let result = match &mut self.file {
            Some(file) => writeln!(file, "{line}"),
            None => writeln!(self.stdout, "{line}"),
        };
        self.check(result)
    }

    fn check<T>(&self, result: io::Result<T>) -> miette::Result<T> {
        match self.path {
            Some(path) => result.map_err(|cause| FileError::write(path, cause).into()),
            None => result.into_diagnostic(),
        }
    }
}

/// Ratings up to this value, in hundredths, take too little time to report bounds.
const SLOW: u32 = 900;

/// A progress bar on standard error, if that is a terminal.
pub struct GradeProgress {
    bar: ProgressBar,
    bytes: Arc<AtomicU64>,
}

impl GradeProgress {
    /// A bar for `size` bytes of input, if known.
    pub fn new(size: Option<u64>, bytes: Arc<AtomicU64>) -> GradeProgress {
        let template = match size {
            Some(_) => "{wide_bar} {percent:>3}%  {msg}  {eta} left",
            None => "{spinner} {msg}",
        };
        let bar = progress::with_template(size, template);
        GradeProgress { bar, bytes }
    }

    /// A bar for `rows` rows.
    #[cfg(feature = "parquet")]
    pub fn of_rows(rows: u64) -> GradeProgress {
        GradeProgress::new(Some(rows), Arc::default())
    }

    /// Shows that `rows` rows are done.
    #[cfg(feature = "parquet")]
    pub fn show_rows(&mut self, rows: u64) {
        self.bytes.store(rows, Ordering::Relaxed);
        self.advance(rows);
    }

    /// Shows that `puzzles` puzzles are done.
    pub fn advance(&mut self, puzzles: u64) {
        let speed = puzzles as f64 / self.bar.elapsed().as_secs_f64().max(0.001);
        self.bar.set_position(self.bytes.load(Ordering::Relaxed));
        self.bar
            .set_message(format!("{puzzles} puzzles, {speed:.0}/s"));
    }

    /// Shows the lower bounds of ratings that take long, from all threads.
    pub fn bounds(&self) -> impl Fn(u32) + Send + Sync + 'static {
        let bar = self.bar.clone();
        move |at_least| {
            if at_least >= SLOW {
                bar.set_message(format!("rating at least {}", mark_text(at_least)));
            }
        }
    }

    /// Prints a message on standard error.
    pub fn complain(&self, message: &str) {
        let message = escaped_but_colours(message);
        self.bar.suspend(|| eprintln!("{message}"));
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
