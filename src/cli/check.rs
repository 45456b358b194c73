//! `qedoku check`: the verdict of the independent checker on proof files.

use std::path::PathBuf;

use miette::{Diagnostic, IntoDiagnostic};
use qedoku_check::{Claim, Verdict};
use serde::Serialize;
use thiserror::Error;

use super::files::{self, Again, FileError};
use crate::exit::{BAD, DECLINED, GOOD, UNUSABLE};
use crate::terminal::Terminal;
use qedoku_core::proof::ReadError;
use qedoku_core::report::arithmetic;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Exit codes: 0 all accepted, 1 one rejected, 2 one declined, 3 one unreadable."
)]
pub struct CheckArgs {
    /// The proof files to check; `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print the verdicts as JSON
    #[arg(long)]
    json: bool,

    /// Print nothing; the exit code tells
    #[arg(short, long, conflicts_with = "json")]
    quiet: bool,

    /// Spell out this step of one file, to follow with a pencil; steps count from 1
    #[arg(long, value_name = "STEP", conflicts_with_all = ["json", "quiet"])]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    explain: Option<u64>,
}

#[derive(Serialize)]
struct CheckRow {
    file: String,
    /// The file as text names it.
    #[serde(skip)]
    name: String,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solutions: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from_state: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assumes_unique: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    message: String,
}

pub fn run(args: &CheckArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    if let Some(step) = args.explain {
        return explain(args, step, terminal);
    }
    let mut rows = Vec::new();
    let mut codes = Vec::new();
    for path in &args.files {
        let verdict = files::open(path).and_then(|input| {
            qedoku_check::check(input).map_err(|error| FileError::read(path, error))
        });
        let (code, row) = describe(path, verdict);
        codes.push(code);
        if !args.json && !args.quiet {
            // The message of a file that cannot be read names it already.
            match row.verdict {
                "unreadable" => writeln!(terminal.out, "{}", row.message),
                _ => writeln!(terminal.out, "{}: {}", row.name, row.message),
            }
            .into_diagnostic()?;
        }
        rows.push(row);
    }
    if args.json {
        terminal.json(&rows)?;
    }
    // What could not be read may be anything; a wrong proof outweighs an unknown one.
    let worst = [UNUSABLE, BAD, DECLINED]
        .into_iter()
        .find(|code| codes.contains(code));
    Ok(worst.unwrap_or(GOOD))
}

/// Why a step cannot be spelled out.
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

/// The verdict, then one step in arithmetic; only of an accepted file is there a reason to give.
fn explain(args: &CheckArgs, wanted: u64, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let [path] = &args.files[..] else {
        eprintln!("--explain takes one file, not {}", args.files.len());
        return Ok(UNUSABLE);
    };
    let proof = Again::open(path)?;
    let verdict = qedoku_check::check(proof.reader()?).map_err(|e| FileError::read(path, e));
    let (code, row) = describe(path, verdict);
    writeln!(terminal.out, "{}: {}", row.name, row.message).into_diagnostic()?;
    if code != GOOD {
        return Ok(code);
    }
    let steps = row.steps.unwrap_or_default();
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
    let mut row = CheckRow {
        // JSON has an escape of its own.
        file: match files::is_stdin(path) {
            true => files::display_name(path),
            false => path.display().to_string(),
        },
        name: files::display_name(path),
        verdict: "accepted",
        claim: None,
        solutions: Vec::new(),
        steps: None,
        from_state: None,
        assumes_unique: None,
        line: None,
        step: None,
        code: None,
        message: match &verdict {
            Ok(verdict) => verdict.to_string(),
            Err(error) => error.to_string(),
        },
    };
    let code = match verdict {
        Ok(Verdict::Accepted(accepted)) => {
            row.steps = Some(accepted.steps);
            row.from_state = Some(accepted.from_state);
            row.assumes_unique = Some(accepted.assumes_unique);
            let (claim, solutions) = match accepted.claim {
                Claim::Unique(grid) => ("unique", vec![grid]),
                Claim::None => ("none", Vec::new()),
                Claim::Many(one, other) => ("many", vec![one, other]),
                Claim::Open => ("open", Vec::new()),
            };
            row.claim = Some(claim);
            row.solutions = solutions;
            GOOD
        }
        Ok(Verdict::Rejected(rejection)) => {
            row.verdict = "rejected";
            row.line = Some(rejection.line);
            row.step = rejection.step;
            row.code = Some(rejection.reason.code());
            BAD
        }
        Ok(Verdict::Declined(_)) => {
            row.verdict = "declined";
            DECLINED
        }
        Err(_) => {
            row.verdict = "unreadable";
            UNUSABLE
        }
    };
    (code, row)
}
