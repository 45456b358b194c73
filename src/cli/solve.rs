//! `qedoku solve`: the path to the solution, one step per line, and the grade.

use miette::{IntoDiagnostic, miette};
use serde::Serialize;

use super::library::LibraryArgs;
use super::puzzle::{PuzzleArg, PuzzleOrVariant};
use super::strategy::StrategyArgs;
use super::terminal::plural;
use super::{variant, warnings};
use crate::exit::GOOD;
use crate::terminal::Terminal;
use qedoku_core::engine::Solver;
use qedoku_core::engine::entries::mistake;
use qedoku_core::engine::search::{Limits, Search};
use qedoku_core::grid::Puzzle;
use qedoku_core::grid::text::groups;
use qedoku_core::proof::Claim;
use qedoku_core::report::grade::{Grade, claim_word};
use qedoku_core::report::mistake::{ShownMistake, in_words};
use qedoku_core::report::step::{StepView, path_marks, sentence};
use qedoku_core::variant::{Variant, count};

#[derive(clap::Args, Debug)]
pub struct SolveArgs {
    #[command(flatten)]
    puzzle: PuzzleArg,

    /// Draw the board before each step, with the step's candidates marked
    #[arg(short, long)]
    verbose: bool,

    /// Print the path as JSON
    #[arg(long, conflicts_with = "verbose")]
    json: bool,

    /// Print only the solution, on one line, found by search alone
    #[arg(long, conflicts_with_all = ["verbose", "json"])]
    only_solution: bool,

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
    /// The mistake in the entries of a grid without a solution, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    mistake: Option<ShownMistake>,
}

pub fn run(args: &SolveArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let puzzle = match args.puzzle.read_any()? {
        PuzzleOrVariant::Puzzle(puzzle) => puzzle,
        PuzzleOrVariant::Variant(puzzle) => return solve_variant(args, &puzzle, terminal),
    };
    if args.only_solution {
        return only_solution(&puzzle, terminal);
    }
    let library = args.library.load_for(&puzzle.board)?;
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
    warnings::warn_refused(&solver, path.refused());
    warnings::warn_all_cut_off(&solver, path.cut_off());
    let stop = strategy.stop.clone();
    let grade = Grade::of_puzzle(&puzzle, &library, strategy);
    let in_time = grade.claim != "open" || !stop.now();
    let mistake = match path.claim() {
        Claim::None(_) | Claim::NoFilling(_) => mistake(&puzzle),
        _ => None,
    };
    if args.json {
        return terminal
            .json(&Solved {
                puzzle: puzzle.line(),
                claim: claim_word(path.claim()),
                solutions: path.claim().solutions(),
                state: groups(board, path.position().state()),
                steps,
                grade,
                mistake: mistake.map(|m| ShownMistake::of(board, &m)),
            })
            .map(|()| GOOD);
    }
    terminal.claim(board, path.claim())?;
    if let Some(mistake) = mistake {
        writeln!(terminal.out, "{}", in_words(board, &mistake)).into_diagnostic()?;
    }
    if let Claim::Open = path.claim() {
        terminal.draw(board, path.position().state(), &[])?;
    }
    writeln!(terminal.out, "{}", describe(&grade, number, in_time)).into_diagnostic()?;
    Ok(GOOD)
}

fn solve_variant(
    args: &SolveArgs,
    puzzle: &Variant,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    if !args.only_solution {
        let shown = (args.json, args.verbose);
        return variant::with_ready(puzzle, &args.library, &args.strategy, |ready, strategy| {
            variant::solve(ready, strategy.search, shown, terminal)
        });
    }
    let (found, complete) = count(puzzle, 2, Limits::default().supposes);
    match (&*found, complete) {
        ([solution], true) => {
            writeln!(terminal.out, "{}", variant::line(solution)).into_diagnostic()?;
            Ok(GOOD)
        }
        ([], true) => Err(miette!("the puzzle has no solution")),
        ([_, _, ..], _) => Err(miette!("the puzzle has more than one solution")),
        _ => Err(miette!("the search for the solution took too long")),
    }
}

/// Prints the solution alone. Fails unless there is exactly one.
fn only_solution(puzzle: &Puzzle, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let mut search = Search::new(&puzzle.board, Limits::default());
    let claim = search.solve(&puzzle.state()).claim();
    match (&claim, mistake(puzzle)) {
        (Claim::Unique(_), _) => {}
        (Claim::None(_) | Claim::NoFilling(_), Some(mistake)) => {
            let why = in_words(&puzzle.board, &mistake);
            return Err(miette!(help = why, "the puzzle has no solution"));
        }
        (Claim::None(_) | Claim::NoFilling(_), None) => {
            return Err(miette!("the puzzle has no solution"));
        }
        (Claim::Many(..), _) => {
            let help = "`qedoku count` says how many";
            return Err(miette!(
                help = help,
                "the puzzle has more than one solution"
            ));
        }
        (Claim::Open, _) => return Err(miette!("the search for the solution took too long")),
    }
    for line in claim.solutions() {
        writeln!(terminal.out, "{line}").into_diagnostic()?;
    }
    Ok(GOOD)
}

/// The grade as a sentence. A grade counts steps by rounds, in which all matches of a technique are
/// taken together. A path takes single steps, so some of these become redundant and new ones
/// appear.
fn describe(grade: &Grade, taken: usize, in_time: bool) -> String {
    if !in_time {
        return "Grade: unknown, because the time ran out.".to_owned();
    }
    let (Some(level), Some(hardest)) = (grade.level, &grade.hardest) else {
        return match grade.claim {
            "unique" => "Grade: none, because the puzzle is already solved.".to_owned(),
            "open" => "Grade: none, because no step was found.".to_owned(),
            _ => "Grade: none, because the puzzle does not have exactly one solution.".to_owned(),
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
    let steps = match grade.steps as usize {
        rounds if rounds == taken => plural(taken, "step"),
        rounds => format!("{} ({rounds} counted by rounds)", plural(taken, "step")),
    };
    let unsolved = if grade.solved { "" } else { ", not solved" };
    format!(
        "Grade: {level}{unsolved}; hardest: {hardest}; score {}, {steps}, {}{search}\n{}",
        grade.score,
        plural(grade.clues, "clue"),
        counts.join(", ")
    )
}
