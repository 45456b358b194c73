//! The options of `qedoku study`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::ValueEnum;

use super::train::TrainArgs;
use crate::library::LibraryArgs;
use qedoku_study::sets::RuleSet;

#[derive(clap::Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "The folder of -o gets records.jsonl, results.csv, inference.csv, summary.csv, \
        summary.json, report.md, report.html and the plots. A second run with the same folder \
        continues from records.jsonl. Except for times, the output does not depend on the machine \
        or the number of threads."
)]
pub struct StudyArgs {
    #[command(subcommand)]
    pub command: Option<StudyCommand>,

    /// Files of puzzles, each a collection of its own, `-` for standard input, or a puzzle as text
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Methods to run, separated by commas [default: all]
    #[arg(long = "method", value_name = "NAME", value_delimiter = ',')]
    pub methods: Vec<String>,

    /// Suites of methods to run: `inference` is the eight inference settings and the sets of
    /// --rules-set, `all` is every method
    #[arg(long = "suite", value_name = "NAME", value_delimiter = ',')]
    pub suites: Vec<String>,

    /// Define an inference set by its name and its rules. It adds the methods NAME-FB and NAME-MCV
    #[arg(long = "rules-set", value_name = "NAME=RULE,RULE,...", value_parser = rule_set)]
    pub sets: Vec<RuleSet>,

    /// Maximum number of assignments of a search, or `none` [default: 1000 for inference sets, 20
    /// million for other methods]
    #[arg(long, value_name = "N", value_parser = limit)]
    pub limit: Option<u64>,

    /// Create N puzzles as a further collection
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub create: usize,

    /// Number of givens of the created puzzles, such as `30..36`
    #[arg(long, value_name = "FROM..TO", value_parser = range)]
    pub givens: Option<RangeInclusive<usize>>,

    /// Use N puzzles of each file, chosen at random
    #[arg(long, value_name = "N")]
    pub sample: Option<usize>,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Tab-separated file of puzzles and ratings to compare with. Names select columns of a heading
    /// that begins with `#puzzle`, or name the columns of a file without one
    #[arg(long, value_name = "[NAME,...=]FILE")]
    pub ratings: Vec<String>,

    /// Use these network weights from `qedoku study train`
    #[arg(long, value_name = "FILE")]
    pub network: Option<PathBuf>,

    /// Write records, tables, plots and the report to this folder
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,

    /// Format of the summary on standard output
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: SummaryFormat,

    /// Print the summary as JSON, like --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,

    /// Measure no times, so that every run writes the same bytes
    #[arg(long)]
    pub no_times: bool,

    /// List the methods and exit
    #[arg(long)]
    pub list: bool,

    /// Hide the progress bar
    #[arg(short, long)]
    pub quiet: bool,

    /// Number of threads, at most four per core [default: one per core]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,

    #[command(flatten)]
    pub library: LibraryArgs,
}

#[derive(clap::Subcommand, Debug)]
pub enum StudyCommand {
    /// Train the network on created puzzles
    Train(TrainArgs),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SummaryFormat {
    /// Aligned columns
    Table,
    /// Comma-separated values
    Csv,
    /// One JSON list
    Json,
    /// The whole report
    Markdown,
}

fn rule_set(text: &str) -> Result<RuleSet, String> {
    text.parse()
        .map_err(|error: qedoku_study::sets::SetError| error.to_string())
}

fn limit(text: &str) -> Result<u64, String> {
    match text {
        "none" => Ok(u64::MAX),
        _ => text
            .parse()
            .map_err(|_| "a limit is a whole number, or `none`".to_owned()),
    }
}

fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let parsed = text.split_once("..").and_then(|(from, to)| {
        let to = to.strip_prefix('=').unwrap_or(to);
        Some((from.parse().ok()?, to.parse().ok()?))
    });
    match parsed {
        Some((from, to)) if from <= to && to <= 81 => Ok(from..=to),
        _ => Err("a range is written 30..36, up to 81".to_owned()),
    }
}
