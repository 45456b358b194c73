//! `qedoku create`: new puzzles.

use std::time::SystemTime;

use miette::IntoDiagnostic;
use serde::Serialize;

use crate::exit::GOOD;
use crate::terminal::Terminal;
use qedoku_core::engine::create::Creator;
use qedoku_core::grid::{Board, Shape};

/// Boards on which a puzzle is made in reasonable time.
const SIZES: [usize; 8] = [4, 6, 8, 9, 10, 12, 15, 16];

#[derive(clap::Args, Debug)]
#[command(
    after_help = "The same seed gives the same puzzles, and more of them begin with fewer. Without a seed, a \
                  random one is taken, and told on standard error."
)]
pub struct CreateArgs {
    /// How many puzzles
    #[arg(value_name = "COUNT", default_value_t = 1)]
    count: usize,

    /// What the random choices begin with; random if it is left out
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// The number of rows: 4, 6, 8, 9, 10, 12, 15 or 16
    #[arg(long, value_name = "N", default_value = "9", value_parser = shape)]
    size: Shape,

    /// Print the puzzles and the seed as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Created {
    seed: u64,
    size: usize,
    puzzles: Vec<String>,
}

fn shape(word: &str) -> Result<Shape, String> {
    let size = word.parse().ok().filter(|n| SIZES.contains(n));
    let shape = size.and_then(Shape::of_size);
    shape.ok_or_else(|| "a board has 4, 6, 8, 9, 10, 12, 15 or 16 rows".into())
}

/// Prints puzzles with one solution of which no given can be left out, one a line.
pub fn run(args: &CreateArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let seed = args.seed.unwrap_or_else(random_seed);
    let mut creator = Creator::new(&Board::sudoku(args.size), seed);
    if args.json {
        let puzzles = (0..args.count).map(|_| creator.puzzle().line().unwrap_or_default());
        terminal.json(&Created {
            seed,
            size: args.size.size(),
            puzzles: puzzles.collect(),
        })?;
        return Ok(GOOD);
    }
    if args.seed.is_none() {
        eprintln!("seed {seed}: --seed {seed} makes the same again");
    }
    for _ in 0..args.count {
        let line = creator.puzzle().line().unwrap_or_default();
        writeln!(terminal.out, "{line}").into_diagnostic()?;
    }
    Ok(GOOD)
}

/// A seed that is another one every time, and small enough to be typed again.
fn random_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let nanoseconds = now.map_or(0, |time| time.as_nanos() as u64);
    let mixed =
        (nanoseconds ^ u64::from(std::process::id()) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 20) % 1_000_000_000
}
