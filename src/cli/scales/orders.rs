//! `qedoku scales orders`: ratings by whips if equal steps are taken in other orders.
//!
//! An elimination can break a whip, so the W rating depends on the order. Among whips of the
//! shortest length, each order takes a different one first. Everything else follows the scale.

use std::collections::BTreeMap;

use miette::{IntoDiagnostic, miette};

use crate::exit::{BAD, GOOD};
use crate::interrupt;
use crate::puzzle::PuzzleArg;
use crate::terminal::{Terminal, plural};
use qedoku_core::engine::Stop;
use qedoku_core::engine::scale::{Rater, Rating, Scale, WhipOrder};
use qedoku_core::grid::Puzzle;

#[derive(clap::Args, Debug)]
pub struct OrdersArgs {
    #[command(flatten)]
    puzzle: PuzzleArg,

    /// Scale to rate by: B, W, gB or gW
    #[arg(long, value_name = "SCALE", default_value = "W")]
    scale: String,

    /// Number of orders to try
    #[arg(long, value_name = "N", default_value_t = 100)]
    tries: u64,

    /// Seed of the first order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub fn run(args: &OrdersArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let by_length = Scale::ALL
        .into_iter()
        .filter(|scale| scale.kind().is_some());
    let scale = { by_length }.find(|scale| scale.letter() == args.scale);
    let scale = scale.ok_or_else(|| {
        miette!(
            help = "the scales by length are B, W, gB and gW",
            "`{}` is not a scale by length",
            args.scale
        )
    })?;
    let puzzle = args.puzzle.read()?;
    interrupt::take_time();
    let stop = interrupt::stop_after(None);
    // If braids do not solve the puzzle, whips do not either, and the proof of that could take
    // forever.
    let braids = rating(&puzzle, Scale::B, WhipOrder::default(), &stop);
    if braids == Rating::Unsolved {
        writeln!(terminal.out, "no braids solve it").into_diagnostic()?;
        return Ok(GOOD);
    }
    let mut counts: BTreeMap<Option<usize>, usize> = BTreeMap::new();
    for seed in (0..args.tries).map(|n| args.seed.wrapping_add(n)) {
        match rating(&puzzle, scale, WhipOrder::random(seed), &stop) {
            Rating::Solved(length) => *counts.entry(Some(length)).or_default() += 1,
            Rating::Unsolved => *counts.entry(None).or_default() += 1,
            Rating::Impossible(_) => return Err(miette!("the puzzle has no solution")),
            Rating::Stopped(_) => break,
        }
    }
    for (length, count) in counts {
        let orders = plural(count, "order");
        match length {
            Some(length) => writeln!(terminal.out, "{} {length} in {orders}", args.scale),
            None => writeln!(terminal.out, "not solved in {orders}"),
        }
        .into_diagnostic()?;
    }
    Ok(if stop.now() { BAD } else { GOOD })
}

fn rating(puzzle: &Puzzle, scale: Scale, order: WhipOrder, stop: &Stop) -> Rating {
    let (board, state) = (&puzzle.board, puzzle.state());
    let mut rater = Rater::new(board);
    rater.stop_when(stop.clone());
    rater.take_in(order);
    rater.rate(scale, &state, usize::MAX, |_| ())
}
