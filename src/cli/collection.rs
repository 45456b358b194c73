//! Commands on collections: puzzles are read from files, processed by all threads and written in
//! order.
//!
//! `qedoku canon puzzles.sdm -o forms.txt` reads, computes and writes at the same time. Only a
//! window of puzzles is in memory.

use std::io::Write;
use std::path::PathBuf;

use miette::IntoDiagnostic;

use crate::exit::{BAD, GOOD, UNUSABLE};
use crate::files::{self, FileError, NewFile};
use crate::grade::input::{Input, InputItem};
use crate::grade::output::GradeProgress;
use crate::terminal::Terminal;
use crate::{interrupt, threads};
use qedoku_batch::in_order;
use qedoku_core::grid::Puzzle;

/// Number of puzzles per work item. A single puzzle may take less time than passing it to a thread.
const PUZZLES_PER_ITEM: usize = 32;

#[derive(clap::Args, Debug)]
pub struct CollectionArgs {
    /// Files of puzzles, `-` for standard input, or puzzles as text
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write to this file. It is replaced only when the output is complete
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Number of threads, at most four per core [default: one per core]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
}

/// The output of a command: a file that appears when it is complete, or standard output.
pub struct LineOutput<'a> {
    file: Option<(PathBuf, NewFile)>,
    stdout: &'a mut dyn Write,
}

impl<'a> LineOutput<'a> {
    /// Output to a file, or to standard output if `path` is `None`.
    pub fn new(
        path: Option<&std::path::Path>,
        stdout: &'a mut dyn Write,
    ) -> miette::Result<LineOutput<'a>> {
        let file = match path {
            Some(path) => Some((path.to_owned(), NewFile::create(path)?)),
            None => None,
        };
        Ok(LineOutput { file, stdout })
    }

    /// Writes text unchanged.
    pub fn write(&mut self, text: &str) -> miette::Result<()> {
        match &mut self.file {
            Some((path, file)) => {
                let written = file.write_all(text.as_bytes());
                Ok(written.map_err(|cause| FileError::write(path, cause))?)
            }
            None => self.stdout.write_all(text.as_bytes()).into_diagnostic(),
        }
    }

    /// Flushes the output, if it is not a file.
    fn flush(&mut self) -> miette::Result<()> {
        match self.file {
            Some(_) => Ok(()),
            None => self.stdout.flush().into_diagnostic(),
        }
    }

    /// Completes the output. A file gets its final name.
    pub fn keep(self) -> miette::Result<()> {
        match self.file {
            Some((_, file)) => Ok(file.keep()?),
            None => self.stdout.flush().into_diagnostic(),
        }
    }
}

/// The result for one item of the input.
enum Worked<R> {
    Done(R),
    Bad(String),
    Unreadable(miette::Report),
}

impl CollectionArgs {
    /// The variant puzzles of the files, if the first file has variants.
    pub fn variants(&self) -> Option<Vec<InputItem>> {
        let mut input = Input::new(&self.files, None).peekable();
        matches!(input.peek(), Some(InputItem::Variant(..))).then(|| input.collect())
    }

    /// The file for the output.
    pub fn output(&self) -> Option<&std::path::Path> {
        self.output.as_deref()
    }

    /// Processes every puzzle on all threads and passes the results in order to `take`. Text that
    /// is not a puzzle is reported, and the exit code is then 1.
    pub fn each<R: Send>(
        &self,
        terminal: &mut Terminal<'_>,
        work: impl Fn(&Puzzle) -> R + Sync,
        take: impl FnMut(R, &mut LineOutput<'_>) -> miette::Result<()>,
    ) -> miette::Result<u8> {
        self.each_of(PUZZLES_PER_ITEM, terminal, work, take)
    }

    /// [`each`](CollectionArgs::each) with `together` puzzles handed to a thread at once. Their
    /// results arrive together, so Ctrl-C loses incomplete batches.
    pub fn each_of<R: Send>(
        &self,
        together: usize,
        terminal: &mut Terminal<'_>,
        work: impl Fn(&Puzzle) -> R + Sync,
        mut take: impl FnMut(R, &mut LineOutput<'_>) -> miette::Result<()>,
    ) -> miette::Result<u8> {
        self.files.iter().for_each(|file| files::note_input(file));
        let mut out = LineOutput::new(self.output.as_deref(), &mut *terminal.out)?;
        interrupt::catch();
        let mut input = Input::new(&self.files, None);
        let mut progress = GradeProgress::new(input.size(), input.counter());
        let chunks = std::iter::from_fn(move || {
            let chunk: Vec<InputItem> = input.by_ref().take(together).collect();
            (!chunk.is_empty()).then_some(chunk)
        });
        threads::start("--threads", self.threads);
        let worked = |item: InputItem| match item {
            InputItem::Puzzle(puzzle) => Worked::Done(work(&puzzle)),
            InputItem::Variant(_, name) => Worked::Bad(format!(
                "{name} is a variant puzzle, which this command does not support"
            )),
            InputItem::Bad(message) => Worked::Bad(message),
            InputItem::Unusable(report) => Worked::Unreadable(report),
            // Batches of this command have no earlier records.
            InputItem::Done(_) => Worked::Bad("a record of another batch".to_owned()),
        };
        let (mut puzzles, mut code) = (0, GOOD);
        let work = |chunk: Vec<InputItem>| chunk.into_iter().map(&worked).collect::<Vec<_>>();
        in_order(chunks, work, interrupt::interrupted, |results, _| {
            let Some(results) = results else {
                // The printed results are kept. An incomplete file is removed.
                let _ = out.flush();
                interrupt::end()
            };
            for result in results {
                match result {
                    Worked::Done(result) => {
                        puzzles += 1;
                        take(result, &mut out)?;
                    }
                    Worked::Bad(message) => {
                        progress.complain(&message);
                        code = code.max(BAD);
                    }
                    Worked::Unreadable(report) => {
                        progress.complain(&format!("{report:?}"));
                        code = UNUSABLE;
                    }
                }
            }
            out.flush()?;
            progress.advance(puzzles);
            Ok::<bool, miette::Report>(code != UNUSABLE)
        })?;
        progress.finish();
        if code != UNUSABLE {
            out.keep()?;
        }
        Ok(code)
    }
}

/// A puzzle on one line, with its label as a comment behind it.
pub fn labelled(line: &str, label: Option<&str>) -> String {
    match label {
        Some(label) => format!("{line} # {}\n", label.replace(['\n', '\r'], " ")),
        None => format!("{line}\n"),
    }
}
