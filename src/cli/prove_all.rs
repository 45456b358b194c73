//! `qedoku prove FILE --all -o DIR|FILE.qedz`: the proofs of a whole collection.
//!
//! Each puzzle gets a proof, checked before it is written, as `DIR/000017.qed` or as a member of an
//! archive. Puzzles are counted as `--nth` counts them. `--resume` continues an interrupted batch.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use miette::{IntoDiagnostic, miette};
use serde::Serialize;

use crate::exit::{BAD, GOOD, UNUSABLE};
use crate::files::{self, FileError};
use crate::grade::input::{Input, InputItem};
use crate::grade::output::GradeProgress;
use crate::library::LibraryArgs;
use crate::strategy::StrategyArgs;
use crate::terminal::{Terminal, plural};
use crate::{admit, interrupt};
use qedoku_app::Error;
use qedoku_app::options::unconditional;
use qedoku_app::prove::{CheckedProof, checked, prove};
use qedoku_batch::archive::{Members, is_archive, member};
use qedoku_batch::{Solvers, in_order};
use qedoku_core::grid::Puzzle;
use qedoku_core::proof::{Claim, Header, Proof};
use qedoku_core::report::grade::claim_word;
use qedoku_core::variant::{Reading, Variant, VariantSolver};

/// The input, the output and the options.
pub struct ProveAll<'a> {
    pub file: PathBuf,
    pub reading: Reading,
    pub output: &'a Path,
    pub resume: bool,
    pub conditional: bool,
    pub json: bool,
    pub library: &'a LibraryArgs,
    pub strategy: &'a StrategyArgs,
}

#[derive(Serialize, Default)]
struct ProveAllReport {
    puzzles: u64,
    /// Number of proofs that existed before.
    kept: u64,
    bad: u64,
    /// Number of proofs, by claim.
    claims: BTreeMap<&'static str, u64>,
    file: String,
}

