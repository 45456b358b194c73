//! `qedoku draw`: a board, or a step on it, as a picture.

use std::path::PathBuf;

use miette::miette;

use super::files;
use super::library::{LibraryArgs, is_called, known};
use super::pictures::{self, PictureArgs, drawn, step_of_rule};
use super::puzzle::{PuzzleArg, PuzzleOrVariant};
use super::raster::film;
use super::strategy::StrategyArgs;
use super::variant;
use crate::exit::GOOD;
use crate::terminal::Terminal;
use qedoku_core::engine::Solver;
use qedoku_core::grid::{Puzzle, State};
use qedoku_core::lang::ir::Technique;
use qedoku_core::matcher::Position;
use qedoku_core::report::step::annotation;
use qedoku_core::variant::Variant;

#[derive(clap::Args, Debug)]
pub struct DrawArgs {
    #[command(flatten)]
    puzzle: PuzzleArg,

    /// Draw this step of the solution path, counted from 1
    #[arg(long, value_name = "N", conflicts_with_all = ["hint", "rule", "film"])]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    step: Option<u64>,

    /// Draw the first step that this rule or technique finds on the solution path
    #[arg(long, value_name = "NAME", conflicts_with_all = ["hint", "film"])]
    rule: Option<String>,

    /// Draw the next step
    #[arg(long, conflicts_with = "film")]
    hint: bool,

    /// Draw the whole solution path as an animated GIF
    #[arg(long)]
    film: bool,

    /// File to write: .svg, .png, or .gif with --film. `-` writes SVG to standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    #[command(flatten)]
    look: PictureArgs,

    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    strategy: StrategyArgs,
}

pub fn run(args: &DrawArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let puzzle = match args.puzzle.read_any()? {
        PuzzleOrVariant::Puzzle(puzzle) => puzzle,
        PuzzleOrVariant::Variant(puzzle) => return draw_variant(args, &puzzle, terminal),
    };
    if args.film {
        pictures::refuse_film(&args.output)?;
        files::write(&args.output, &path_film(args, &puzzle)?)?;
        return Ok(GOOD);
    }
    pictures::refuse(&args.output)?;
    let wanted = if args.hint { Some(1) } else { args.step };
    let svg = match (wanted, &args.rule) {
        (Some(number), _) => step_picture(args, &puzzle, number)?,
        (None, Some(name)) => rule_picture(args, &puzzle, name)?,
        (None, None) => {
            args.library.read_named()?;
            let position = Position::of(&puzzle);
            drawn(&puzzle, &position, &[], None, &args.look.look())
        }
    };
    pictures::write(&args.output, &svg, terminal)?;
    Ok(GOOD)
}

/// Draws a variant puzzle, a step of its path, or the whole path.
fn draw_variant(
    args: &DrawArgs,
    puzzle: &Variant,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    let look = args.look.look();
    variant::with_ready(puzzle, &args.library, &args.strategy, |ready, strategy| {
        if args.film {
            pictures::refuse_film(&args.output)?;
            let pictures = variant::pictures(ready, strategy.search, &look);
            files::write(&args.output, &film(&pictures)?)?;
            return Ok(GOOD);
        }
        pictures::refuse(&args.output)?;
        let wanted = if args.hint { Some(1) } else { args.step };
        if wanted.is_none() && args.rule.is_none() {
            let svg = variant::start_picture(ready, &look);
            pictures::write(&args.output, &svg, terminal)?;
            return Ok(GOOD);
        }
        let mut path = ready.path(strategy.search);
        let mut number = 0;
        loop {
            let before = State::from_cells(ready.board(), &path.cells());
            let Some(step) = path.next() else {
                return Err(miette!(
                    "the path has {number} steps, and none is the wanted one"
                ));
            };
            number += 1;
            let is_named = |name: &String| *name == step.technique || *name == step.annotation.rule;
            if wanted == Some(number) || args.rule.as_ref().is_some_and(is_named) {
                let svg = variant::picture(ready, &before, Some(&step), &look);
                pictures::write(&args.output, &svg, terminal)?;
                return Ok(GOOD);
            }
        }
    })
}

fn step_picture(args: &DrawArgs, puzzle: &Puzzle, number: u64) -> miette::Result<String> {
    let board = &puzzle.board;
    let library = args.library.load_for(board)?;
    let strategy = args.strategy.strategy(&library, board)?;
    let solver = Solver::new(board, &library, strategy);
    let mut path = solver.path(puzzle);
    for taken in 0..number {
        let before = path.position().clone();
        let Some(step) = path.next() else {
            return Err(miette!(
                "the path has {taken} steps; there is no step {number}"
            ));
        };
        if taken + 1 == number {
            let note = annotation(&solver, &step);
            let look = args.look.look();
            return Ok(drawn(
                puzzle,
                &before,
                step.certificate(),
                Some(&note),
                &look,
            ));
        }
    }
    Err(miette!("steps count from 1"))
}

fn path_film(args: &DrawArgs, puzzle: &Puzzle) -> miette::Result<Vec<u8>> {
    let board = &puzzle.board;
    let library = args.library.load_for(board)?;
    let strategy = args.strategy.strategy(&library, board)?;
    let solver = Solver::new(board, &library, strategy);
    let mut path = solver.path(puzzle);
    let look = args.look.look();
    let mut pictures = Vec::new();
    loop {
        let before = path.position().clone();
        let Some(step) = path.next() else {
            // The last picture shows the end of the path.
            pictures.push(drawn(puzzle, &before, &[], None, &look));
            return Ok(film(&pictures)?);
        };
        let note = annotation(&solver, &step);
        let certificate = step.certificate();
        pictures.push(drawn(puzzle, &before, certificate, Some(&note), &look));
    }
}

fn rule_picture(args: &DrawArgs, puzzle: &Puzzle, name: &str) -> miette::Result<String> {
    let board = &puzzle.board;
    let library = args.library.load_for(board)?;
    known(&library, name)?;
    let techniques: Vec<&Technique> = (library.techniques.iter())
        .filter(|technique| is_called(technique, name))
        .collect();
    let wanted = Solver::with(board, techniques.iter().copied());
    let strategy = args.strategy.strategy(&library, board)?;
    let solver = Solver::new(board, &library, strategy);
    let mut path = solver.path(puzzle);
    loop {
        let position = path.position();
        for (id, technique) in wanted.ids().zip(&techniques) {
            let found = wanted.certified(id, position).find_map(Result::ok);
            if let Some(step) = found {
                let look = args.look.look();
                return Ok(step_of_rule(puzzle, position, technique, &step, &look));
            }
        }
        if path.next().is_none() {
            return Err(miette!(
                help = "`qedoku rules show NAME -o FILE` draws an example of a rule",
                "{name} finds nothing on the way to the solution"
            ));
        }
    }
}
