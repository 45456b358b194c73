//! The puzzles of a batch in order, with those already graded marked.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::resume::{Done, ResumeError};
use crate::files::{self, is_stdin};
use crate::puzzle::looks_like_a_file;
use crate::variant_input;
use qedoku_batch::GradeRecord;
use qedoku_core::grid::Puzzle;
use qedoku_core::grid::text::Reader;
use qedoku_core::report::grade::puzzle_text;
use qedoku_core::variant::{Reading, Variant, is_variant, read_variant_as};

/// An item of the input.
pub enum InputItem {
    /// A puzzle to grade.
    Puzzle(Box<Puzzle>),
    /// A variant puzzle, and the name of its file.
    Variant(Box<Variant>, String),
    /// A puzzle that has been graded before.
    Done(GradeRecord),
    /// Text that is not a puzzle: the place and the reason.
    Bad(String),
    /// An unreadable file, or output that belongs to other puzzles. The input ends here.
    Unusable(miette::Report),
}

/// Input that counts its bytes.
pub struct CountingInput<R> {
    inner: R,
    count: Arc<AtomicU64>,
}

impl<R: BufRead> Read for CountingInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for CountingInput<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.count.fetch_add(amount as u64, Ordering::Relaxed);
        self.inner.consume(amount);
    }
}

/// The puzzles of one file.
type PuzzlesOfFile = Reader<CountingInput<Box<dyn BufRead + Send>>>;

/// All puzzles of all files.
pub struct Input {
    files: VecDeque<PathBuf>,
    size: Option<u64>,
    count: Arc<AtomicU64>,
    current: Option<(String, PuzzlesOfFile)>,
    /// The items of a file of variants that were not returned yet.
    variants: VecDeque<InputItem>,
    reading: Reading,
    done: Option<Done>,
    ended: bool,
}

impl Input {
    /// The puzzles of the files. A puzzle that was graded before comes with its record.
    pub fn new(files: &[PathBuf], done: Option<Done>) -> Input {
        let size = |file: &PathBuf| match is_stdin(file) {
            true => None,
            false => Some(std::fs::metadata(file).ok()?.len()),
        };
        Input {
            size: files.iter().map(size).sum(),
            files: files.iter().cloned().collect(),
            count: Arc::default(),
            current: None,
            variants: VecDeque::new(),
            reading: Reading::default(),
            done,
            ended: false,
        }
    }

    /// Reads variants of other sites in this way.
    pub fn reading(self, reading: Reading) -> Input {
        Input { reading, ..self }
    }

    /// The total number of bytes, if known.
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// The number of bytes read so far.
    pub fn counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.count)
    }

    fn unusable(&mut self, report: miette::Report) -> Option<InputItem> {
        self.ended = true;
        Some(InputItem::Unusable(report))
    }

    /// Reads all variants of a file.
    fn read_variants(&mut self, name: &str, mut file: impl Read) {
        let mut bytes = Vec::new();
        if let Err(error) = file.read_to_end(&mut bytes) {
            let message = format!("{name}: {error}");
            return self.variants.push_back(InputItem::Bad(message));
        }
        self.count.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        for text in variant_input::texts(&bytes) {
            self.variants
                .push_back(match read_variant_as(&text, &self.reading) {
                    Ok(puzzle) => InputItem::Variant(Box::new(puzzle), name.to_owned()),
                    Err(error) => InputItem::Bad(format!("{name}: {error}")),
                });
        }
    }

    /// The item for a puzzle.
    fn item(&mut self, puzzle: Puzzle) -> Option<InputItem> {
        let record = match &mut self.done {
            Some(done) => done.next_for(&puzzle_text(&puzzle)),
            None => Ok(None),
        };
        match record {
            Ok(Some(record)) => Some(InputItem::Done(record)),
            Ok(None) => {
                self.done = None;
                Some(InputItem::Puzzle(Box::new(puzzle)))
            }
            Err(error) => self.unusable(error.into()),
        }
    }
}

impl Iterator for Input {
    type Item = InputItem;

    fn next(&mut self) -> Option<InputItem> {
        while !self.ended {
            if let Some(item) = self.variants.pop_front() {
                return Some(item);
            }
            if let Some((name, reader)) = &mut self.current {
                match reader.next() {
                    Some(entry) => {
                        return match entry.puzzle {
                            Ok(puzzle) => self.item(puzzle),
                            Err(error) => {
                                let line = error.line().unwrap_or(entry.line);
                                Some(InputItem::Bad(format!("{name}, line {line}: {error}")))
                            }
                        };
                    }
                    None => self.current = None,
                }
            }
            let Some(path) = self.files.pop_front() else {
                self.ended = true;
                let more = self.done.as_mut().and_then(Done::has_more);
                return more.map(|error| InputItem::Unusable(too_much(error)));
            };
            let name = files::display_name(&path);
            // An argument that is not a file may be a puzzle, as in other commands.
            let text = path.to_string_lossy();
            let literal = !is_stdin(&path) && !path.exists() && !looks_like_a_file(&text);
            if !path.exists() && is_variant(text.as_bytes()) {
                self.read_variants("<argument>", text.as_bytes());
                continue;
            }
            if literal {
                let count = Arc::clone(&self.count);
                let inner: Box<dyn BufRead + Send> =
                    Box::new(io::Cursor::new(text.into_owned().into_bytes()));
                let name = "<argument>".to_owned();
                let reader = Reader::new(&name, CountingInput { inner, count });
                self.current = Some((name, reader));
                continue;
            }
            match files::open(&path) {
                Err(error) => return self.unusable(error.into()),
                Ok(mut inner) => {
                    if inner.fill_buf().is_ok_and(is_variant) {
                        self.read_variants(&name, inner);
                        continue;
                    }
                    let count = Arc::clone(&self.count);
                    let reader = Reader::new(&name, CountingInput { inner, count });
                    self.current = Some((name, reader));
                }
            }
        }
        None
    }
}

/// The error for output with more records than the input has puzzles.
fn too_much(error: ResumeError) -> miette::Report {
    miette::miette!(help = "nothing was changed", "{error}")
}
