//! `qedoku scales compare`: compares our ratings with those of a table.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use miette::{IntoDiagnostic, miette};

use super::choice;
use super::published_table::PublishedTable;
use crate::exit::GOOD;
use crate::library::LibraryArgs;
use crate::terminal::Terminal;
use crate::{interrupt, threads};
use qedoku_batch::{Grader, Solvers};
use qedoku_core::engine::Strategy;
use qedoku_core::report::grade::{Grade, Rated};

#[derive(clap::Args, Debug)]
pub struct CompareArgs {
    /// Tab-separated table of puzzles and ratings
    file: PathBuf,

    /// Scale to rate by
    #[arg(long, value_name = "SCALE")]
    scale: String,

    /// Column to compare with: its name, or its number counted from 1
    #[arg(long, value_name = "COLUMN")]
    column: String,

    /// Read only the first N rows
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    first: usize,

    /// Read only every N-th row
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,

    /// Skip rows with a higher published rating
    #[arg(long, value_name = "RATING")]
    up_to: Option<f64>,

    /// List the puzzles whose ratings differ
    #[arg(long)]
    list: bool,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,

    #[command(flatten)]
    library: LibraryArgs,
}

/// The kind of a difference between two ratings.
fn kind(published: &str, own: &str) -> &'static str {
    let number = |text: &str| text.split('/').next().and_then(|t| t.parse::<f64>().ok());
    let bound = own.strip_suffix('+').and_then(|t| t.parse::<f64>().ok());
    match (number(published), number(own), bound) {
        (Some(published), _, Some(bound)) if published >= bound => "a bound",
        (Some(published), Some(own), _) if published == own => "the first steps",
        (Some(published), Some(own), _)
            if published.min(own) >= 6.5 && (published - own).abs() < 0.25 =>
        {
            "the length of a chain"
        }
        _ => "another technique",
    }
}

pub fn run(args: &CompareArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    threads::start("--threads", args.threads);
    let table = PublishedTable::read(&args.file)?;
    let column = table.column(&args.column)?;
    let library = Arc::new(args.library.load()?);
    let chosen = choice::chosen(std::slice::from_ref(&args.scale), &library)?;
    let solvers = Solvers::new(library, Strategy::default().by_rounds());
    let grader = Grader::new(solvers, chosen.lengths).with_ladders(chosen.ladders);
    let grader = grader.only_scales();
    let wanted = |row: &&Vec<String>| {
        let published = row
            .get(column)
            .and_then(|text| text.split('/').next()?.parse().ok());
        let most = args.up_to.unwrap_or(f64::MAX);
        published.is_none_or(|published: f64| published <= most)
    };
    let rows: Vec<&Vec<String>> = (table.rows.iter().take(args.first))
        .step_by(args.every as usize)
        .filter(wanted)
        .collect();
    let texts: Vec<Option<&str>> = (rows.iter())
        .map(|row| row.first().map(String::as_str))
        .collect();
    let started = Instant::now();
    let graded = (grader.rows(&texts, &|| !interrupt::interrupted()))
        .ok_or_else(|| miette!("interrupted"))?;
    let seconds = started.elapsed().as_secs_f64();
    let mut differences: BTreeMap<(String, String), Vec<&str>> = BTreeMap::new();
    let mut equal = 0;
    for (row, graded) in rows.iter().zip(&graded) {
        let published = row.get(column).cloned().unwrap_or_default();
        let own = match &graded.grade {
            Ok(grade) => rating(grade, published.contains('/')),
            Err(refusal) => refusal.message.clone(),
        };
        match own == published {
            true => equal += 1,
            false => (differences.entry((published, own)).or_default()).push(&row[0]),
        }
    }
    let out = &mut *terminal.out;
    let percent = 100.0 * f64::from(equal) / rows.len().max(1) as f64;
    let (scale, name, all) = (&args.scale, &args.column, rows.len());
    writeln!(
        out,
        "{scale} and {name}: {equal} of {all} equal, {percent:.2}%"
    )
    .into_diagnostic()?;
    if !differences.is_empty() {
        writeln!(out, "published  ours           puzzles  what differs").into_diagnostic()?;
    }
    for ((published, own), puzzles) in &differences {
        let (count, kind) = (puzzles.len(), kind(published, own));
        writeln!(out, "{published:<9}  {own:<13}  {count:>7}  {kind}").into_diagnostic()?;
        for puzzle in puzzles.iter().filter(|_| args.list) {
            writeln!(out, "  {puzzle}").into_diagnostic()?;
        }
    }
    let each = seconds * 1000.0 / rows.len().max(1) as f64;
    eprintln!("{each:.2} ms a puzzle");
    Ok(GOOD)
}

/// The rating on the requested scale. With `whole`, also the ratings of the first steps.
fn rating(grade: &Grade, whole: bool) -> String {
    if let Some((_, rated)) = grade.scales.first() {
        return match rated {
            Rated::Length(length) => length.to_string(),
            Rated::Never => "-".to_owned(),
            Rated::AtLeast(length) => format!("{length}+"),
        };
    }
    let columns = grade.ladders.iter().flat_map(|rating| &rating.columns);
    let values = columns.map(|(_, value)| value.text());
    let values: Vec<String> = values.take(if whole { 3 } else { 1 }).collect();
    values.join("/")
}
