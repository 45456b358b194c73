//! `qedoku create`: new puzzles.

use miette::IntoDiagnostic;

use super::{GOOD, Terminal};
use crate::grid::{Board, Shape};
use crate::mine::create::Creator;

/// Boards on which a puzzle with few givens is solved at once.
const SIZES: [usize; 4] = [4, 6, 8, 9];

#[derive(clap::Args, Debug)]
#[command(after_help = "The same seed gives the same puzzles, and more of them begin with fewer.")]
pub struct Args {
    /// How many puzzles
    #[arg(value_name = "COUNT", default_value_t = 1)]
    count: usize,

    /// What the random choices begin with
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The number of rows: 4, 6, 8 or 9
    #[arg(long, value_name = "N", default_value = "9", value_parser = shape)]
    size: Shape,
}

fn shape(word: &str) -> Result<Shape, String> {
    let size = word.parse().ok().filter(|n| SIZES.contains(n));
    let shape = size.and_then(Shape::of_size);
    shape.ok_or_else(|| "a board has 4, 6, 8 or 9 rows".into())
}

/// Prints puzzles with one solution of which no given can be left out, one a line.
pub fn run(args: &Args, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let mut creator = Creator::new(&Board::sudoku(args.size), args.seed);
    for _ in 0..args.count {
        let line = creator.puzzle().line().unwrap_or_default();
        writeln!(terminal.out, "{line}").into_diagnostic()?;
    }
    Ok(GOOD)
}
