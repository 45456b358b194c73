//! The PUZZLE argument: a file, standard input, or the puzzle as text.

use std::ffi::OsString;
use std::io::BufRead;
use std::path::Path;

use miette::{Diagnostic, IntoDiagnostic, Report};
use thiserror::Error;

use super::files::{self, FileError};
use super::scales::UnusableScale;
use super::variant_input::{self, ReadingArgs};
use qedoku_core::grid::Puzzle;
use qedoku_core::grid::text::{Reader, Source, read_puzzle};
use qedoku_core::variant::{Reading, Variant, is_variant};

/// Maximum size of a single puzzle in bytes. Collections are read line by line and may be larger.
const MAX_PUZZLE_FILE: u64 = 16 << 20;

#[derive(clap::Args, Debug)]
pub struct PuzzleArg {
    /// A file, `-` for standard input, or the puzzle as text (81 characters, `.` for empty)
    #[arg(value_name = "PUZZLE")]
    puzzle: OsString,

    /// Use the N-th puzzle of a collection, counted from 1
    #[arg(long, value_name = "N", value_parser = from_one)]
    nth: Option<u64>,

    #[command(flatten)]
    reading: ReadingArgs,
}

/// Parses the number of a puzzle in a collection.
fn from_one(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("puzzles are counted from 1".into()),
        Ok(number) => Ok(number),
        Err(_) => Err("expected a whole number, counted from 1".into()),
    }
}

#[derive(Debug, Error, Diagnostic)]
enum ArgError {
    #[error("there is no file `{0}`, and it is not a puzzle either")]
    #[diagnostic(
        code(puzzle::no_such_file),
        help("name a file, give `-` for standard input, or the 81 characters of a puzzle")
    )]
    Neither(String),
    #[error("there is no puzzle number {wanted} in {name}: it has {found}")]
    #[diagnostic(code(puzzle::no_such_number))]
    NoSuchNumber {
        name: String,
        wanted: u64,
        found: u64,
    },
}

/// The content of an argument.
pub enum PuzzleOrProof {
    /// A puzzle.
    Puzzle(Puzzle),
    /// A proof: the name of its file, and its bytes.
    Proof(String, Vec<u8>),
}

/// A puzzle with or without constraints of its own.
pub enum PuzzleOrVariant {
    /// A classic puzzle.
    Puzzle(Puzzle),
    /// A puzzle with constraints.
    Variant(Variant),
}

/// Whether this is the text of a proof: its first line, apart from comments, begins with `qed`.
fn is_proof(text: &[u8]) -> bool {
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    lines.next().is_some_and(|line| line.starts_with(b"qed "))
}

impl PuzzleArg {
    /// The argument for a command with a list of puzzles.
    pub fn of(puzzle: impl Into<OsString>) -> PuzzleArg {
        PuzzleArg {
            puzzle: puzzle.into(),
            nth: None,
            reading: ReadingArgs::default(),
        }
    }

    /// The argument as a path, for commands on whole collections.
    pub fn path(&self) -> std::path::PathBuf {
        std::path::PathBuf::from(&self.puzzle)
    }

    /// The meaning of drawn parts of variants, and the constraints to ignore.
    pub fn reading(&self) -> miette::Result<Reading> {
        self.reading.reading().into_diagnostic()
    }

    /// Reads a puzzle, or a proof if the file contains one.
    pub fn read_either(&self) -> miette::Result<PuzzleOrProof> {
        let path = Path::new(&self.puzzle);
        let is_file = files::is_stdin(path) || path.exists();
        if self.nth.is_some() || !is_file {
            return self.read().map(PuzzleOrProof::Puzzle);
        }
        let bytes = files::read(path, MAX_PUZZLE_FILE)?;
        let name = files::display_name(path);
        if is_proof(&bytes) {
            return Ok(PuzzleOrProof::Proof(name, bytes));
        }
        let puzzle = read_puzzle(&Source::new(&name, &bytes))?;
        Ok(PuzzleOrProof::Puzzle(puzzle))
    }

