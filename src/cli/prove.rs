//! `qedoku prove`: a puzzle solved, and the proof, checked before it is handed out.

use std::path::PathBuf;

use miette::{IntoDiagnostic, miette};
use qedoku_check::Verdict;
use serde::Serialize;

use super::puzzle::PuzzleArg;
use super::{GOOD, Terminal, files};
use crate::engine::search::{self, Limits};
use crate::grid::{Board, Digit, State};
use crate::proof::{Claim, Proof, Step};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "The proof goes to standard output unless -o names a file. It is checked by the \
                        independent checker before it is handed out."
)]
pub struct Args {
    #[command(flatten)]
    puzzle: PuzzleArg,

    /// Write the proof to this file and say in words what it proves
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Say what was proved as JSON; without -o, with the proof's text in it
    #[arg(long)]
    json: bool,

    /// Give up after so many suppositions, with a proof of what was found by then
    #[arg(long, value_name = "N", default_value_t = Limits::default().supposes)]
    max_supposes: u64,
}

#[derive(Serialize)]
struct Summary {
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

pub fn run(args: &Args, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let puzzle = args.puzzle.read()?;
    let limits = Limits {
        supposes: args.max_supposes,
    };
    let proof = search::prove(&puzzle, limits);
    let text = proof.to_text();
    let verdict = qedoku_check::check(text.as_bytes()).into_diagnostic()?;
    let Verdict::Accepted(_) = verdict else {
        return Err(miette!(
            help = "this is a defect of the program; nothing was written",
            "the checker does not accept the proof: {verdict}"
        ));
    };
    if let Some(path) = &args.output {
        files::write(path, text.as_bytes())?;
    }
    let mut summary = summarise(&proof);
    summary.puzzle = puzzle.line();
    summary.file = args.output.as_ref().map(|path| path.display().to_string());
    if args.json {
        summary.proof = args.output.is_none().then_some(text);
        terminal.json(&summary)?;
    } else if args.output.is_some() {
        tell(&proof, &summary, terminal)?;
    } else {
        terminal.out.write_all(text.as_bytes()).into_diagnostic()?;
    }
    Ok(GOOD)
}

fn summarise(proof: &Proof) -> Summary {
    let grid = |digits: &[Digit]| digits.iter().map(|d| d.to_char()).collect::<String>();
    let (claim, solutions) = match &proof.claim {
        Claim::Unique(solution) => ("unique", vec![grid(solution)]),
        Claim::None(_) => ("none", Vec::new()),
        Claim::Many(one, other) => ("many", vec![grid(one), grid(other)]),
        Claim::Open => ("open", Vec::new()),
    };
    let is_suppose = |(_, step): &&(_, Step)| matches!(step, Step::Suppose(_));
    Summary {
        puzzle: None,
        claim,
        solutions,
        steps: proof.steps.len() + 1,
        supposes: proof.steps.iter().filter(is_suppose).count(),
        file: None,
        proof: None,
    }
}

fn tell(proof: &Proof, summary: &Summary, terminal: &mut Terminal<'_>) -> miette::Result<()> {
    let board = &proof.header.board;
    let (headline, grids): (&str, Vec<&Vec<Digit>>) = match &proof.claim {
        Claim::Unique(solution) => ("This is the only solution:", vec![solution]),
        Claim::None(_) => ("There is no solution.", Vec::new()),
        Claim::Many(one, other) => (
            "There are several solutions; two of them:",
            vec![one, other],
        ),
        Claim::Open => (
            "The search gave up at its limit; what was found so far is proved.",
            Vec::new(),
        ),
    };
    writeln!(terminal.out, "{headline}").into_diagnostic()?;
    for grid in grids {
        terminal.draw(board, &solved(board, grid), &[])?;
    }
    writeln!(
        terminal.out,
        "Proved in {} steps, {} of them suppositions; checked; written to {}.",
        summary.steps,
        summary.supposes,
        summary.file.as_deref().unwrap_or_default(),
    )
    .into_diagnostic()
}

/// The state in which every cell has just its digit.
fn solved(board: &Board, grid: &[Digit]) -> State {
    let cells: Vec<u32> = grid.iter().map(|digit| 1 << digit.index()).collect();
    State::from_cells(board, &cells)
}
