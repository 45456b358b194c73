//! `qedoku steps`: every step that the rules find in a state.

use std::time::Duration;

use miette::IntoDiagnostic;

use super::library::{ALL_RULES, LibraryArgs};
use super::puzzle::{PuzzleArg, PuzzleOrVariant};
use super::strategy::{levels, seconds};
use super::variant;
use super::warnings::{SkippedSteps, warn_cut_off};
use crate::exit::GOOD;
use crate::interrupt;
use crate::terminal::Terminal;
use qedoku_app::steps::StepFilter;
use qedoku_core::engine::{Solver, Strategy};
use qedoku_core::matcher::{CutOff, Position, PositionCache};
use qedoku_core::report::step::StepView;
use qedoku_core::variant::{Variant, VariantSolver};

#[derive(clap::Args, Debug)]
pub struct StepsArgs {
    #[command(flatten)]
    puzzle: PuzzleArg,

    #[command(flatten)]
    library: LibraryArgs,

    /// List only steps of this rule or technique, such as `fish` or `X-Wing`
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,

    /// List only steps of the technique with this HoDoKu code, such as 0300
    #[arg(long, value_name = "CODE", conflicts_with = "rule")]
    technique: Option<String>,

    /// List only steps of techniques of this level
    #[arg(long, value_name = "LEVEL", value_parser = levels())]
    level: Option<String>,

    /// Also list steps of rules that assume a unique solution
    #[arg(long)]
    unique: bool,

    /// Stop after this time, with the steps found by then
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    max_time: Option<Duration>,

    /// Print the steps as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &StepsArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let filter = StepFilter {
        rule: args.rule.as_deref(),
        code: args.technique.as_deref(),
        level: args.level.as_deref(),
        unique: args.unique,
    };
    let puzzle = match args.puzzle.read_any()? {
        PuzzleOrVariant::Puzzle(puzzle) => puzzle,
        PuzzleOrVariant::Variant(puzzle) => {
            return steps_of_variant(args, &filter, &puzzle, terminal);
        }
    };
    let library = args.library.load_for(&puzzle.board)?;
    let techniques = filter
        .techniques(&library, &puzzle.board, &Strategy::default())
        .map_err(|error| error.or_help(ALL_RULES))?;
    let position = Position::of(&puzzle);
    let stop = interrupt::stop_after(args.max_time);
    let solver = Solver::with(&puzzle.board, techniques.iter().copied()).until(stop.clone());
    let mut is_complete = true;
    let mut shown = Vec::new();
    let mut refused = SkippedSteps::default();
    for (id, technique) in solver.ids().zip(techniques) {
        // Without this check, every search would be prepared before the command ends.
        if stop.now() {
            is_complete = false;
            break;
        }
        let mut cache = PositionCache::until(stop.clone());
        let steps = solver.certified_with(id, &position, &mut cache);
        match cache.cut_off() {
            Some(CutOff::TooMany) => warn_cut_off(&technique.rule),
            Some(CutOff::Stopped) => is_complete = false,
            None => {}
        }
        for step in steps {
            if stop.now() {
                is_complete = false;
                break;
            }
            match step {
                Ok(step) => shown.push(StepView::of_rule(&puzzle.board, technique, &step)),
                Err(step) => refused.add(&technique.rule, &step),
            }
        }
    }
    refused.print();
    if !is_complete {
        eprintln!("warning: the search was stopped, so there may be more steps");
    }
    if args.json {
        terminal.json(&shown)?;
        return Ok(GOOD);
    }
    for step in &shown {
        writeln!(terminal.out, "{}", step.sentence).into_diagnostic()?;
    }
    if shown.is_empty() && is_complete {
        writeln!(terminal.out, "No rule applies here.").into_diagnostic()?;
    }
    Ok(GOOD)
}

/// Lists the steps of a variant puzzle.
fn steps_of_variant(
    args: &StepsArgs,
    filter: &StepFilter<'_>,
    puzzle: &Variant,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    let board = puzzle.whole_board();
    let library = args.library.load_for(&board)?;
    let strategy = Strategy {
        stop: interrupt::stop_after(args.max_time),
        ..Strategy::default()
    };
    let techniques = filter
        .techniques(&library, &board, &strategy)
        .map_err(|error| error.or_help(ALL_RULES))?;
    let solver = VariantSolver::new(&library, strategy);
    let only_rules = args.rule.is_some() || args.technique.is_some() || args.level.is_some();
    let is_wanted = |it: &_| techniques.iter().any(|known| std::ptr::eq(*known, it));
    let how = (only_rules, args.json);
    variant::steps(&solver.prepare(puzzle), is_wanted, how, terminal)
}
