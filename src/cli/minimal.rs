//! `qedoku minimal`: the redundant givens of a puzzle with one solution.

use miette::{IntoDiagnostic, miette};
use serde::Serialize;

use super::puzzle::{PuzzleArg, PuzzleOrVariant};
use super::terminal::plural;
use crate::exit::GOOD;
use crate::terminal::Terminal;
use qedoku_core::engine::minimal::{GivenNeed, Needs};
use qedoku_core::engine::search::{Limits, Outcome, Search};
use qedoku_core::grid::{Cell, Puzzle};
use qedoku_core::variant::{Variant, spare_clues};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "A given is redundant if the puzzle without it still has one solution. Redundant givens \
        may depend on each other. The printed puzzle is the result of removing them one by \
        one, from the last cell to the first."
)]
pub struct MinimalArgs {
    #[command(flatten)]
    puzzle: PuzzleArg,

    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct MinimalReport {
    puzzle: Option<String>,
    /// Whether every given is needed. `null` if this took too long to find out.
    minimal: Option<bool>,
    /// The redundant givens, each by itself.
    spare: Vec<String>,
    /// A puzzle without redundant givens.
    reduced: Option<String>,
}

pub fn run(args: &MinimalArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let answer = match args.puzzle.read_any()? {
        PuzzleOrVariant::Puzzle(puzzle) => answer(&puzzle)?,
        PuzzleOrVariant::Variant(puzzle) => answer_of_variant(&puzzle)?,
    };
    if args.json {
        terminal.json(&answer)?;
        return Ok(GOOD);
    }
    match (answer.minimal, answer.spare.len()) {
        (Some(true), _) => writeln!(terminal.out, "Every given is needed."),
        (None, 0) => writeln!(
            terminal.out,
            "The search took too long to decide about every given."
        ),
        (_, n) => {
            let can = format!("{} can be removed, each by itself", plural(n, "given"));
            let reduced = answer.reduced.unwrap_or_default();
            let list = answer.spare.join(", ");
            writeln!(
                terminal.out,
                "{can}: {list}\nWithout a set that can be removed together:\n{reduced}"
            )
        }
    }
    .into_diagnostic()?;
    Ok(GOOD)
}

fn answer_of_variant(puzzle: &Variant) -> miette::Result<MinimalReport> {
    let found = spare_clues(puzzle)
        .ok_or_else(|| miette!("the puzzle does not have one solution, or this took too long"))?;
    let is_minimal = found.is_complete.then_some(found.spare.is_empty());
    Ok(MinimalReport {
        puzzle: Some(puzzle.line()),
        minimal: is_minimal.or((!found.spare.is_empty()).then_some(false)),
        spare: found.spare,
        reduced: Some(found.reduced.to_text()),
    })
}

fn answer(puzzle: &Puzzle) -> miette::Result<MinimalReport> {
    let board = &*puzzle.board;
    if puzzle.givens.is_none() || puzzle.pencilmarks.is_some() {
        return Err(miette!(
            help = "a state with only candidates does not show which digits are givens",
            "this is a state with candidates, not a puzzle with givens"
        ));
    }
    match Search::new(board, Limits::default()).solve(&puzzle.state()) {
        Outcome::Unique(_) => {}
        Outcome::None(_) => return Err(miette!("the puzzle has no solution")),
        Outcome::Many(..) => return Err(miette!("the puzzle has more than one solution")),
        Outcome::GaveUp => return Err(miette!("the search for the solution took too long")),
    }
    let mut needs = Needs::new(board, Limits::default());
    let is_given = |cell: &Cell| (puzzle.givens.iter()).any(|g| g[cell.index()].is_some());
    let given: Vec<(Cell, GivenNeed)> = { board.cells() }
        .filter(is_given)
        .map(|cell| (cell, needs.of(puzzle, cell)))
        .collect();
    let spare: Vec<String> = { given.iter() }
        .filter(|(_, need)| *need == GivenNeed::Spare)
        .map(|(cell, _)| {
            let digit = puzzle.givens.as_ref().and_then(|g| g[cell.index()]);
            digit.map_or_else(String::new, |d| {
                board.candidate_name(board.candidate(*cell, d))
            })
        })
        .collect();
    let unknown = given.iter().any(|(_, need)| *need == GivenNeed::Unknown);
    let (reduced, _) = needs.reduce(puzzle, given.iter().rev().map(|(cell, _)| *cell));
    Ok(MinimalReport {
        puzzle: puzzle.line(),
        minimal: match (spare.is_empty(), unknown) {
            (false, _) => Some(false),
            (true, false) => Some(true),
            (true, true) => None,
        },
        spare,
        reduced: reduced.line(),
    })
}
