//! `qedoku draw`: a board, or a step on it, as a picture.

use std::path::PathBuf;

use clap::ValueEnum;
use miette::{IntoDiagnostic, miette};

use super::files;
use super::library::LibraryArgs;
use super::puzzle::PuzzleArg;
use super::strategy::StrategyArgs;
use crate::exit::GOOD;
use crate::terminal::Terminal;
use qedoku_core::engine::Solver;
use qedoku_core::grid::Puzzle;
use qedoku_core::matcher::Position;
use qedoku_core::picture::{self, Scene};
use qedoku_core::report::step::annotation;

#[derive(clap::Args, Debug)]
pub struct DrawArgs {
    #[command(flatten)]
    puzzle: PuzzleArg,

    /// Draw this step of the way to the solution; steps count from 1
    #[arg(long, value_name = "N", conflicts_with = "hint")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    step: Option<u64>,

    /// Draw the next step
    #[arg(long)]
    hint: bool,

    /// Where to write the picture: an SVG file; `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Which candidates to write into open cells
    #[arg(long, value_name = "WHICH", default_value = "open")]
    candidates: CandidatesArg,

    /// Which colours to use
    #[arg(long, value_name = "COLOURS", default_value = "auto")]
    theme: ThemeArg,

    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    strategy: StrategyArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CandidatesArg {
    /// Only those that the step speaks of
    None,
    /// All that are left
    Open,
    /// Also those that are gone, faintly
    All,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ThemeArg {
    /// Light, and dark where the reader's system is
    Auto,
    /// Dark on white
    Light,
    /// Light on black
    Dark,
}

impl DrawArgs {
    fn look(&self) -> picture::Look {
        picture::Look {
            candidates: match self.candidates {
                CandidatesArg::None => picture::CandidatesShown::None,
                CandidatesArg::Open => picture::CandidatesShown::Open,
                CandidatesArg::All => picture::CandidatesShown::All,
            },
            theme: match self.theme {
                ThemeArg::Auto => picture::Theme::Auto,
                ThemeArg::Light => picture::Theme::Light,
                ThemeArg::Dark => picture::Theme::Dark,
            },
        }
    }
}

pub fn run(args: &DrawArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let puzzle = args.puzzle.read()?;
    let wanted = if args.hint { Some(1) } else { args.step };
    let svg = match wanted {
        Some(number) => step_picture(args, &puzzle, number)?,
        None => {
            args.library.read_named()?;
            board_picture(args, &puzzle)
        }
    };
    if files::is_stdin(&args.output) {
        terminal.out.write_all(svg.as_bytes()).into_diagnostic()?;
    } else {
        files::write(&args.output, svg.as_bytes())?;
    }
    Ok(GOOD)
}

/// Which cells are given.
fn givens(puzzle: &Puzzle) -> Vec<bool> {
    let givens = puzzle.givens.iter().flatten();
    givens.map(Option::is_some).collect()
}

fn board_picture(args: &DrawArgs, puzzle: &Puzzle) -> String {
    let position = Position::of(puzzle);
    let scene = Scene {
        board: &puzzle.board,
        state: position.state(),
        givens: &givens(puzzle),
        certificate: &[],
        note: None,
    };
    picture::draw(&scene, &args.look())
}

fn step_picture(args: &DrawArgs, puzzle: &Puzzle, number: u64) -> miette::Result<String> {
    let library = args.library.load()?;
    let board = &puzzle.board;
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
            let scene = Scene {
                board,
                state: before.state(),
                givens: &givens(puzzle),
                certificate: step.certificate(),
                note: Some(&annotation(&solver, &step)),
            };
            return Ok(picture::draw(&scene, &args.look()));
        }
    }
    Err(miette!("steps count from 1"))
}
