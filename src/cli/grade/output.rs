//! Where the grades of a batch go, and what is shown of the progress.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use miette::IntoDiagnostic;

use super::options::GradeOptions;
use super::record::RecordFormat;
use crate::files::{self, FileError};
use qedoku_core::report::grade::Grade;

/// The grades, as they come. The file is opened for the first of them: until then it may turn out
/// that it is the wrong one.
pub struct GradeOutput<'a> {
    format: RecordFormat,
    /// What stands above the records.
    heading: Option<String>,
    path: Option<&'a Path>,
    /// What is noted beside the file.
    options: Option<GradeOptions>,
    /// The bytes of the file that are to stay.
    keep: u64,
    file: Option<BufWriter<File>>,
    stdout: &'a mut dyn Write,
    started: bool,
}

impl<'a> GradeOutput<'a> {
    /// Output to a file, of which so many bytes are kept, or to standard output.
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

    /// Sees to it that everything is written.
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

    /// Opens the file and writes the heading, unless that has been done.
    pub fn start(&mut self) -> miette::Result<()> {
        if self.started {
            return Ok(());
        }
        self.started = true;
        if let Some(path) = self.path {
            // What a cut-off batch left of its last line is done again.
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

    /// Says something on standard output, behind all that went there.
    pub fn tell(&mut self, text: &str) -> miette::Result<()> {
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

/// A bar on standard error, if that is a terminal.
pub struct GradeProgress {
    bar: Option<ProgressBar>,
    bytes: Arc<AtomicU64>,
}

impl GradeProgress {
    /// A bar for so many bytes of input, where that is known.
    pub fn new(size: Option<u64>, bytes: Arc<AtomicU64>) -> GradeProgress {
        let bar = io::stderr().is_terminal().then(|| {
            let (bar, template) = match size {
                Some(size) => (
                    ProgressBar::new(size),
                    "{wide_bar} {percent:>3}%  {msg}  {eta} left",
                ),
                None => (ProgressBar::new_spinner(), "{spinner} {msg}"),
            };
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar
        });
        GradeProgress { bar, bytes }
    }

    /// A bar for so many rows.
    #[cfg(feature = "parquet")]
    pub fn of_rows(rows: u64) -> GradeProgress {
        GradeProgress::new(Some(rows), Arc::default())
    }

    /// So many rows are done.
    #[cfg(feature = "parquet")]
    pub fn show_rows(&mut self, rows: u64) {
        self.bytes.store(rows, Ordering::Relaxed);
        self.advance(rows);
    }

    /// So many puzzles are done.
    pub fn advance(&mut self, puzzles: u64) {
        if let Some(bar) = &self.bar {
            let seconds = bar.elapsed().as_secs_f64().max(0.001);
            bar.set_position(self.bytes.load(Ordering::Relaxed));
            bar.set_message(format!(
                "{puzzles} puzzles, {:.0}/s",
                puzzles as f64 / seconds
            ));
        }
    }

    /// Says something on standard error.
    pub fn complain(&self, message: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{message}")),
            None => eprintln!("{message}"),
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
