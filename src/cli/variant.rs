//! Commands on variant puzzles: `solve`, `hint`, `prove` and `count`.

use std::path::Path;

use miette::{Diagnostic, IntoDiagnostic, miette};
use qedoku_check::Verdict;
use qedoku_core::grid::{Board, Digit, State};
use qedoku_core::proof::{Claim, Proof};
use qedoku_core::report::grade::claim_word;
use qedoku_core::variant::{Variant, VariantError, VariantPath, VariantStep, prove, read_variant};
use serde::Serialize;
use thiserror::Error;

use super::terminal::plural;
use crate::exit::GOOD;
use crate::terminal::Terminal;

/// A variant puzzle that cannot be read, or that a command does not support.
#[derive(Debug, Error, Diagnostic)]
pub enum VariantProblem {
    #[error("{name}: {error}")]
    #[diagnostic(code(puzzle::variant))]
    Unreadable { name: String, error: VariantError },
    #[error("{0} is a variant puzzle, which this command does not support")]
    #[diagnostic(
        code(puzzle::variant_unsupported),
        help("`solve`, `hint`, `prove` and `count` support variant puzzles")
    )]
    Unsupported(String),
}

/// Reads a variant puzzle, and prints the parts that were ignored to standard error.
pub fn read(name: &str, bytes: &[u8]) -> miette::Result<Variant> {
    let text = String::from_utf8_lossy(bytes);
    let variant = read_variant(&text, &[]).map_err(|error| VariantProblem::Unreadable {
        name: name.to_owned(),
        error,
    })?;
    for warning in &variant.warnings {
        eprintln!("warning: {warning}");
    }
    Ok(variant)
}

/// A step as JSON.
#[derive(Serialize)]
struct ShownStep {
    technique: String,
    sentence: String,
    placements: Vec<String>,
    eliminations: Vec<String>,
}

impl ShownStep {
    fn of(board: &Board, step: &VariantStep) -> ShownStep {
        let name = |it| board.candidate_name(it);
        let gone = step.eliminations.iter();
        ShownStep {
            technique: step.technique.clone(),
            sentence: step.sentence.clone(),
            placements: step.placement.into_iter().map(name).collect(),
            eliminations: gone.map(|&it| board.elimination_name(it)).collect(),
        }
    }
}

#[derive(Serialize)]
struct Solved {
    claim: &'static str,
    solutions: Vec<String>,
    steps: Vec<ShownStep>,
}

/// Prints the path of a puzzle.
pub fn solve(
    puzzle: &Variant,
    may_search: bool,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    let board = &*puzzle.header.board;
    let mut path = VariantPath::new(puzzle, may_search);
    let mut steps = Vec::new();
    let mut searches = 0;
    for (number, step) in path.by_ref().enumerate() {
        searches += usize::from(step.by_search);
        match json {
            true => steps.push(ShownStep::of(board, &step)),
            false => {
                writeln!(terminal.out, "{:>3}. {}", number + 1, step.sentence).into_diagnostic()?;
            }
        }
    }
    if json {
        let claim = claim_word(path.claim());
        let solutions = path.claim().solutions();
        terminal.json(&Solved {
            claim,
            solutions,
            steps,
        })?;
        return Ok(GOOD);
    }
    terminal.claim(board, path.claim())?;
    if let Claim::Open = path.claim() {
        terminal.draw(board, &State::from_cells(board, &path.cells()), &[])?;
    }
    if searches > 0 {
        let searched = plural(searches, "candidate");
        writeln!(terminal.out, "Search refuted {searched}.").into_diagnostic()?;
    }
    Ok(GOOD)
}

/// Prints the next step, or its technique only.
pub fn hint(
    puzzle: &Variant,
    everything: bool,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    let board = &*puzzle.header.board;
    let mut path = VariantPath::new(puzzle, true);
    match path.next() {
        Some(step) if json => terminal.json(&ShownStep::of(board, &step))?,
        Some(step) if everything => {
            writeln!(terminal.out, "{}", step.sentence).into_diagnostic()?;
        }
        Some(step) => {
            let first = step.placement.or(step.eliminations.first().copied());
            let cell = first.map(|it| board.cell_name(board.cell_of(it)));
            let cell = cell.unwrap_or_default();
            writeln!(terminal.out, "{}: look at {cell}.", step.technique).into_diagnostic()?;
        }
        None => terminal.claim(board, path.claim())?,
    }
    Ok(GOOD)
}

/// Proves a puzzle. The checker accepts the proof before it is handed out.
pub fn checked_proof(puzzle: &Variant, may_search: bool) -> miette::Result<(Proof, String)> {
    let proof = prove(puzzle, may_search);
    let text = proof.to_text();
    match qedoku_check::check(text.as_bytes()).into_diagnostic()? {
        Verdict::Accepted(_) => Ok((proof, text)),
        verdict => Err(miette!(
            help = "this is a bug in qedoku; nothing was written",
            "the checker does not accept the proof: {verdict}"
        )),
    }
}

/// The digits of a solution on one line.
pub fn line(solution: &[Digit]) -> String {
    solution.iter().map(|it| it.to_char()).collect()
}

/// The error of a command without support for variants.
pub fn unsupported(path: &Path) -> VariantProblem {
    VariantProblem::Unsupported(path.display().to_string())
}
