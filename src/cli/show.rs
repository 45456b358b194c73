//! `qedoku show`: a puzzle with its candidates, drawn as text.

use miette::IntoDiagnostic;
use serde::Serialize;

use super::puzzle::PuzzleArg;
use crate::exit::GOOD;
use crate::terminal::Terminal;
use qedoku_core::grid::{Digit, Puzzle, bits};

#[derive(clap::Args, Debug)]
pub struct ShowArgs {
    #[command(flatten)]
    puzzle: PuzzleArg,

    /// Print the board as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ShownPuzzle {
    puzzle: Option<String>,
    label: Option<String>,
    size: usize,
    clues: usize,
    /// The live digits of each cell, in reading order.
    candidates: Vec<String>,
    live: usize,
}

pub fn run(args: &ShowArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let puzzle = args.puzzle.read()?;
    if args.json {
        terminal.json(&describe(&puzzle))?;
        return Ok(GOOD);
    }
    let state = puzzle.state();
    if let Some(label) = &puzzle.label {
        writeln!(terminal.out, "{label}").into_diagnostic()?;
    }
    terminal.draw(&puzzle.board, &state, &[])?;
    let size = puzzle.board.size();
    let (clues, live) = (puzzle.clues(), state.count(&puzzle.board));
    writeln!(
        terminal.out,
        "{size}x{size}, {clues} clues, {live} candidates"
    )
    .into_diagnostic()?;
    Ok(GOOD)
}

fn describe(puzzle: &Puzzle) -> ShownPuzzle {
    let board = &puzzle.board;
    let state = puzzle.state();
    let digits = |cell| bits(state.digits(board, cell)).map(|d| Digit::new(d).to_char());
    ShownPuzzle {
        puzzle: puzzle.line(),
        label: puzzle.label.clone(),
        size: board.size(),
        clues: puzzle.clues(),
        candidates: board.cells().map(|cell| digits(cell).collect()).collect(),
        live: state.count(board),
    }
}