    /// Reads a classic puzzle or a variant.
    pub fn read_any(&self) -> miette::Result<PuzzleOrVariant> {
        let path = Path::new(&self.puzzle);
        let is_file = files::is_stdin(path) || path.exists();
        // One puzzle of a large collection is read without the others.
        if self.nth.is_some()
            && path.is_file()
            && !is_variant(files::open(path)?.fill_buf().into_diagnostic()?)
        {
            return self.read().map(PuzzleOrVariant::Puzzle);
        }
        let (name, bytes) = match is_file {
            true => (
                files::display_name(path),
                files::read(path, MAX_PUZZLE_FILE)?,
            ),
            false => {
                let text = self.puzzle.to_string_lossy().into_owned();
                ("<argument>".to_owned(), text.into_bytes())
            }
        };
        if is_variant(&bytes) {
            let texts = variant_input::texts(&bytes);
            let at = self
                .nth
                .map_or(0, |nth| usize::try_from(nth - 1).unwrap_or(usize::MAX));
            let text = texts.get(at).ok_or_else(|| ArgError::NoSuchNumber {
                name: name.clone(),
                wanted: self.nth.unwrap_or(1),
                found: texts.len() as u64,
            })?;
            return variant_input::read(&name, text, &self.reading).map(PuzzleOrVariant::Variant);
        }
        let puzzle = match self.nth {
            _ if !is_file => self.read()?,
            Some(nth) => nth_of(&name, &*bytes, nth)?,
            None => read_puzzle(&Source::new(&name, &bytes))?,
        };
        Ok(PuzzleOrVariant::Puzzle(puzzle))
    }

    /// Reads the argument if it is a variant.
    pub fn read_variant(&self) -> miette::Result<Option<Variant>> {
        let path = Path::new(&self.puzzle);
        let is_variant_file = path.is_file() && is_variant(&files::read(path, MAX_PUZZLE_FILE)?);
        let is_text = !path.exists() && is_variant(self.puzzle.to_string_lossy().as_bytes());
        if !is_variant_file && !is_text {
            return Ok(None);
        }
        match self.read_any()? {
            PuzzleOrVariant::Variant(puzzle) => Ok(Some(puzzle)),
            PuzzleOrVariant::Puzzle(_) => Ok(None),
        }
    }

    /// Reads the puzzle.
    pub fn read(&self) -> miette::Result<Puzzle> {
        let path = Path::new(&self.puzzle);
        if files::is_stdin(path) || path.exists() {
            return match self.nth {
                Some(nth) => nth_of(&files::display_name(path), files::open(path)?, nth),
                None => {
                    let bytes = files::read(path, MAX_PUZZLE_FILE)?;
                    if is_variant(&bytes) {
                        return Err(variant_input::unsupported(path).into());
                    }
                    Ok(read_puzzle(&Source::new(
                        &files::display_name(path),
                        &bytes,
                    ))?)
                }
            };
        }
        let name = "<argument>";
        let neither = || Report::new(ArgError::Neither(files::escaped(path)));
        // A puzzle is valid text, so any other argument must be a file name.
        let text = self.puzzle.to_str().ok_or_else(neither)?;
        if let Some(nth) = self.nth
            && !looks_like_a_file(text)
        {
            return nth_of(name, text.as_bytes(), nth);
        }
        let result = read_puzzle(&Source::new(name, text));
        result.map_err(|error| match looks_like_a_file(text) {
            true => neither(),
            false => Report::new(error),
        })
    }
}

fn nth_of(name: &str, input: impl BufRead, nth: u64) -> miette::Result<Puzzle> {
    let mut found = 0;
    for entry in Reader::new(name, input) {
        found += 1;
        if found == nth {
            return Ok(entry.puzzle?);
        }
    }
    let wanted = nth;
    Err(ArgError::NoSuchNumber {
        name: name.to_owned(),
        wanted,
        found,
    }
    .into())
}

/// Whether the user probably meant a file: the text is too short for a puzzle, or has other
/// letters.
pub fn looks_like_a_file(text: &str) -> bool {
    // The letter x may stand for an empty cell.
    let is_letter = |c: &char| c.is_alphabetic() && !matches!(c, 'x' | 'X');
    let letters = text.chars().filter(is_letter).count();
    if text.starts_with("https://") || text.starts_with("http://") {
        return false;
    }
    !text.contains(char::is_whitespace) && (text.len() < 16 || text.contains('/') || letters > 16)
}

/// Whether the error means an unusable input, such as a missing file, as opposed to a bad puzzle.
pub fn is_unusable(report: &Report) -> bool {
    report.downcast_ref::<FileError>().is_some()
        || report.downcast_ref::<UnusableScale>().is_some()
        || matches!(report.downcast_ref(), Some(ArgError::Neither(_)))
}
