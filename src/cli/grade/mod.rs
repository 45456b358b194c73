//! `qedoku grade`: the difficulty of puzzles, for batches of any size.

mod args;
pub mod input;
mod options;
pub mod output;
mod resume;
#[cfg_attr(not(feature = "parquet"), path = "no_tables.rs")]
mod tables;
mod tally;

use super::warnings::SkippedSteps;
use super::{files, interrupt};
use crate::exit::UNUSABLE;
use crate::terminal::Terminal;
use args::names_tables;
use input::{Input, InputItem};
use miette::IntoDiagnostic;
use output::GradeOutput;
use qedoku_batch::{RecordFormat, in_order};
use qedoku_core::report::summary::Summary;
use qedoku_core::variant::VariantSolver;
use resume::Done;
use tally::{GradeTally, Graded};

pub use args::GradeArgs;

pub fn run(args: &GradeArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    if names_tables(args) {
        return tables::run(args, terminal);
    }
    let destination = match args.destination() {
        Ok(destination) => destination,
        Err(usage) => {
            eprintln!("{usage}");
            return Ok(UNUSABLE);
        }
    };
    args.files.iter().for_each(|file| files::note_input(file));
    if let Some(path) = &destination.path {
        files::refuse_input(path)?;
    }
    args.start_threads();
    let (library, grader) = args.grader()?;
    let strategy = args.strategy.of_batch(&library)?;
    let may_search = strategy.search;
    let variants = VariantSolver::new(&library, strategy);
    let format = destination.format;
    let heading = format.heading(grader.scales(), grader.ladders());
    let options = (format != RecordFormat::Table).then(|| args.options(&library, &grader));
    let (done, complete) = match &destination.path {
        Some(path) if destination.resume => {
            let (done, bytes) = Done::open(path, format, heading.clone())?;
            if let (Some(options), true) = (&options, bytes > 0) {
                options.compare(path)?;
            }
            (Some(done), bytes)
        }
        _ => (None, 0),
    };
    let input = Input::new(&args.files, done).reading(args.reading.reading().into_diagnostic()?);
    let path = destination.path.as_deref();
    let progress = output::GradeProgress::new(input.size(), input.counter());
    let grader = grader.on_bound(progress.bounds());
    let mut tally = GradeTally {
        progress,
        out: GradeOutput::new(format, heading, path, options, complete, &mut *terminal.out),
        below_table: path.is_none() && format == RecordFormat::Table,
        beside_records: path.is_none() && format != RecordFormat::Table,
        strict: args.strict,
        quiet: args.quiet,
        summary: Summary::default(),
        refused: SkippedSteps::default(),
        unreadable: false,
    };
    let work = |item| match item {
        InputItem::Puzzle(puzzle) => {
            interrupt::begin_each(args.strategy.max_time());
            match grader.grade(&puzzle) {
                Ok(grade) => Graded::Fresh(Box::new(grade)),
                Err(refusal) => Graded::Bad(refusal.message),
            }
        }
        InputItem::Variant(puzzle, _) => {
            interrupt::begin_each(args.strategy.max_time());
            Graded::Fresh(Box::new(variants.prepare(&puzzle).grade(may_search)))
        }
        InputItem::Done(record) => Graded::Before(record),
        InputItem::Bad(message) => Graded::Bad(message),
        InputItem::Unusable(report) => Graded::Unreadable(report),
    };
    in_order(
        input,
        work,
        interrupt::interrupted,
        |graded, results| match graded {
            // Ctrl-C leaves the current puzzle without a grade.
            Some(graded) if !interrupt::interrupted() => tally.take(graded, || results.is_idle()),
            _ => {
                tally.finish(true)?;
                interrupt::end()
            }
        },
    )?;
    tally.finish(false)
}
