//! `qedoku solve`: the path to the solution, a step a line, and how hard it is.

use miette::IntoDiagnostic;
use serde::Serialize;

use super::library::LibraryArgs;
use super::prove::solutions;
use super::puzzle::PuzzleArg;
use super::strategy::StrategyArgs;
use super::terminal::plural;
use super::{GOOD, Terminal, refused};
use crate::engine::Solver;
use crate::grid::text::groups;
use crate::proof::Claim;
use crate::report::grade::{Grade, claim_word};
use crate::report::step::{StepView, path_marks, sentence};

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    puzzle: PuzzleArg,

    /// Draw the board before each step, with the step's candidates marked
    #[arg(short, long)]
    verbose: bool,

    /// Print the path as JSON
    #[arg(long, conflicts_with = "verbose")]
    json: bool,

    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    strategy: StrategyArgs,
}

#[derive(Serialize)]
struct Solved {
    puzzle: Option<String>,
    claim: &'static str,
    solutions: Vec<String>,
    /// The candidates of each cell at the end.
    state: String,
    steps: Vec<StepView>,
    grade: Grade,
}

pub fn run(args: &Args, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let puzzle = args.puzzle.read()?;
    let library = args.library.load()?;
    let board = &puzzle.board;
    let strategy = args.strategy.strategy(&library, board)?;
    let solver = Solver::new(board, &library, strategy.clone());
    let mut path = solver.path(&puzzle);
    let mut steps = Vec::new();
    let mut number = 0;
    loop {
        let before = args.verbose.then(|| path.position().clone());
        let Some(step) = path.next() else { break };
        number += 1;
        if args.json {
            steps.push(StepView::of(&solver, &step));
            continue;
        }
        if let Some(before) = before {
            terminal.draw(board, before.state(), &path_marks(&before, &step))?;
        }
        let words = sentence(&solver, &step);
        writeln!(terminal.out, "{number:>3}. {words}").into_diagnostic()?;
    }
    refused::tell(&solver, path.refused());
    let grade = Grade::of_puzzle(&puzzle, &library, strategy);
    if args.json {
        return terminal
            .json(&Solved {
                puzzle: puzzle.line(),
                claim: claim_word(path.claim()),
                solutions: solutions(path.claim()),
                state: groups(board, path.position().state()),
                steps,
                grade,
            })
            .map(|()| GOOD);
    }
    terminal.claim(board, path.claim())?;
    if let Claim::Open = path.claim() {
        terminal.draw(board, path.position().state(), &[])?;
    }
    writeln!(terminal.out, "{}", describe(&grade)).into_diagnostic()?;
    Ok(GOOD)
}

/// The grade in words.
fn describe(grade: &Grade) -> String {
    let (Some(level), Some(hardest)) = (grade.level, &grade.hardest) else {
        return match grade.claim {
            "unique" => "Grade: there was nothing to do.".to_owned(),
            _ => "Grade: none, as the puzzle has not one solution.".to_owned(),
        };
    };
    let counts: Vec<String> = (grade.techniques.iter())
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    let search = match grade.search.refuted {
        0 => String::new(),
        n => format!(
            ", {} refuted by search ({}, depth {})",
            plural(n, "candidate"),
            plural(grade.search.supposes, "suppose"),
            grade.search.depth
        ),
    };
    let unsolved = if grade.solved { "" } else { ", not solved" };
    format!(
        "Grade: {level}{unsolved}; hardest: {hardest}; score {}, {}, {}{search}\n{}",
        grade.score,
        plural(grade.steps as usize, "step"),
        plural(grade.clues, "clue"),
        counts.join(", ")
    )
}
