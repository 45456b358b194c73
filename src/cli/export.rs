//! `qedoku export`: a proof in the formats of other checkers, of programs and of print.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Seek};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use miette::{Diagnostic, IntoDiagnostic};
use qedoku_check::Verdict;
use serde::Serialize;
use thiserror::Error;

use super::files::{self, FileError, NewFile};
use super::{DECLINED, GOOD, Terminal};
use crate::proof::export::{ExportError, Format, export};
use crate::proof::{ReadError, Reader};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "The files are named after the proof: puzzle.qed becomes puzzle.opb and puzzle.pbp. The \
                  proof is checked first; what is not accepted is not exported."
)]
pub struct Args {
    /// The proof; `-` for standard input
    #[arg(value_name = "PROOF")]
    proof: PathBuf,

    /// What to export to
    #[arg(long, value_name = "FORMAT")]
    to: Target,

    /// Put the files into this folder; it is made if it is not there
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    output: PathBuf,

    /// Name the files as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Target {
    /// A pseudo-Boolean formula (.opb) and a proof (.pbp) for VeriPB 3
    Veripb,
    /// A formula in clauses (.cnf) and a proof with hints (.lrat)
    Lrat,
    /// A formula in clauses (.cnf) and a proof without hints (.drat)
    Drat,
    /// JSON for programs; proofs/proof.schema.json describes it
    Json,
    /// A LaTeX document with TikZ pictures
    Tex,
}

impl Target {
    fn format(self) -> Format {
        match self {
            Target::Veripb => Format::Veripb,
            Target::Lrat => Format::Lrat,
            Target::Drat => Format::Drat,
            Target::Json => Format::Json,
            Target::Tex => Format::Tex,
        }
    }

    /// What to do with the files.
    fn advice(self) -> &'static str {
        match self {
            Target::Veripb => "Check them with: veripb",
            Target::Lrat => "Check them with any LRAT checker, formula first:",
            Target::Drat => "Check them with: rate",
            Target::Json => "Read it with any program:",
            Target::Tex => "Typeset it with: pdflatex",
        }
    }
}

/// Why there is no export.
#[derive(Debug, Error, Diagnostic)]
enum NoExport {
    #[error("{name}: {verdict}")]
    #[diagnostic(
        code(export::not_accepted),
        help("only a proof that the checker accepts is exported")
    )]
    NotAccepted { name: String, verdict: Verdict },
    #[error("{name} cannot be exported: {cause}")]
    #[diagnostic(code(export::refused))]
    Refused { name: String, cause: ExportError },
}

#[derive(Serialize)]
struct Summary {
    files: Vec<String>,
    steps: u64,
}

pub fn run(args: &Args, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let name = files::display_name(&args.proof);
    let source = Source::open(&args.proof)?;
    let read_error = |error| FileError::read(&args.proof, error);
    match qedoku_check::check(source.reader()?).map_err(read_error)? {
        Verdict::Accepted(_) => {}
        verdict @ Verdict::Rejected(_) => {
            return Err(NoExport::NotAccepted { name, verdict }.into());
        }
        verdict @ Verdict::Declined(_) => {
            eprintln!("{name}: {verdict}; nothing was exported");
            return Ok(DECLINED);
        }
    }
    let fail = |cause: ExportError| match cause {
        ExportError::Read(ReadError::Io(cause)) => FileError::read(&args.proof, cause).into(),
        ExportError::Write(cause) => FileError::write(&args.output, cause).into(),
        cause => {
            let name = name.clone();
            miette::Report::new(NoExport::Refused { name, cause })
        }
    };
    let claim = Reader::start(source.reader()?).and_then(Reader::into_claim);
    let claim = claim.map_err(|error| fail(error.into()))?;
    fs::create_dir_all(&args.output).map_err(|cause| FileError::write(&args.output, cause))?;
    let format = args.to.format();
    let paths: Vec<PathBuf> = (format.extensions().iter())
        .map(|extension| args.output.join(file_name(&args.proof, extension)))
        .collect();
    let mut new: Vec<NewFile> =
        (paths.iter().map(|path| NewFile::create(path))).collect::<Result<_, _>>()?;
    let writers = new.iter_mut().collect();
    let steps = export(source.reader()?, &claim, format, writers).map_err(fail)?;
    // All are complete before the first is seen.
    new.into_iter().try_for_each(NewFile::keep)?;
    let names: Vec<String> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    if args.json {
        terminal.json(&Summary {
            files: names,
            steps,
        })?;
    } else {
        let list = names.join(" ");
        writeln!(
            terminal.out,
            "{steps} steps exported. {} {list}",
            args.to.advice()
        )
        .into_diagnostic()?;
    }
    Ok(GOOD)
}

/// `puzzle.qed` becomes `puzzle.opb`; what comes from standard input is called `proof`.
fn file_name(proof: &Path, extension: &str) -> String {
    let stem = match files::is_stdin(proof) {
        true => None,
        false => proof.file_stem(),
    };
    let stem = stem.map_or("proof".into(), |stem| stem.to_string_lossy());
    format!("{stem}.{extension}")
}

/// A proof that can be read several times.
enum Source<'a> {
    File(&'a Path),
    /// A copy of what can be read only once.
    Copy(File),
}

impl<'a> Source<'a> {
    fn open(path: &'a Path) -> Result<Source<'a>, FileError> {
        if !files::is_stdin(path) && fs::metadata(path).is_ok_and(|data| data.is_file()) {
            return Ok(Source::File(path));
        }
        let mut input = files::open(path)?;
        let mut copy = || -> io::Result<File> {
            let mut file = tempfile::tempfile()?;
            io::copy(&mut input, &mut file)?;
            Ok(file)
        };
        copy()
            .map(Source::Copy)
            .map_err(|cause| FileError::read(path, cause))
    }

    fn reader(&self) -> Result<Box<dyn BufRead>, FileError> {
        match self {
            Source::File(path) => Ok(files::open(path)?),
            Source::Copy(file) => {
                let again = || {
                    let mut file = file.try_clone()?;
                    file.rewind()?;
                    Ok(file)
                };
                let file = again().map_err(|cause| FileError::read(Path::new("-"), cause))?;
                Ok(Box::new(BufReader::new(file)))
            }
        }
    }
}
