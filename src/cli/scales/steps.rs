//! `qedoku scales steps`: explains a rating step by step.

use std::sync::Arc;

use miette::{IntoDiagnostic, miette};

use super::chosen::ChosenScales;
use crate::exit::{BAD, GOOD};
use crate::interrupt;
use crate::library::LibraryArgs;
use crate::puzzle::PuzzleArg;
use crate::terminal::Terminal;
use qedoku_core::engine::ladder::{ClimbEnd, ClimbStep, Climber, Rung, RungAction, mark_text};
use qedoku_core::grid::Board;

#[derive(clap::Args, Debug)]
pub struct ScaleStepsArgs {
    #[command(flatten)]
    puzzle: PuzzleArg,

    /// Scale to use: SE, SE-noU, hodoku, or a scale file
    #[arg(long, value_name = "SCALE", default_value = "SE")]
    scale: String,

    /// List only steps with at least this rating
    #[arg(long, value_name = "RATING")]
    above: Option<f64>,

    #[command(flatten)]
    library: LibraryArgs,
}

pub fn run(args: &ScaleStepsArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let puzzle = args.puzzle.read()?;
    let library = Arc::new(args.library.load()?);
    let chosen = ChosenScales::read(std::slice::from_ref(&args.scale), &library)?;
    let Some(ladder) = chosen.ladders.into_iter().next() else {
        return Err(miette!(
            help = "use SE, SE-noU, hodoku or a file; `qedoku scales orders` handles the others",
            "`{}` is not a ladder of techniques",
            args.scale
        ));
    };
    let climber = Climber::new(&puzzle.board, &library, ladder)
        .map_err(|_| miette!("the scale does not fit this board"))?;
    interrupt::take_time();
    let mut lines: Vec<String> = Vec::new();
    let least = args.above.unwrap_or(0.0);
    let climb = climber.climb_and_tell(
        &puzzle,
        &interrupt::stop_after(None),
        Some(&mut |position, step| {
            if f64::from(step.mark) / 100.0 >= least {
                let rung = &climber.ladder().rungs[step.rung];
                lines.push(line(position.board(), rung, &step));
            }
        }),
    );
    for line in lines {
        writeln!(terminal.out, "{line}").into_diagnostic()?;
    }
    let end = match climb.end {
        ClimbEnd::Solved => return Ok(GOOD),
        ClimbEnd::Stuck => "nothing of the scale fires any more",
        ClimbEnd::Impossible => "the puzzle has no solution",
        ClimbEnd::Stopped => "interrupted",
    };
    writeln!(terminal.out, "{end}").into_diagnostic()?;
    Ok(BAD)
}

/// A step with its rating, its technique and its effect.
fn line(board: &Board, rung: &Rung, step: &ClimbStep) -> String {
    let what = match (&rung.action, step.chain) {
        (_, Some((family, nodes))) => format!("{}, {nodes} nodes", family.name()),
        (RungAction::Rule { name, direct, .. }, _) => match direct {
            Some(_) => format!("{name}, direct"),
            None => name.clone(),
        },
        (RungAction::Aligned(cells), _) => format!("{cells} aligned cells"),
        (RungAction::Chains(_), None) => "a chain".to_owned(),
    };
    let placed = step.placements.iter().map(|&c| board.candidate_name(c));
    let removed = step.eliminations.iter().map(|&c| board.elimination_name(c));
    let effects: Vec<String> = placed.chain(removed).collect();
    format!(
        "{:<6}{what:<32}{}",
        mark_text(step.mark),
        effects.join(", ")
    )
}