/// The result for one puzzle of the collection.
enum ProvedLine {
    New(&'static str, Vec<u8>),
    Kept,
    Bad(String),
    Unreadable(miette::Report),
}

impl ProvedLine {
    fn other_puzzle(number: u64) -> ProvedLine {
        ProvedLine::Bad(format!(
            "proof {number} belongs to another puzzle and is kept"
        ))
    }
}

/// The storage of proofs.
enum Store {
    Folder(PathBuf),
    Archive(BufWriter<File>),
}

/// The existing proofs: the beginning of each, which identifies its puzzle.
type KeptProofs = BTreeMap<u64, String>;

/// Number of bytes read to identify the puzzle of a proof.
const BEGINNING: u64 = 4096;

/// The beginning of any proof of this puzzle.
fn beginning(puzzle: &Puzzle) -> String {
    let nothing = Proof {
        header: Header::of(puzzle),
        steps: Vec::new(),
        claim: Claim::Open,
    };
    let text = nothing.to_text();
    let end = text.find("claim ").unwrap_or(text.len());
    text[..end].to_owned()
}

/// The beginning of an input, as text.
fn start_of(input: &mut dyn Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    input.take(BEGINNING).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

impl ProveAll<'_> {
    /// Proves every puzzle of the collection.
    pub fn run(&self, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
        files::note_input(&self.file);
        let (library, limits) = self.library.load_for_any()?;
        let library = Arc::new(library);
        let mut strategy = self.strategy.of_batch(&library)?;
        if !self.conditional {
            strategy = unconditional(strategy);
        }
        let (mut store, kept) = self.open()?;
        let input =
            Input::new(std::slice::from_ref(&self.file), None).reading(self.reading.clone());
        let mut progress = GradeProgress::new(input.size(), input.counter());
        let variants = VariantSolver::new(&library, strategy.clone());
        let solvers = Solvers::new(Arc::clone(&library), strategy);
        let work = |(number, item): (u64, InputItem)| match item {
            InputItem::Puzzle(puzzle) => match kept.get(&number) {
                Some(start) if start.starts_with(&beginning(&puzzle)) => (number, ProvedLine::Kept),
                Some(_) => (number, ProvedLine::other_puzzle(number)),
                None => {
                    interrupt::begin_each(self.strategy.max_time());
                    let proved = match admit::check(&limits, &puzzle.board) {
                        Err(refusal) => ProvedLine::Bad(refusal.to_string()),
                        Ok(()) => self.proof(&solvers, number, &puzzle),
                    };
                    (number, proved)
                }
            },
            InputItem::Variant(..) if kept.contains_key(&number) => (number, ProvedLine::Kept),
            InputItem::Variant(puzzle, _) => {
                interrupt::begin_each(self.strategy.max_time());
                (number, self.proof_of_variant(&variants, number, &puzzle))
            }
            InputItem::Bad(message) => (number, ProvedLine::Bad(message)),
            InputItem::Done(_) => (number, ProvedLine::Kept),
            InputItem::Unusable(report) => (number, ProvedLine::Unreadable(report)),
        };
        let mut report = ProveAllReport {
            file: self.output.display().to_string(),
            ..ProveAllReport::default()
        };
        let mut code = GOOD;
        let numbered = (1..).zip(input);
        in_order(numbered, work, interrupt::interrupted, |proved, _| {
            // Ctrl-C leaves the current puzzle without a proof.
            let Some((number, proved)) = proved.filter(|_| !interrupt::interrupted()) else {
                store.flush(self.output)?;
                progress.finish();
                eprintln!("interrupted; use --resume to continue");
                interrupt::end()
            };
            match proved {
                ProvedLine::New(claim, bytes) => {
                    store.add(self.output, number, &bytes)?;
                    *report.claims.entry(claim).or_default() += 1;
                    report.puzzles += 1;
                }
                ProvedLine::Kept => {
                    report.puzzles += 1;
                    report.kept += 1;
                }
                ProvedLine::Bad(message) => {
                    progress.complain(&message);
                    report.bad += 1;
                    code = BAD;
                }
                ProvedLine::Unreadable(error) => {
                    progress.complain(&format!("{error:?}"));
                    code = UNUSABLE;
                    return Ok::<bool, miette::Report>(false);
                }
            }
            progress.advance(report.puzzles);
            Ok(true)
        })?;
        store.flush(self.output)?;
        progress.finish();
        self.print_report(&report, terminal)?;
        Ok(code)
    }

    fn print_report(
        &self,
        report: &ProveAllReport,
        terminal: &mut Terminal<'_>,
    ) -> miette::Result<()> {
        if self.json {
            return terminal.json(report);
        }
        let proofs = plural(report.puzzles as usize, "proof");
        let kept = match report.kept {
            0 => String::new(),
            n => format!(", {n} of them from before"),
        };
        let claims: Vec<String> = { report.claims.iter() }
            .map(|(claim, count)| format!("{count} {claim}"))
            .collect();
        let claims = match claims.is_empty() {
            true => String::new(),
            false => format!(" ({})", claims.join(", ")),
        };
        let name = files::escaped(self.output);
        writeln!(terminal.out, "{proofs} in {name}{kept}{claims}; checked.").into_diagnostic()
    }

    /// The checked proof of one puzzle, as it is written.
    fn proof(&self, solvers: &Solvers, number: u64, puzzle: &Puzzle) -> ProvedLine {
        let ready = solvers.get(&puzzle.board);
        let solver = ready.solver();
        let proved = prove(solver, puzzle, &mut solver.path(puzzle));
        self.written(number, proved)
    }

    /// The checked proof of one variant puzzle, as it is written.
    fn proof_of_variant(
        &self,
        solver: &VariantSolver<'_>,
        number: u64,
        puzzle: &Variant,
    ) -> ProvedLine {
        let proof = solver.prepare(puzzle).prove(self.strategy.may_search());
        self.written(number, checked(proof))
    }

    fn written(&self, number: u64, proved: Result<CheckedProof, Error>) -> ProvedLine {
        match proved {
            Ok(proved) => {
                let bytes = match is_archive(self.output) {
                    true => member(number, &proved.text),
                    false => proved.text.into_bytes(),
                };
                ProvedLine::New(claim_word(&proved.proof.claim), bytes)
            }
            Err(error) => ProvedLine::Bad(format!("puzzle {number}: {error}")),
        }
    }

    /// Opens the storage and reads the existing proofs.
    fn open(&self) -> miette::Result<(Store, KeptProofs)> {
        files::refuse_input(self.output)?;
        if !is_archive(self.output) {
            files::make_folder(self.output)?;
            let kept = match self.resume {
                true => kept_in_folder(self.output)?,
                false => KeptProofs::new(),
            };
            return Ok((Store::Folder(self.output.to_owned()), kept));
        }
        let (kept, bytes) = match self.resume && self.output.exists() {
            true => kept_in_archive(self.output)?,
            false => (KeptProofs::new(), 0),
        };
        let file = files::go_on(self.output, bytes);
        let file = file.map_err(|cause| FileError::write(self.output, cause))?;
        Ok((Store::Archive(BufWriter::new(file)), kept))
    }
}

impl Store {
    fn add(&mut self, path: &Path, number: u64, bytes: &[u8]) -> miette::Result<()> {
        match self {
            Store::Folder(folder) => Ok(files::write(&folder.join(file_name(number)), bytes)?),
            Store::Archive(file) => {
                let written = file.write_all(bytes);
                Ok(written.map_err(|cause| FileError::write(path, cause))?)
            }
        }
    }

    fn flush(&mut self, path: &Path) -> miette::Result<()> {
        match self {
            Store::Folder(_) => Ok(()),
            Store::Archive(file) => {
                Ok((file.flush()).map_err(|cause| FileError::write(path, cause))?)
            }
        }
    }
}

fn file_name(number: u64) -> String {
    format!("{number:06}.qed")
}

fn kept_in_folder(folder: &Path) -> miette::Result<KeptProofs> {
    let unreadable = |cause| FileError::read(folder, cause);
    let mut kept = KeptProofs::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let number = name.and_then(|name| name.strip_suffix(".qed")?.parse().ok());
        if let Some(number) = number {
            let start = start_of(&mut files::open(&path)?);
            kept.insert(
                number,
                start.map_err(|cause| FileError::read(&path, cause))?,
            );
        }
    }
    Ok(kept)
}

/// The complete members, and their size in bytes.
fn kept_in_archive(path: &Path) -> miette::Result<(KeptProofs, u64)> {
    let file = File::open(path).map_err(|cause| FileError::read(path, cause))?;
    let mut members = Members::new(BufReader::new(file));
    let mut kept = KeptProofs::new();
    let mut bytes = 0;
    // The first unreadable member is where the archive was cut off.
    while let Ok(Some((number, start))) =
        members.next(|number, mut text| Ok((number, start_of(&mut text)?)))
    {
        let Some(number) = number else {
            return Err(miette!(
                help = "nothing was changed",
                "{} was not written by this program",
                files::escaped(path)
            ));
        };
        kept.insert(number, start);
        bytes = members.bytes();
    }
    Ok((kept, bytes))
}
