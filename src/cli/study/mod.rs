//! `qedoku study`: methods side by side on puzzles, with tables, plots and a report.

mod input;
mod journal;
mod run;
mod train;
mod write;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use miette::{IntoDiagnostic, miette};

use super::library::LibraryArgs;
use crate::exit::GOOD;
use crate::files;
use crate::terminal::Terminal;
use qedoku_study::method::{Setup, known_methods};
use qedoku_study::network::NeuralNetwork;
use qedoku_study::sets::RuleSet;

/// Weights are not longer.
const MOST_WEIGHTS: u64 = 16 << 20;

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
    command: Option<StudyCommand>,

    /// Files of puzzles, each a collection of its own; `-` for standard input, or a puzzle itself
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Run these methods, by name, separated by commas; without any, all
    #[arg(long = "method", value_name = "NAME", value_delimiter = ',')]
    methods: Vec<String>,

    /// Run the methods of a suite: `inference` has the eight settings of the report and your own sets, `all` has all
    #[arg(long = "suite", value_name = "NAME", value_delimiter = ',')]
    suites: Vec<String>,

    /// Another inference set: its name, and the rules in it; it gives the methods NAME-FB and NAME-MCV
    #[arg(long = "rules-set", value_name = "NAME=RULE,RULE,...", value_parser = rule_set)]
    sets: Vec<RuleSet>,

    /// Assignments after which a search gives up, or `none`; by default 1000 for inference sets, as in the
    /// reports, and 20 million for the others
    #[arg(long, value_name = "N", value_parser = limit)]
    limit: Option<u64>,

    /// Make so many puzzles, as another collection
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    create: usize,

    /// Give more cells of the puzzles made, until so many are given, as `30..36`
    #[arg(long, value_name = "FROM..TO", value_parser = range)]
    givens: Option<RangeInclusive<usize>>,

    /// Take so many puzzles of each file, chosen at random
    #[arg(long, value_name = "N")]
    sample: Option<usize>,

    /// What the random choices begin with
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Ratings by others to compare with: a file of puzzles with a tab before each rating. A first line that begins
    /// with `#puzzle` names the columns, of which these are taken; without one, they are named here
    #[arg(long, value_name = "[NAME,...=]FILE")]
    ratings: Vec<String>,

    /// Use these weights for the network, made by `qedoku study train`
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,

    /// Write everything into this folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// The form of the summary on standard output
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: SummaryFormat,

    /// Print the summary as JSON: the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Measure no times: then all that is written is the same every time
    #[arg(long)]
    no_times: bool,

    /// List the methods, and do nothing else
    #[arg(long)]
    list: bool,

    /// No progress bar
    #[arg(short, long)]
    quiet: bool,

    /// Use so many threads, four for each core at most; by default, one for each
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,

    #[command(flatten)]
    library: LibraryArgs,
}

#[derive(clap::Subcommand, Debug)]
enum StudyCommand {
    /// Train the network on puzzles that are made here
    Train(train::TrainArgs),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SummaryFormat {
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

pub fn run(args: &StudyArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    if let Some(StudyCommand::Train(train)) = &args.command {
        return train::run(train, terminal);
    }
    let setup = setup(args)?;
    if args.list {
        let rows = known_methods(&setup)
            .into_iter()
            .map(|(name, words)| [name, words]);
        let heading = ["method", "what it is"].map(str::to_owned);
        let table: Vec<[String; 2]> = std::iter::once(heading).chain(rows).collect();
        terminal.table(&table).into_diagnostic()?;
        return Ok(GOOD);
    }
    run::run(args, &setup, terminal)
}

/// A bar on standard error for so many things, if that is a terminal and it is wanted.
fn progress(quiet: bool, length: usize, what: &str) -> miette::Result<ProgressBar> {
    let bar = match quiet {
        true => ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
        false => ProgressBar::new(length as u64),
    };
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {what}, {{eta}} left {{msg}}");
    bar.set_style(ProgressStyle::with_template(&template).into_diagnostic()?);
    Ok(bar)
}

/// What to run.
fn setup(args: &StudyArgs) -> miette::Result<Setup> {
    let network = match &args.network {
        None => None,
        Some(path) => {
            let bytes = files::read(path, MOST_WEIGHTS)?;
            let name = files::display_name(path);
            let network =
                NeuralNetwork::from_bytes(&bytes).map_err(|error| miette!("{name}: {error}"))?;
            Some(Arc::new(network))
        }
    };
    Ok(Setup {
        methods: args.suites.iter().chain(&args.methods).cloned().collect(),
        sets: args.sets.clone(),
        limit: args.limit,
        network,
    })
}
