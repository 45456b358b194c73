//! `qedoku hint`: the next step, in as much detail as requested.

use clap::ValueEnum;
use miette::IntoDiagnostic;
use serde::Serialize;

use super::library::LibraryArgs;
use super::puzzle::PuzzleArg;
use super::skipped;
use super::strategy::StrategyArgs;
use crate::exit::GOOD;
use crate::terminal::Terminal;
use qedoku_core::engine::Solver;
use qedoku_core::engine::entries::{Mistake, mistake};
use qedoku_core::grid::Board;
use qedoku_core::report::grade::claim_word;
use qedoku_core::report::mistake::{ShownMistake, in_words};
use qedoku_core::report::step::{StepView, WhereToLook, name, path_marks, sentence, where_to_look};

#[derive(clap::Args, Debug)]
pub struct HintArgs {
    #[command(flatten)]
    puzzle: PuzzleArg,

    /// How much of the step to show
    #[arg(long, value_name = "HOW_MUCH", default_value = "technique")]
    tell: Strength,

    /// Print the hint as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    strategy: StrategyArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum Strength {
    /// The houses and cells to look at
    Where,
    /// The place and the name of the technique
    Technique,
    /// The whole step, with the board drawn
    Everything,
}

#[derive(Default, Serialize)]
struct HintReport {
    /// The claim if there is no step.
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<&'static str>,
    /// The mistake in the grid, if it is the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    mistake: Option<ShownMistake>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    /// The place as data: houses, cells and candidates of the pattern.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    look: Option<WhereToLook>,
    #[serde(skip_serializing_if = "Option::is_none")]
    technique: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<StepView>,
}

pub fn run(args: &HintArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let puzzle = args.puzzle.read()?;
    let library = args.library.load_for(&puzzle.board)?;
    if let Some(mistake) = mistake(&puzzle) {
        return tell_mistake(args, &puzzle.board, &mistake, terminal);
    }
    let board = &puzzle.board;
    let strategy = args.strategy.strategy(&library, board)?;
    let solver = Solver::new(board, &library, strategy);
    let mut path = solver.path(&puzzle);
    let before = path.position().clone();
    let step = path.next();
    skipped::tell(&solver, path.refused());
    skipped::tell_cut_off(&solver, path.cut_off());
    let Some(step) = step else {
        if args.json {
            terminal.json(&HintReport {
                claim: Some(claim_word(path.claim())),
                ..HintReport::default()
            })?;
        } else if path.position().is_complete() {
            writeln!(terminal.out, "The puzzle is solved.").into_diagnostic()?;
        } else if path.was_stopped() {
            writeln!(terminal.out, "The time ran out before a step was found.")
                .into_diagnostic()?;
        } else if let qedoku_core::proof::Claim::Open = path.claim() {
            writeln!(terminal.out, "No rule applies here.").into_diagnostic()?;
        } else {
            terminal.claim(board, path.claim())?;
        }
        return Ok(GOOD);
    };
    let name = name(&solver, &step);
    let place = where_to_look(board, &step);
    if args.json {
        terminal.json(&HintReport {
            place: Some(place),
            look: Some(WhereToLook::at(&before, &step)),
            technique: (args.tell >= Strength::Technique).then(|| name.to_owned()),
            step: (args.tell == Strength::Everything).then(|| StepView::of(&solver, &step)),
            ..HintReport::default()
        })?;
        return Ok(GOOD);
    }
    match args.tell {
        Strength::Where => writeln!(terminal.out, "Look at {place}."),
        Strength::Technique => writeln!(terminal.out, "{name}: look at {place}."),
        Strength::Everything => {
            terminal.draw(board, before.state(), &path_marks(&before, &step))?;
            writeln!(terminal.out, "{}", sentence(&solver, &step))
        }
    }
    .into_diagnostic()?;
    Ok(GOOD)
}

/// Reports the mistake of a grid without a solution, where no hint helps.
fn tell_mistake(
    args: &HintArgs,
    board: &Board,
    mistake: &Mistake,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    if args.json {
        terminal.json(&HintReport {
            claim: Some("none"),
            mistake: Some(ShownMistake::of(board, mistake)),
            ..HintReport::default()
        })?;
    } else {
        let words = in_words(board, mistake);
        writeln!(terminal.out, "There is no solution. {words}").into_diagnostic()?;
    }
    Ok(GOOD)
}
