//! `qedoku hint`: the next step, in as much detail as requested.

use clap::ValueEnum;
use miette::IntoDiagnostic;

use super::library::LibraryArgs;
use super::puzzle::{PuzzleArg, PuzzleOrVariant};
use super::strategy::StrategyArgs;
use super::{variant, warnings};
use crate::exit::GOOD;
use crate::terminal::Terminal;
use qedoku_app::hint::{Ended, Hint, mistaken, next_step};
use qedoku_core::engine::Solver;
use qedoku_core::report::step::{StepView, path_marks, sentence};

#[derive(clap::Args, Debug)]
pub struct HintArgs {
    #[command(flatten)]
    puzzle: PuzzleArg,

    /// Part of the step to show
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

pub fn run(args: &HintArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let puzzle = match args.puzzle.read_any()? {
        PuzzleOrVariant::Puzzle(puzzle) => puzzle,
        PuzzleOrVariant::Variant(puzzle) => {
            let how = (args.tell as u8, args.json);
            let rules = (&args.library, &args.strategy);
            return variant::with_ready(&puzzle, rules.0, rules.1, |ready, strategy| {
                variant::hint(ready, strategy.search, how, terminal)
            });
        }
    };
    let library = args.library.load_for(&puzzle.board)?;
    let board = &puzzle.board;
    let strategy = args.strategy.strategy(&library, board)?;
    let solver = Solver::new(board, &library, strategy);
    let mut path = solver.path(&puzzle);
    let next = mistaken(&puzzle).map_or_else(|| next_step(&mut path), Err);
    warnings::warn_refused(&solver, path.refused());
    warnings::warn_all_cut_off(&solver, path.cut_off());
    let hint = Hint::of(&solver, &next, |next| StepView::of(&solver, &next.step));
    if args.json {
        terminal.json(&Hint {
            technique: (hint.technique).filter(|_| args.tell >= Strength::Technique),
            step: hint.step.filter(|_| args.tell == Strength::Everything),
            ..hint
        })?;
        return Ok(GOOD);
    }
    let next = match next {
        Ok(next) => next,
        Err(Ended::Many | Ended::NoSolution(None)) => {
            terminal.claim(board, path.claim())?;
            return Ok(GOOD);
        }
        Err(ended) => {
            writeln!(terminal.out, "{}", ended.words()).into_diagnostic()?;
            return Ok(GOOD);
        }
    };
    let place = hint.place.unwrap_or_default();
    match args.tell {
        Strength::Where => writeln!(terminal.out, "Look at {place}."),
        Strength::Technique => writeln!(terminal.out, "{}", hint.sentence),
        Strength::Everything => {
            let marks = path_marks(&next.before, &next.step);
            terminal.draw(board, next.before.state(), &marks)?;
            writeln!(terminal.out, "{}", sentence(&solver, &next.step))
        }
    }
    .into_diagnostic()?;
    Ok(GOOD)
}
