//! The options of `qedoku grade`, and the output and grader that follow from them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;

use super::options::GradeOptions;
use super::resume::Done;
use crate::cache::fingerprint;
use crate::library::LibraryArgs;
use crate::scales;
use crate::strategy::StrategyArgs;
use crate::variant_input::ReadingArgs;
use crate::{admit, files, threads};
use qedoku_batch::{GradeFailure, Grader, RecordFormat, Solvers};
use qedoku_core::grid::Board;
use qedoku_core::lang::Library;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Grading works in rounds. In each state, the simplest technique that applies takes all \
        its steps at once. So isomorphic puzzles get the same grade. If a puzzle needs search, \
        only level and hardest technique are independent of the path.\n\n\
        Exit codes: 0 all graded, 1 a line is not a puzzle, 3 a file cannot be read or \
        written, 130 interrupted."
)]
pub struct GradeArgs {
    /// Files of puzzles, `-` for standard input, or puzzles as text. Parquet files need a column
    /// `puzzle` and a Parquet file as output
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,

    /// Print JSON Lines, like --format jsonl
    #[arg(long, conflicts_with = "format")]
    pub(super) json: bool,

    /// Output format [default: table, or the format of the resumed file]
    #[arg(long, value_name = "FORMAT")]
    pub(super) format: Option<FormatArg>,

    /// Write the grades to this file
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Continue an interrupted output file, named here or by -o. Use the options that it was
    /// written with
    #[arg(long, value_name = "OUT")]
    pub(super) resume: Option<Option<PathBuf>>,

    /// Also rate on this scale: B, W, gB, gW, L, SE, SE-noU, hodoku, or a scale file. Can be given
    /// several times
    #[arg(long = "scale", value_name = "SCALE")]
    scales: Vec<String>,

    /// Print only the ratings of --scale, without level and score
    #[arg(long, requires = "scales")]
    only_scales: bool,

    #[command(flatten)]
    pub(super) reading: ReadingArgs,

    /// Stop at the first line that is not a puzzle
    #[arg(long)]
    pub(super) strict: bool,

    /// Do not print the summary
    #[arg(short, long)]
    pub(super) quiet: bool,

    /// Number of threads, at most four per core [default: one per core]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,

    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    pub(super) strategy: StrategyArgs,
}

/// Whether a path names a Parquet file.
pub(super) fn is_parquet(path: &Path) -> bool {
    path.extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("parquet"))
}

/// Whether the arguments name Parquet tables.
pub(super) fn names_tables(args: &GradeArgs) -> bool {
    args.files
        .iter()
        .chain(&args.output)
        .any(|path| is_parquet(path))
}

impl GradeArgs {
    /// The output file and its format. `Err` describes a mistake in the options.
    pub(super) fn destination(&self) -> Result<Destination, String> {
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
            self.format.map(RecordFormat::from)
        };
        let format = match (found, named) {
            (Some(found), Some(named)) if found != named => {
                let name = files::escaped(path.as_deref().unwrap_or(Path::new("")));
                return Err(format!("{name} is {found}, but --format is {named}"));
            }
            (None, Some(RecordFormat::Table)) if resume => {
                return Err("--resume cannot continue a table; use --format csv or jsonl".into());
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

    /// The options that the grades depend on.
    pub(super) fn options(&self, library: &Library, grader: &Grader) -> GradeOptions {
        let mut given = self.strategy.given();
        let letters = grader.scales().iter().map(|s| s.letter().to_owned());
        // A scale file may change between runs, so its content counts.
        let ladders = grader.ladders().iter().map(|ladder| {
            let text = format!("{ladder:?}");
            format!(
                "{} {:016x}",
                ladder.name,
                fingerprint(text.as_bytes()) as u64
            )
        });
        let names: Vec<String> = letters.chain(ladders).collect();
        if !names.is_empty() {
            given.push(("--scale", names.join(" ")));
        }
        if self.only_scales {
            given.push(("--only-scales", String::new()));
        }
        GradeOptions::new(library, given)
    }
}

/// The format of the output.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum FormatArg {
    /// Aligned columns, without the list of techniques
    Table,
    /// JSON Lines: one object per line
    Jsonl,
    /// Comma-separated values with a heading
    Csv,
}

impl From<FormatArg> for RecordFormat {
    fn from(format: FormatArg) -> RecordFormat {
        match format {
            FormatArg::Table => RecordFormat::Table,
            FormatArg::Jsonl => RecordFormat::Jsonl,
            FormatArg::Csv => RecordFormat::Csv,
        }
    }
}

/// The output file and its format.
pub(super) struct Destination {
    pub(super) path: Option<PathBuf>,
    /// Whether existing output is continued.
    pub(super) resume: bool,
    pub(super) format: RecordFormat,
}

impl GradeArgs {
    /// The grader for the rules and options.
    pub(super) fn grader(&self) -> miette::Result<(Arc<Library>, Grader)> {
        let (library, limits) = self.library.load_for_any()?;
        let library = Arc::new(library);
        let strategy = self.strategy.of_batch(&library)?.by_rounds();
        let solvers = Solvers::new(Arc::clone(&library), strategy);
        let chosen = scales::chosen(&self.scales, &library)?;
        let gate = move |board: &Board| {
            admit::check(&limits, board).map_err(|refusal| GradeFailure {
                code: Some(refusal.code.clone()),
                message: refusal.to_string(),
            })
        };
        let grader = Grader::new(solvers, chosen.lengths).with_ladders(chosen.ladders);
        let grader = grader.behind(gate);
        Ok(match self.only_scales {
            true => (library, grader.only_scales()),
            false => (library, grader),
        })
    }

    /// Starts the worker threads.
    pub(super) fn start_threads(&self) {
        threads::start("--threads", self.threads);
    }
}
