//! `qedoku study train`: trains the network on generated puzzles.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use miette::{IntoDiagnostic, miette};

use crate::exit::{BAD, GOOD};
use crate::terminal::Terminal;
use crate::{files, interrupt, progress};
use qedoku_core::engine::Stop;
use qedoku_core::engine::create::Creator;
use qedoku_core::engine::random::Random;
use qedoku_core::grid::{Board, Shape};
use qedoku_study::network::train::{POINT, Training, train};
use qedoku_study::network::{MAX_HIDDEN, Model};
use qedoku_study::page::ReportTable;
use qedoku_study::plot::{Chart, Marks, Series};
use qedoku_study::puzzles::exercise;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Equal options give equal weights. After training, the network is tested on unseen \
        puzzles: easy ones with 30 to 36 givens, and minimal ones from `qedoku create`."
)]
pub struct TrainArgs {
    /// Write the weights to this safetensors file, with the command as metadata
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Plot the loss to this SVG file
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,

    /// Number of training puzzles to create
    #[arg(long, value_name = "N", default_value_t = Training::default().puzzles, value_parser = at_least_one)]
    puzzles: usize,

    /// Number of training steps
    #[arg(long, value_name = "N", default_value_t = Training::default().steps, value_parser = at_least_one)]
    steps: usize,

    /// Number of examples per step
    #[arg(long, value_name = "N", default_value_t = Training::default().batch, value_parser = at_least_one)]
    batch: usize,

    /// Number of hidden units
    #[arg(long, value_name = "N", default_value_t = Training::default().hidden, value_parser = hidden)]
    hidden: usize,

    /// Initial learning rate
    #[arg(long, value_name = "RATE", default_value_t = Training::default().rate, value_parser = rate)]
    rate: f32,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = Training::default().seed)]
    seed: u64,

    /// Number of unseen puzzles of each kind to test on
    #[arg(long, value_name = "N", default_value_t = 1000)]
    test: usize,

    /// Hide the progress bar
    #[arg(short, long)]
    quiet: bool,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&n| n >= 1);
    number.ok_or_else(|| "a whole number from 1 on is needed".to_owned())
}

fn hidden(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n| (1..=MAX_HIDDEN).contains(n));
    number.ok_or_else(|| format!("1 to {MAX_HIDDEN} hidden units are possible"))
}

fn rate(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|r: &f32| *r > 0.0 && *r <= 1.0);
    number.ok_or_else(|| "a rate is above 0, and 1 at most".to_owned())
}

impl TrainArgs {
    fn settings(&self) -> Training {
        Training {
            puzzles: self.puzzles,
            batch: self.batch,
            steps: self.steps,
            hidden: self.hidden,
            rate: self.rate,
            seed: self.seed,
        }
    }

    /// The command that reproduces the weights.
    fn command(&self) -> String {
        format!(
            "qedoku study train --puzzles {} --steps {} --batch {} --hidden {} --rate {} --seed {}",
            self.puzzles, self.steps, self.batch, self.hidden, self.rate, self.seed
        )
    }
}

pub fn run(args: &TrainArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    for path in args.curve.iter().chain([&args.output]) {
        files::refuse_input(path)?;
    }
    let stop = interrupt::stop_after(None);
    let making = progress::counted(args.quiet, args.puzzles, "puzzles made");
    let learning = progress::counted(args.quiet, args.steps, "steps");
    let trained = train(
        &args.settings(),
        |made| {
            making.set_position(made as u64);
            !stop.now()
        },
        |steps, loss| {
            learning.set_position(steps as u64);
            learning.set_message(format!("loss {loss:.4}"));
            !stop.now()
        },
    );
    making.finish_and_clear();
    learning.finish_and_clear();
    let Some((mut network, curve)) = trained else {
        // After an interrupt there are no weights.
        return Ok(BAD);
    };
    network.origin = args.command();
    let bytes = network.to_bytes().map_err(|error| miette!("{error}"))?;
    files::write(&args.output, &bytes)?;
    if let Some(path) = &args.curve {
        files::write(path, plot(&curve).unwrap_or_default().as_bytes())?;
    }
    let (first, last) = (curve.first(), curve.last());
    let said = format!(
        "loss {:.4} at first, {:.4} in the end; {} bytes written to {}\n\n",
        first.copied().unwrap_or_default(),
        last.copied().unwrap_or_default(),
        bytes.len(),
        files::escaped(&args.output),
    );
    terminal.out.write_all(said.as_bytes()).into_diagnostic()?;
    let table = tried(args, &network, &stop)?;
    terminal
        .out
        .write_all(table.to_text().as_bytes())
        .into_diagnostic()?;
    Ok(GOOD)
}

/// The plot of the loss.
fn plot(curve: &[f32]) -> Option<String> {
    let point = |(at, loss): (usize, &f32)| (((at + 1) * POINT) as f64, f64::from(*loss));
    let chart = Chart {
        title: "Loss while the network learns".to_owned(),
        axes: ("steps".to_owned(), "loss".to_owned()),
        log: (false, true),
        marks: Marks::Line,
        series: vec![Series {
            name: "loss".to_owned(),
            points: curve.iter().enumerate().map(point).collect(),
        }],
    };
    chart.to_svg()
}

/// The accuracy of the network on puzzles outside its training set.
fn tried(args: &TrainArgs, network: &Model, stop: &Stop) -> miette::Result<ReportTable> {
    let kinds: [(&str, Option<RangeInclusive<usize>>); 2] = [
        ("30 to 36 givens", Some(30..=36)),
        ("every given needed", None),
    ];
    let board = Board::sudoku(Shape {
        height: 3,
        width: 3,
    });
    // Far from the seed of the training, so the sequences do not overlap.
    let seed = args.seed ^ 0x6865_6c64_6f75_7400;
    let mut table = ReportTable::new([
        "puzzles not seen",
        "tried",
        "cells right %",
        "puzzles right %",
    ]);
    for (name, givens) in kinds {
        let (mut creator, mut random) = (Creator::new(&board, seed), Random::new(seed));
        let (mut tried, mut cells, mut right_cells, mut right) = (0, 0, 0, 0);
        let bar = progress::counted(args.quiet, args.test, "puzzles tried");
        while tried < args.test && !stop.now() {
            let exercise = exercise(&mut creator, &mut random, givens.clone());
            let puzzle = exercise.puzzle(&board);
            let outcome = network.solve(&puzzle, stop);
            tried += 1;
            cells += board.cell_count() - puzzle.clues();
            right_cells += outcome.cells_right(&puzzle, &exercise.solution);
            right += usize::from(outcome.is_right(&exercise.solution));
            bar.inc(1);
        }
        bar.finish_and_clear();
        let percent =
            |part: usize, whole: usize| format!("{:.2}", 100.0 * part as f64 / whole.max(1) as f64);
        let row = [percent(right_cells, cells), percent(right, tried)];
        table.rows.push(
            [name.to_owned(), tried.to_string()]
                .into_iter()
                .chain(row)
                .collect(),
        );
    }
    Ok(table)
}
