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
    after_help = "\
The folder of -o gets records.jsonl (a second run with the same folder goes on from there), and \
results.csv, inference.csv, summary.csv, summary.json, report.md, report.html and the plots. Of all \
but the times, the same input gives the same bytes, for any number of threads."
)]
pub struct StudyArgs {
    #[command(subcommand)]
    pub command: Option<StudyCommand>,

    /// Files of puzzles, each a collection of its own; `-` for standard input, or a puzzle itself
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Run these methods, by name, separated by commas; without any, all
    #[arg(long = "method", value_name = "NAME", value_delimiter = ',')]
    pub methods: Vec<String>,

    /// Run the methods of a suite: `inference` has the eight settings of the report and your own sets, `all` has all
    #[arg(long = "suite", value_name = "NAME", value_delimiter = ',')]
    pub suites: Vec<String>,

    /// Another inference set: its name, and the rules in it; it gives the methods NAME-FB and NAME-MCV
    #[arg(long = "rules-set", value_name = "NAME=RULE,RULE,...", value_parser = rule_set)]
    pub sets: Vec<RuleSet>,

    /// Assignments after which a search gives up, or `none`; by default 1000 for inference sets, as in the
    /// reports, and 20 million for the others
    #[arg(long, value_name = "N", value_parser = limit)]
    pub limit: Option<u64>,

    /// Make so many puzzles, as another collection
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub create: usize,

    /// Give more cells of the puzzles made, until so many are given, as `30..36`
    #[arg(long, value_name = "FROM..TO", value_parser = range)]
    pub givens: Option<RangeInclusive<usize>>,

    /// Take so many puzzles of each file, chosen at random
    #[arg(long, value_name = "N")]
    pub sample: Option<usize>,

    /// What the random choices begin with
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Ratings by others to compare with: a file of puzzles with a tab before each rating. A first line that begins
    /// with `#puzzle` names the columns, of which these are taken; without one, they are named here
    #[arg(long, value_name = "[NAME,...=]FILE")]
    pub ratings: Vec<String>,

    /// Use these weights for the network, made by `qedoku study train`
    #[arg(long, value_name = "FILE")]
    pub network: Option<PathBuf>,

    /// Write everything into this folder
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,

    /// The form of the summary on standard output
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: SummaryFormat,

    /// Print the summary as JSON: the same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,

    /// Measure no times: then all that is written is the same every time
    #[arg(long)]
    pub no_times: bool,

    /// List the methods, and do nothing else
    #[arg(long)]
    pub list: bool,

    /// No progress bar
    #[arg(short, long)]
    pub quiet: bool,

    /// Use so many threads, four for each core at most; by default, one for each
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,

    #[command(flatten)]
    pub library: LibraryArgs,
}

#[derive(clap::Subcommand, Debug)]
pub enum StudyCommand {
    /// Train the network on puzzles that are made here
    Train(TrainArgs),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SummaryFormat {
    /// Columns
    Table,
    /// Commas
    Csv,
    /// One list
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
