//! `qedoku count`: the number of solutions of a puzzle.

use miette::IntoDiagnostic;
use serde::Serialize;

use super::puzzle::{PuzzleArg, PuzzleOrVariant};
use super::terminal::plural;
use super::variant;
use crate::exit::GOOD;
use crate::terminal::Terminal;
use qedoku_core::engine::count::count;
use qedoku_core::engine::search::Limits;
use qedoku_core::grid::Digit;
use qedoku_core::report::grade::puzzle_text;
use qedoku_core::variant::Variant;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Search counts the solutions and proves nothing. `prove` proves that there are none, \
        one or several."
)]
pub struct CountArgs {
    #[command(flatten)]
    puzzle: PuzzleArg,

    /// Stop after N solutions
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    /// Give up after N suppositions
    #[arg(long, value_name = "N", default_value_t = Limits::default().supposes)]
    max_supposes: u64,

    /// Also print the solutions, one per line
    #[arg(long)]
    list: bool,

    /// Print the count as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct CountReport {
    puzzle: String,
    solutions: u64,
    /// Whether the count is complete.
    complete: bool,
    /// The solutions, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Vec<String>>,
}

pub fn run(args: &CountArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let puzzle = match args.puzzle.read_any()? {
        PuzzleOrVariant::Puzzle(puzzle) => puzzle,
        PuzzleOrVariant::Variant(puzzle) => return count_variant(args, &puzzle, terminal),
    };
    let limits = Limits {
        supposes: args.max_supposes,
    };
    let mut list = Vec::new();
    let found = count(&puzzle.board, &puzzle.state(), args.limit, limits, |s| {
        if args.list {
            list.push(s.iter().map(|&d: &Digit| d.to_char()).collect::<String>());
        }
    });
    let report = CountReport {
        puzzle: puzzle_text(&puzzle),
        solutions: found.solutions,
        complete: found.complete,
        list: args.list.then_some(list),
    };
    print_report(args, &report, terminal)
}

/// Counts the solutions of a variant puzzle.
fn count_variant(
    args: &CountArgs,
    puzzle: &Variant,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    let limit = usize::try_from(args.limit).unwrap_or(usize::MAX);
    let (found, complete) = qedoku_core::variant::count(puzzle, limit, args.max_supposes);
    let list = found.iter().map(|it| variant::line(it)).collect();
    let report = CountReport {
        puzzle: puzzle.line(),
        solutions: found.len() as u64,
        complete,
        list: args.list.then_some(list),
    };
    print_report(args, &report, terminal)
}

fn print_report(
    args: &CountArgs,
    found: &CountReport,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    if args.json {
        terminal.json(found)?;
        return Ok(GOOD);
    }
    for line in found.list.iter().flatten() {
        writeln!(terminal.out, "{line}").into_diagnostic()?;
    }
    let solutions = match found.solutions {
        0 => "no solution".to_owned(),
        n => plural(n as usize, "solution"),
    };
    match found.complete {
        true => writeln!(terminal.out, "{solutions}"),
        false => writeln!(
            terminal.out,
            "at least {}",
            plural(found.solutions as usize, "solution")
        ),
    }
    .into_diagnostic()?;
    Ok(GOOD)
}
