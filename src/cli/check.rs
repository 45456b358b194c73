//! `qedoku check`: the verdict of the independent checker on proof files.

use std::path::PathBuf;

use miette::{Diagnostic, IntoDiagnostic};
use qedoku_app::verdict::ProofVerdict;
use qedoku_check::Verdict;
use serde::Serialize;
use thiserror::Error;

use super::files::{self, FileError, RereadableInput};
use crate::exit::{BAD, DECLINED, GOOD, UNUSABLE};
use crate::terminal::{Terminal, plural};
use qedoku_batch::archive::{Members, is_archive};
use qedoku_core::proof::ReadError;
use qedoku_core::report::arithmetic;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Exit codes: 0 all accepted, 1 one rejected, 2 one declined, 3 one unreadable."
)]
pub struct CheckArgs {
    /// Proof files, `-` for standard input, or folders and .qedz archives of `prove --all`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print the verdicts as JSON
    #[arg(long)]
    json: bool,

    /// Print nothing. The exit code gives the result
    #[arg(short, long, conflicts_with = "json")]
    quiet: bool,

    /// Explain the arithmetic of this step, counted from 1
    #[arg(long, value_name = "STEP", conflicts_with_all = ["json", "quiet"])]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    explain: Option<u64>,
}

#[derive(Serialize)]
struct CheckRow {
    file: String,
    /// The file name as shown in text output.
    #[serde(skip)]
    name: String,
    #[serde(flatten)]
    verdict: ProofVerdict,
}

pub fn run(args: &CheckArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    if let Some(step) = args.explain {
        return explain(args, step, terminal);
    }
    let mut rows = Vec::new();
    let mut codes = Vec::new();
    for path in &with_folders(&args.files)? {
        if is_archive(path) {
            codes.push(archive(args, path, &mut rows, terminal)?);
            continue;
        }
        let verdict = files::open(path).and_then(|input| {
            qedoku_check::check(input).map_err(|error| FileError::read(path, error))
        });
        let (code, row) = describe(path, verdict);
        codes.push(code);
        row.show(args, terminal)?;
        rows.push(row);
    }
    if args.json {
        terminal.json(&rows)?;
    }
    Ok(worst(&codes))
}

/// The worst of some exit codes. An unreadable file is worse than a rejected proof, and that is
/// worse than a declined one.
fn worst(codes: &[u8]) -> u8 {
    let order = [UNUSABLE, BAD, DECLINED];
    let found = order.into_iter().find(|code| codes.contains(code));
    found.unwrap_or(GOOD)
}

impl CheckRow {
    fn show(&self, args: &CheckArgs, terminal: &mut Terminal<'_>) -> miette::Result<()> {
        if args.json || args.quiet {
            return Ok(());
        }
        // The message of an unreadable file already contains its name.
        let ProofVerdict {
            verdict, message, ..
        } = &self.verdict;
        match *verdict {
            "unreadable" => writeln!(terminal.out, "{message}"),
            _ => writeln!(terminal.out, "{}: {message}", self.name),
        }
        .into_diagnostic()
    }
}

/// The files, and for a folder the proofs in it, sorted by name.
fn with_folders(paths: &[PathBuf]) -> Result<Vec<PathBuf>, FileError> {
    let mut all = Vec::new();
    for path in paths {
        if files::is_stdin(path) || !path.is_dir() {
            all.push(path.clone());
            continue;
        }
        let unreadable = |cause| FileError::read(path, cause);
        let mut inside = Vec::new();
        for entry in std::fs::read_dir(path).map_err(unreadable)? {
            let file = entry.map_err(unreadable)?.path();
            if file.extension().is_some_and(|e| e == "qed") {
                inside.push(file);
            }
        }
        // A folder without proofs is treated as a file, because that gives the right error.
        if inside.is_empty() {
            inside.push(path.clone());
        }
        inside.sort();
        all.append(&mut inside);
    }
    Ok(all)
}

/// Checks the proofs of an archive one by one. Reports rejected and declined proofs, and the number
/// of accepted proofs.
fn archive(
    args: &CheckArgs,
    path: &std::path::Path,
    rows: &mut Vec<CheckRow>,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    let mut codes = Vec::new();
    let mut accepted = 0;
    let mut members = Members::new(files::open(path)?);
    loop {
        let verdict = members.next(|number, text| Ok((number, qedoku_check::check(text)?)));
        let (number, verdict) = match verdict {
            Ok(None) => break,
            Ok(Some((number, verdict))) => (number, Ok(verdict)),
            Err(error) => (None, Err(FileError::read(path, error))),
        };
        let cut_off = verdict.is_err();
        let (code, mut row) = describe(path, verdict);
        if let Some(number) = number {
            row.file = format!("{}:{number}.qed", row.file);
            row.name = format!("{}:{number}.qed", row.name);
        }
        codes.push(code);
        accepted += usize::from(code == GOOD);
        if code != GOOD {
            row.show(args, terminal)?;
        }
        if args.json {
            rows.push(row);
        }
        if cut_off {
            break;
        }
    }
    if !args.json && !args.quiet {
        let proofs = plural(accepted, "proof");
        writeln!(
            terminal.out,
            "{}: {proofs} accepted",
            files::display_name(path)
        )
        .into_diagnostic()?;
    }
    Ok(worst(&codes))
}

/// Error for a step that cannot be explained.
#[derive(Debug, Error, Diagnostic)]
enum NoExplanation {
    #[error("{name} has {steps} steps, the claim included; there is no step {wanted}")]
    #[diagnostic(code(check::no_such_step))]
    NoSuchStep {
        name: String,
        steps: u64,
        wanted: u64,
    },
    #[error("{name}: {cause}")]
    #[diagnostic(code(check::unreadable_proof))]
    Unreadable { name: String, cause: ReadError },
}

/// Prints the verdict, then one step in arithmetic if the proof is accepted.
fn explain(args: &CheckArgs, wanted: u64, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let [path] = &args.files[..] else {
        eprintln!("--explain takes one file, not {}", args.files.len());
        return Ok(UNUSABLE);
    };
    let proof = RereadableInput::open(path)?;
    let verdict = qedoku_check::check(proof.reader()?).map_err(|e| FileError::read(path, e));
    let (code, row) = describe(path, verdict);
    writeln!(terminal.out, "{}: {}", row.name, row.verdict.message).into_diagnostic()?;
    if code != GOOD {
        return Ok(code);
    }
    let steps = row.verdict.steps.unwrap_or_default();
    if wanted > steps {
        let name = row.name;
        return Err(NoExplanation::NoSuchStep {
            name,
            steps,
            wanted,
        }
        .into());
    }
    let text = arithmetic::explain(proof.reader()?, wanted).map_err(|cause| {
        let name = row.name;
        NoExplanation::Unreadable { name, cause }
    })?;
    write!(terminal.out, "\n{text}").into_diagnostic()?;
    Ok(GOOD)
}

fn describe(path: &std::path::Path, verdict: Result<Verdict, FileError>) -> (u8, CheckRow) {
    let code = match verdict {
        Ok(Verdict::Accepted(_)) => GOOD,
        Ok(Verdict::Rejected(_)) => BAD,
        Ok(Verdict::Declined(_)) => DECLINED,
        Err(_) => UNUSABLE,
    };
    let row = CheckRow {
        // JSON has its own escapes.
        file: match files::is_stdin(path) {
            true => files::display_name(path),
            false => path.display().to_string(),
        },
        name: files::display_name(path),
        verdict: match verdict {
            Ok(verdict) => verdict.into(),
            Err(error) => ProofVerdict::unreadable(&error),
        },
    };
    (code, row)
}
