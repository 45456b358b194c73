//! `qedoku grade`: how hard puzzles are, for batches of any size.

mod batch;
mod input;
mod output;
mod record;
mod resume;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::ValueEnum;
use miette::{IntoDiagnostic, miette};

use super::library::LibraryArgs;
use super::refused::Refused;
use super::strategy::StrategyArgs;
use super::terminal::plural;
use super::{BAD, GOOD, Terminal, UNUSABLE, interrupt};
use crate::engine::scale::Scale;
use crate::engine::{Solver, Strategy};
use crate::grid::{Board, Puzzle, Shape};
use crate::lang::Library;
use crate::report::grade::Grade;
use crate::report::summary::Summary;
use input::{Input, Item};
use output::Output;
use record::Format;
use resume::Done;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
A grade is found by rounds: of all techniques that fire, the simplest is taken, and all that it finds
is done at once. So it is the same for every isomorphic puzzle. Where a puzzle needs search, only
level and hardest are; the other numbers then depend on the path.

Exit codes: 0 all graded, 1 a line is no puzzle, 3 a file cannot be read or written, 130 interrupted.")]
pub struct Args {
    /// Files of puzzles; `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,

    /// Write the grades to this file, as they come
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Go on with output that was cut off: puzzles that it has are not graded again
    #[arg(long, value_name = "OUT", conflicts_with_all = ["output", "format"])]
    resume: Option<PathBuf>,

    /// Rate by a published scale as well: the smallest n such that singles and braids (B) or whips
    /// (W) of length up to n solve the puzzle; can be given twice
    #[arg(long = "scale", value_name = "SCALE")]
    scales: Vec<ScaleName>,

    /// Stop at the first line that is no puzzle
    #[arg(long)]
    strict: bool,

    /// Do not print the summary
    #[arg(short, long)]
    quiet: bool,

    /// Use so many threads; by default, as many as there are cores
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,

    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    strategy: StrategyArgs,
}

/// A published scale, by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum ScaleName {
    /// Braids
    #[value(name = "B", alias = "b")]
    B,
    /// Whips
    #[value(name = "W", alias = "w")]
    W,
}

impl ScaleName {
    fn scale(self) -> Scale {
        match self {
            ScaleName::B => Scale::B,
            ScaleName::W => Scale::W,
        }
    }
}

/// What a thread makes of an item.
enum Graded {
    Fresh(Box<Grade>),
    /// It had been graded before.
    Before(record::Record),
    /// It is no puzzle, or not the right one.
    Bad(String),
    Unreadable(miette::Report),
}

/// Solvers for the boards that turn up, shared by all threads.
struct Solvers<'l> {
    library: &'l Library,
    strategy: Strategy,
    scales: Vec<Scale>,
    time: Option<Duration>,
    by_shape: Mutex<BTreeMap<Shape, Arc<Solver<'l>>>>,
}

impl<'l> Solvers<'l> {
    fn get(&self, board: &Arc<Board>) -> Arc<Solver<'l>> {
        let mut solvers = self.by_shape.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || Arc::new(Solver::new(board, self.library, self.strategy.clone()));
        Arc::clone(solvers.entry(board.shape()).or_insert_with(make))
    }

    fn grade(&self, puzzle: &Puzzle) -> Grade {
        interrupt::begin_each(self.time);
        let mut grade = Grade::of(&self.get(&puzzle.board), puzzle);
        grade.rate(puzzle, &self.scales, &self.strategy.stop);
        grade
    }
}

pub fn run(args: &Args, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let library = args.library.load()?;
    let scales: BTreeSet<ScaleName> = args.scales.iter().copied().collect();
    let solvers = Solvers {
        library: &library,
        strategy: args.strategy.of_batch(&library)?.by_rounds(),
        scales: scales.into_iter().map(ScaleName::scale).collect(),
        time: args.strategy.max_time(),
        by_shape: Mutex::default(),
    };
    let format = match &args.resume {
        Some(path) => Done::format_of(path)?.unwrap_or(Format::Csv),
        None => args.format,
    };
    let heading = format.heading(&solvers.scales);
    let (done, complete) = match &args.resume {
        Some(path) => {
            Done::open(path, format, heading.clone()).map(|(done, bytes)| (Some(done), bytes))?
        }
        None => (None, 0),
    };
    let input = Input::new(&args.files, done);
    let mut progress = output::Progress::new(input.size(), input.counter());
    let to_stdout = args.output.is_none() && args.resume.is_none();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads);
    let pool = pool.build().into_diagnostic()?;
    let mut summary = Summary::default();
    let mut refused = Refused::default();
    let mut unreadable = false;
    let mut stopped = false;
    {
        let file = args.output.as_deref().or(args.resume.as_deref());
        let mut out = Output::new(format, heading, file, complete, &mut *terminal.out);
        let work = |item| match item {
            Item::Puzzle(puzzle) => Graded::Fresh(Box::new(solvers.grade(&puzzle))),
            Item::Done(record) => Graded::Before(record),
            Item::Bad(message) => Graded::Bad(message),
            Item::Unusable(report) => Graded::Unreadable(report),
        };
        batch::in_order(&pool, input, work, |graded, results| {
            // A puzzle that was being graded at Ctrl-C has not been graded.
            if interrupt::interrupted() {
                stopped = true;
                return out.flush().map(|()| false);
            }
            match graded {
                Graded::Fresh(grade) => {
                    out.write(&grade)?;
                    for (rule, step) in &grade.refused {
                        refused.add(rule, step);
                    }
                    summary.add(grade.level, grade.hardest.as_deref(), grade.claim);
                }
                Graded::Before(record) => summary.add(
                    record.level.as_deref(),
                    record.hardest.as_deref(),
                    &record.claim,
                ),
                Graded::Bad(message) => {
                    out.flush()?;
                    progress.complain(&message);
                    summary.add_bad();
                    if args.strict {
                        return Ok(false);
                    }
                }
                Graded::Unreadable(report) => {
                    out.flush()?;
                    progress.complain(&format!("{report:?}"));
                    unreadable = true;
                    return Ok(false);
                }
            }
            progress.advance(summary.puzzles());
            if results.is_idle() {
                out.flush()?;
            }
            Ok::<bool, miette::Report>(true)
        })?;
        if !unreadable {
            out.start()?;
        }
        out.flush()?;
    }
    progress.finish();
    refused.tell();
    if !args.quiet {
        let text = summary.to_text();
        match to_stdout && format != Format::Table {
            true => eprint!("{text}"),
            false => {
                let gap = if to_stdout { "\n" } else { "" };
                write!(terminal.out, "{gap}{text}").into_diagnostic()?;
            }
        }
    }
    if stopped {
        let graded = plural(summary.puzzles() as usize, "puzzle");
        eprintln!("interrupted after {graded}; --resume goes on with the output");
    }
    Ok(match (unreadable, summary.bad()) {
        (true, _) => UNUSABLE,
        (false, 0) => GOOD,
        (false, _) => BAD,
    })
}

/// The error for an output that holds more than the input has.
fn too_much(error: resume::ResumeError) -> miette::Report {
    miette!(help = "nothing was changed", "{error}")
}
