//! `qedoku stats`: statistics of the grades of a collection, as tables and plots.
//!
//! The input is the JSON Lines of `qedoku grade --json`.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, miette};
use serde_json::Value;

use crate::exit::{BAD, GOOD};
use crate::files::{self, FileError};
use crate::terminal::Terminal;
use qedoku_batch::GradeStatistics;
#[cfg(feature = "study")]
use qedoku_study::plot::{bars, number};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "The input comes from `qedoku grade --json` or `--format jsonl`. With -o, the tables go \
        to stats.md in that folder, with an SVG plot of each beside it."
)]
pub struct StatsArgs {
    /// Files that `qedoku grade --json` wrote. `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write tables and plots to this folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &StatsArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let mut statistics = GradeStatistics::default();
    let mut bad = 0;
    for path in &args.files {
        bad += read(path, &mut statistics)?;
    }
    if statistics.puzzles() == 0 {
        return Err(miette!(
            help = "`qedoku grade PUZZLES --json -o grades.jsonl` writes them",
            "there are no grades in these files"
        ));
    }
    if let Some(folder) = &args.output {
        files::make_folder(folder)?;
        let plots = plots(&statistics);
        let mut page = format!("# Grades\n\n{}", statistics.tables());
        for (name, svg) in &plots {
            files::write(&folder.join(name), svg.as_bytes())?;
            page += &format!("\n![{}]({name})\n", name.trim_end_matches(".svg"));
        }
        files::write(&folder.join("stats.md"), page.as_bytes())?;
    }
    if args.json {
        terminal.json(&statistics.report())?;
    } else if args.output.is_none() {
        write!(terminal.out, "{}", statistics.tables()).into_diagnostic()?;
    }
    Ok(if bad > 0 { BAD } else { GOOD })
}

/// No plots, because this build lacks the feature `study`.
#[cfg(not(feature = "study"))]
fn plots(_: &GradeStatistics) -> Vec<(String, String)> {
    Vec::new()
}

/// The plots, with the names of their files.
#[cfg(feature = "study")]
fn plots(statistics: &GradeStatistics) -> Vec<(String, String)> {
    const MAX_BARS: usize = 24;
    let puzzles = number(statistics.puzzles() as f64);
    // A field name is made safe for file names.
    let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let plot = |(name, values): (&str, Vec<(String, f64)>)| {
        let svg = bars(&format!("{name}, {puzzles} puzzles"), "puzzles", &values)?;
        let file: String = name.chars().map(safe).collect();
        Some((format!("{file}.svg"), svg))
    };
    let charts = statistics.charts(MAX_BARS);
    charts.into_iter().filter_map(plot).collect()
}

/// Counts the grades of a file. Returns the number of lines that are not grades.
fn read(path: &Path, statistics: &mut GradeStatistics) -> miette::Result<usize> {
    let mut bad = 0;
    for (index, line) in files::open(path)?.lines().enumerate() {
        let line = line.map_err(|cause| FileError::read(path, cause))?;
        if line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str(&line) {
            Ok(Value::Object(record)) => statistics.add(&record),
            _ => {
                let name = files::display_name(path);
                eprintln!("{name}, line {}: not a grade in JSON", index + 1);
                bad += 1;
            }
        }
    }
    Ok(bad)
}
