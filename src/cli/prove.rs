//! `qedoku prove`: solves a puzzle and writes the proof, which is checked first.

use std::path::PathBuf;

use miette::IntoDiagnostic;
use serde::Serialize;

use super::library::LibraryArgs;
use super::prove_all::ProveAll;
use super::puzzle::{PuzzleArg, PuzzleOrVariant};
use super::strategy::StrategyArgs;
use super::{files, variant, warnings};
use crate::exit::GOOD;
use crate::terminal::{Terminal, plural};
use qedoku_app::options::unconditional;
use qedoku_app::prove::{CheckedProof, checked, prove};
use qedoku_core::engine::Solver;
use qedoku_core::proof::{Proof, Step};
use qedoku_core::report::grade::claim_word;
use qedoku_core::variant::Variant;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "The proof goes to standard output unless -o names a file. The independent checker \
        accepts it before it is written.\n\n\
        With --all, each puzzle of a file gets a proof: in a folder, as 000017.qed, or in a \
        .qedz archive. `qedoku check` reads both."
)]
pub struct ProveArgs {
    #[command(flatten)]
    puzzle: PuzzleArg,

    /// Write the proof to this file, and print its claim
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Prove every puzzle of the file. -o names a folder or a .qedz file
    #[arg(long, requires = "output", conflicts_with = "nth")]
    all: bool,

    /// With --all, continue an interrupted run and keep its proofs
    #[arg(long, requires = "all")]
    resume: bool,

    /// Print the claim as JSON. Without -o, the JSON contains the proof
    #[arg(long)]
    json: bool,

    /// Replace steps that assume a unique solution by refutations that assume nothing (default)
    #[arg(long, overrides_with = "conditional")]
    unconditional: bool,

    /// Keep steps that assume a unique solution. The proof then states the assumption
    #[arg(long, requires = "assume_unique")]
    conditional: bool,

    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    strategy: StrategyArgs,
}

#[derive(Serialize)]
struct ProveSummary {
    puzzle: Option<String>,
    claim: &'static str,
    solutions: Vec<String>,
    steps: usize,
    supposes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<String>,
}

pub fn run(args: &ProveArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    if let (true, Some(output)) = (args.all, &args.output) {
        return ProveAll {
            file: args.puzzle.path(),
            reading: args.puzzle.reading()?,
            output,
            resume: args.resume,
            conditional: args.conditional,
            json: args.json,
            library: &args.library,
            strategy: &args.strategy,
        }
        .run(terminal);
    }
    let puzzle = match args.puzzle.read_any()? {
        PuzzleOrVariant::Puzzle(puzzle) => puzzle,
        PuzzleOrVariant::Variant(puzzle) => return prove_variant(args, &puzzle, terminal),
    };
    let library = args.library.load_for(&puzzle.board)?;
    if let Some(path) = &args.output {
        files::refuse_input(path)?;
    }
    let mut strategy = args.strategy.strategy(&library, &puzzle.board)?;
    if !args.conditional {
        strategy = unconditional(strategy);
    }
    let solver = Solver::new(&puzzle.board, &library, strategy);
    let mut path = solver.path(&puzzle);
    let proved = prove(&solver, &puzzle, &mut path);
    warnings::warn_refused(&solver, path.refused());
    let CheckedProof { proof, text } = proved?;
    hand_out(args, &proof, puzzle.line(), text, terminal)
}

fn prove_variant(
    args: &ProveArgs,
    puzzle: &Variant,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    if let Some(path) = &args.output {
        files::refuse_input(path)?;
    }
    let rules = (&args.library, &args.strategy);
    let CheckedProof { proof, text } =
        variant::with_ready(puzzle, rules.0, rules.1, |ready, strategy| {
            Ok(checked(ready.prove(strategy.search))?)
        })?;
    hand_out(args, &proof, Some(puzzle.line()), text, terminal)
}

/// Writes an accepted proof, and its claim on request.
fn hand_out(
    args: &ProveArgs,
    proof: &Proof,
    puzzle: Option<String>,
    text: String,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    if let Some(path) = &args.output {
        files::write(path, text.as_bytes())?;
    }
    let mut summary = summarise(proof);
    summary.puzzle = puzzle;
    summary.file = args.output.as_ref().map(|path| path.display().to_string());
    if args.json {
        summary.proof = args.output.is_none().then_some(text);
        terminal.json(&summary)?;
    } else if args.output.is_some() {
        print_report(proof, &summary, terminal)?;
    } else {
        terminal.out.write_all(text.as_bytes()).into_diagnostic()?;
    }
    Ok(GOOD)
}

fn summarise(proof: &Proof) -> ProveSummary {
    let is_suppose = |(_, step): &&(_, Step)| matches!(step, Step::Suppose(_));
    ProveSummary {
        puzzle: None,
        claim: claim_word(&proof.claim),
        solutions: proof.claim.solutions(),
        steps: proof.steps.len() + 1,
        supposes: proof.steps.iter().filter(is_suppose).count(),
        file: None,
        proof: None,
    }
}

fn print_report(
    proof: &Proof,
    summary: &ProveSummary,
    terminal: &mut Terminal<'_>,
) -> miette::Result<()> {
    terminal.claim(&proof.header.board, &proof.claim)?;
    writeln!(
        terminal.out,
        "Proved in {}, {} of them suppositions; checked; written to {}.",
        plural(summary.steps, "step"),
        summary.supposes,
        summary.file.as_deref().unwrap_or_default(),
    )
    .into_diagnostic()
}
