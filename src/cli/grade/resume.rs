//! The existing output of an interrupted batch.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use miette::Diagnostic;
use thiserror::Error;

use crate::files::FileError;
use qedoku_batch::{GradeRecord, RecordFormat};

/// Error of continuing a batch.
#[derive(Debug, Error, Diagnostic)]
pub enum ResumeError {
    /// A line of the output is not a record.
    #[error("line {line} of {name} is not a record of a grade")]
    #[diagnostic(
        code(grade::not_a_record),
        help("--resume continues output in CSV or JSON Lines")
    )]
    NotARecord {
        /// The file.
        name: String,
        /// The line, counted from 1.
        line: usize,
    },
    /// The output belongs to other puzzles.
    #[error("line {line} of {name} is about another puzzle than the input")]
    #[diagnostic(
        code(grade::other_puzzle),
        help("resume with the files of the first run, in the same order")
    )]
    OtherPuzzle {
        /// The file.
        name: String,
        /// The line, counted from 1.
        line: usize,
    },
}

/// The complete records of an output, in order.
pub struct Done {
    name: String,
    input: BufReader<File>,
    format: RecordFormat,
    heading: Option<String>,
    line: usize,
    /// Number of bytes of complete lines still to be read.
    left: u64,
}

impl Done {
    /// The format of an output, by its first byte. `None` if it is empty.
    pub fn format_of(path: &Path) -> Option<RecordFormat> {
        let mut first = [0];
        File::open(path).ok()?.read_exact(&mut first).ok()?;
        Some(match first {
            [b'{'] => RecordFormat::Jsonl,
            _ => RecordFormat::Csv,
        })
    }

    /// Opens an output. Returns also the number of bytes in complete lines.
    pub fn open(
        path: &Path,
        format: RecordFormat,
        heading: Option<String>,
    ) -> miette::Result<(Done, u64)> {
        let fail = |cause| FileError::read(path, cause);
        let mut file = OpenOptions::new();
        let file = file.read(true).write(true).create(true).truncate(false);
        let mut input = BufReader::new(file.open(path).map_err(fail)?);
        let (mut complete, mut length) = (0, 0);
        loop {
            let bytes = input.fill_buf().map_err(fail)?;
            if bytes.is_empty() {
                break;
            }
            if let Some(at) = bytes.iter().rposition(|&b| b == b'\n') {
                complete = length + at as u64 + 1;
            }
            let read = bytes.len();
            length += read as u64;
            input.consume(read);
        }
        input.seek(SeekFrom::Start(0)).map_err(fail)?;
        let done = Done {
            name: crate::files::escaped(path),
            input,
            format,
            heading,
            line: 0,
            left: complete,
        };
        Ok((done, complete))
    }

    /// The next record, if there is one. It must belong to this puzzle.
    pub fn next_for(&mut self, puzzle: &str) -> Result<Option<GradeRecord>, ResumeError> {
        while let Some(line) = self.next_line() {
            let wrong = || ResumeError::NotARecord {
                name: self.name.clone(),
                line: self.line,
            };
            match self.format.parse(&line, self.heading.as_deref()) {
                Ok(None) => {}
                Ok(Some(record)) if record.puzzle == puzzle => return Ok(Some(record)),
                Ok(Some(_)) => {
                    return Err(ResumeError::OtherPuzzle {
                        name: self.name.clone(),
                        line: self.line,
                    });
                }
                Err(_) => return Err(wrong()),
            }
        }
        Ok(None)
    }

    /// The error if there are more records than puzzles.
    pub fn has_more(&mut self) -> Option<ResumeError> {
        let more = self
            .next_line()
            .is_some_and(|l| self.format.parse(&l, self.heading.as_deref()) != Ok(None));
        more.then(|| ResumeError::OtherPuzzle {
            name: self.name.clone(),
            line: self.line,
        })
    }

    fn next_line(&mut self) -> Option<String> {
        if self.left == 0 {
            return None;
        }
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes).ok()?;
        self.left = self.left.saturating_sub(read as u64);
        self.line += 1;
        let text = String::from_utf8_lossy(&bytes);
        Some(text.trim_end_matches(['\n', '\r']).to_owned())
    }
}
