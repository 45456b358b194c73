//! `qedoku grade`: how hard puzzles are, for batches of any size.

pub mod batch;
mod input;
mod options;
mod output;
mod record;
mod resume;
#[cfg_attr(not(feature = "parquet"), path = "no_tables.rs")]
mod tables;
mod tally;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;
use miette::IntoDiagnostic;

use super::library::LibraryArgs;
use super::refused::Refused;
use super::strategy::StrategyArgs;
use super::{files, interrupt, threads};
use crate::exit::UNUSABLE;
use crate::terminal::Terminal;
use input::{Input, InputItem};
use options::GradeOptions;
use output::GradeOutput;
use qedoku_batch::{Grader, Solvers, Ungraded};
use qedoku_core::engine::scale::Scale;
use qedoku_core::grid::Board;
use qedoku_core::lang::Library;
use qedoku_core::report::summary::Summary;
use record::RecordFormat;
use resume::Done;
use tally::{GradeTally, Graded};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "A grade is found by rounds: of all techniques that fire, the simplest is taken, and all that it \
                  finds is done at once. So it is the same for every isomorphic puzzle. Where a puzzle needs \
                  search, only level and hardest are; the other numbers then depend on the path.\n\n\
                  Exit codes: 0 all graded, 1 a line is no puzzle, 3 a file cannot be read or written, \
                  130 interrupted."
)]
pub struct GradeArgs {
    /// Files of puzzles, `-` for standard input, or puzzles themselves; Parquet files with a column
    /// `puzzle` go into a Parquet file
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print JSON Lines, one object a puzzle: the same as --format jsonl
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// The form of the output [default: table, or what --resume finds]
    #[arg(long, value_name = "FORMAT")]
    format: Option<RecordFormat>,

    /// Write the grades to this file, as they come
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Go on with output that was cut off, named here or by -o: puzzles that it has are not graded
    /// again; the options must be those that it was made with
    #[arg(long, value_name = "OUT")]
    resume: Option<Option<PathBuf>>,

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

    /// Use so many threads, four for each core at most; by default, one for each
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,

    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    strategy: StrategyArgs,
}

/// Whether a path names a Parquet file.
fn is_parquet(path: &Path) -> bool {
    path.extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("parquet"))
}

/// Whether some of the files are tables.
fn tables_asked_for(args: &GradeArgs) -> bool {
    args.files
        .iter()
        .chain(&args.output)
        .any(|path| is_parquet(path))
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

impl GradeArgs {
    /// Where the grades go, and in which form; `Err` says what is wrong with the options.
    fn destination(&self) -> Result<Destination, String> {
        let path = match (&self.resume, &self.output) {
            (Some(None), None) => {
                return Err("--resume needs the output to go on with: --resume OUT".into());
            }
            (Some(Some(one)), Some(other)) if one != other => {
                let [one, other] = [one, other].map(|path| files::escaped(path));
                return Err(format!("--resume {one} and -o {other} are different files"));
            }
            (Some(Some(path)), _) | (_, Some(path)) => Some(path.clone()),
            (None, None) => None,
        };
        let resume = self.resume.is_some();
        let found = path.as_deref().filter(|_| resume).and_then(Done::format_of);
        let named = if self.json {
            Some(RecordFormat::Jsonl)
        } else {
            self.format
        };
        let format = match (found, named) {
            (Some(found), Some(named)) if found != named => {
                let name = files::escaped(path.as_deref().unwrap_or(Path::new("")));
                return Err(format!("{name} is {found}, and --format asks for {named}"));
            }
            (None, Some(RecordFormat::Table)) if resume => {
                return Err("a table cannot be gone on with: --format csv or jsonl".into());
            }
            (Some(format), _) | (None, Some(format)) => format,
            (None, None) if resume => path
                .as_deref()
                .map_or(RecordFormat::Csv, RecordFormat::of_name),
            (None, None) => RecordFormat::Table,
        };
        Ok(Destination {
            path,
            resume,
            format,
        })
    }

    /// What the grades depend on.
    fn options(&self, library: &Library, scales: &[Scale]) -> GradeOptions {
        let mut given = self.strategy.given();
        let letters: Vec<&str> = scales.iter().map(|s| s.letter()).collect();
        if !letters.is_empty() {
            given.push(("--scale", letters.join(" ")));
        }
        GradeOptions::new(library, given)
    }
}

/// Where the grades go.
struct Destination {
    path: Option<PathBuf>,
    /// Whether what is there is gone on with.
    resume: bool,
    format: RecordFormat,
}

impl GradeArgs {
    /// What grades, by the rules and the options.
    fn grader(&self) -> miette::Result<(Arc<Library>, Grader)> {
        let (library, limits) = self.library.load_for_any()?;
        let library = Arc::new(library);
        let strategy = self.strategy.of_batch(&library)?.by_rounds();
        let solvers = Solvers::new(Arc::clone(&library), strategy);
        let scales: BTreeSet<ScaleName> = self.scales.iter().copied().collect();
        let scales = scales.into_iter().map(ScaleName::scale).collect();
        let gate = move |board: &Board| {
            limits.check(board).map_err(|refusal| Ungraded {
                code: refusal.code().map(|code| code.to_string()),
                message: refusal.to_string(),
            })
        };
        Ok((library, Grader::new(solvers, scales).behind(gate)))
    }

    /// The threads to grade with.
    fn pool(&self) -> miette::Result<rayon::ThreadPool> {
        let threads = threads::limited("--threads", self.threads);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().into_diagnostic()
    }
}

pub fn run(args: &GradeArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    if tables_asked_for(args) {
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
    let (library, grader) = args.grader()?;
    let format = destination.format;
    let heading = format.heading(grader.scales());
    let options = (format != RecordFormat::Table).then(|| args.options(&library, grader.scales()));
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
    let input = Input::new(&args.files, done);
    let path = destination.path.as_deref();
    let mut tally = GradeTally {
        progress: output::GradeProgress::new(input.size(), input.counter()),
        out: GradeOutput::new(format, heading, path, options, complete, &mut *terminal.out),
        below_table: path.is_none() && format == RecordFormat::Table,
        beside_records: path.is_none() && format != RecordFormat::Table,
        strict: args.strict,
        quiet: args.quiet,
        summary: Summary::default(),
        refused: Refused::default(),
        unreadable: false,
    };
    let pool = args.pool()?;
    let work = |item| match item {
        InputItem::Puzzle(puzzle) => {
            interrupt::begin_each(args.strategy.max_time());
            match grader.grade(&puzzle) {
                Ok(grade) => Graded::Fresh(Box::new(grade)),
                Err(refusal) => Graded::Bad(refusal.message),
            }
        }
        InputItem::Done(record) => Graded::Before(record),
        InputItem::Bad(message) => Graded::Bad(message),
        InputItem::Unusable(report) => Graded::Unreadable(report),
    };
    batch::in_order(&pool, input, work, |graded, results| match graded {
        // A puzzle that was being graded at Ctrl-C has not been graded.
        Some(graded) if !interrupt::interrupted() => tally.take(graded, || results.is_idle()),
        _ => {
            tally.finish(true)?;
            interrupt::end()
        }
    })?;
    tally.finish(false)
}
