//! `qedoku export`: a proof in the formats of other checkers, for programs and for print.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use miette::{Diagnostic, IntoDiagnostic};
use qedoku_check::Verdict;
use serde::Serialize;
use thiserror::Error;

use super::files::{self, FileError, NewFile, RereadableInput};
use super::interrupt;
use crate::exit::{DECLINED, GOOD, UNUSABLE};
use crate::terminal::Terminal;
use qedoku_core::proof::export::{ExportError, Format, export};
use qedoku_core::proof::{ProofReader, ReadError};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "The files are named after the proof: puzzle.qed becomes puzzle.opb and puzzle.pbp. The \
        proof is checked first, and a rejected proof is not exported. No formula entails steps \
        that assume a unique solution. `qedoku prove` replaces such steps unless --conditional \
        is given."
)]
pub struct ExportArgs {
    /// Proof file, or `-` for standard input
    #[arg(value_name = "PROOF")]
    proof: PathBuf,

    /// Target format
    #[arg(long, value_name = "FORMAT")]
    to: ExportTarget,

    /// Folder to write to. It is created if needed. `-` is standard output, for formats of one file
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    output: PathBuf,

    /// List the written files as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ExportTarget {
    /// Pseudo-Boolean formula (.opb) and proof (.pbp) for VeriPB 3
    Veripb,
    /// CNF formula (.cnf) and LRAT proof (.lrat)
    Lrat,
    /// CNF formula (.cnf) and DRAT proof (.drat)
    Drat,
    /// JSON, described by proofs/proof.schema.json
    Json,
    /// LaTeX document with TikZ pictures
    Tex,
}

impl ExportTarget {
    fn format(self) -> Format {
        match self {
            ExportTarget::Veripb => Format::Veripb,
            ExportTarget::Lrat => Format::Lrat,
            ExportTarget::Drat => Format::Drat,
            ExportTarget::Json => Format::Json,
            ExportTarget::Tex => Format::Tex,
        }
    }

    /// Advice on using the files.
    fn advice(self) -> &'static str {
        match self {
            ExportTarget::Veripb => "Check them with: veripb",
            ExportTarget::Lrat => "Check them with any LRAT checker, formula first:",
            ExportTarget::Drat => "Check them with: rate",
            ExportTarget::Json => "Read it with any program:",
            ExportTarget::Tex => "Typeset it with: pdflatex",
        }
    }
}

/// Error of an export.
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
struct ExportSummary {
    files: Vec<String>,
    steps: u64,
}

pub fn run(args: &ExportArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let format = args.to.format();
    let to_stdout = args.output == Path::new("-");
    if to_stdout && (args.json || format.extensions().len() > 1) {
        let what = if args.json { "--json" } else { "two files" };
        eprintln!("standard output is for the one file of an export, not for {what}");
        return Ok(UNUSABLE);
    }
    let name = files::display_name(&args.proof);
    let source = RereadableInput::open(&args.proof)?;
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
    let claim = ProofReader::start(source.reader()?).and_then(ProofReader::into_claim);
    let claim = claim.map_err(|error| fail(error.into()))?;
    if to_stdout {
        export(source.reader()?, &claim, format, vec![&mut *terminal.out]).map_err(fail)?;
        return Ok(GOOD);
    }
    files::make_folder(&args.output)?;
    let paths: Vec<PathBuf> = (format.extensions().iter())
        .map(|extension| args.output.join(file_name(&args.proof, extension)))
        .collect();
    interrupt::catch();
    let mut new: Vec<NewFile> =
        (paths.iter().map(|path| NewFile::create(path))).collect::<Result<_, _>>()?;
    let writers = new.iter_mut().map(UntilInterrupted).collect();
    let steps = match export(source.reader()?, &claim, format, writers) {
        // Incomplete files are removed.
        Err(_) if interrupt::interrupted() => return Ok(GOOD),
        result => result.map_err(fail)?,
    };
    // All files are complete before the first one appears.
    new.into_iter().try_for_each(NewFile::keep)?;
    let names: Vec<String> = paths
        .iter()
        .map(|path| match args.json {
            true => path.display().to_string(),
            false => files::escaped(path),
        })
        .collect();
    if args.json {
        terminal.json(&ExportSummary {
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

/// `puzzle.qed` becomes `puzzle.opb`. Standard input is named `proof`.
fn file_name(proof: &Path, extension: &str) -> String {
    let stem = match files::is_stdin(proof) {
        true => None,
        false => proof.file_stem(),
    };
    let stem = stem.map_or("proof".into(), |stem| stem.to_string_lossy());
    format!("{stem}.{extension}")
}

/// A file that rejects writes after Ctrl-C.
struct UntilInterrupted<'a>(&'a mut NewFile);

impl Write for UntilInterrupted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match interrupt::interrupted() {
            true => Err(io::Error::other("interrupted")),
            false => self.0.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
