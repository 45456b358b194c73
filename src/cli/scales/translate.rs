//! `qedoku scales translate`: translates the values of one scale to others, by the medians of a
//! table.

use std::collections::BTreeMap;
use std::path::PathBuf;

use miette::IntoDiagnostic;

use super::published_table::PublishedTable;
use crate::exit::GOOD;
use crate::terminal::Terminal;

#[derive(clap::Args, Debug)]
pub struct TranslateArgs {
    /// Tab-separated table of puzzles and ratings. Its first line begins with # and names the
    /// columns
    file: PathBuf,

    /// Column to translate from
    #[arg(long, value_name = "COLUMN")]
    from: String,

    /// Columns to translate to, separated by commas
    #[arg(long, value_name = "COLUMN", required = true, value_delimiter = ',')]
    to: Vec<String>,
}

pub fn run(args: &TranslateArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let table = PublishedTable::read(&args.file)?;
    let from = table.column(&args.from)?;
    let to = (args.to.iter().map(|name| table.column(name))).collect::<miette::Result<Vec<_>>>()?;
    // Values in units of 0.0001, so that they sort as numbers.
    let mut by_value: BTreeMap<i64, Vec<Vec<f64>>> = BTreeMap::new();
    for row in &table.rows {
        let number = |at: usize| row.get(at).and_then(|text| text.parse::<f64>().ok());
        let Some(value) = number(from) else { continue };
        let columns = by_value
            .entry((value * 1000.0).round() as i64)
            .or_insert_with(|| vec![Vec::new(); to.len()]);
        for (column, &at) in columns.iter_mut().zip(&to) {
            column.extend(number(at));
        }
    }
    let out = &mut *terminal.out;
    write!(out, "{:<8}  {:>7}", args.from, "puzzles").into_diagnostic()?;
    for name in &args.to {
        write!(out, "  {name:>6}").into_diagnostic()?;
    }
    writeln!(out).into_diagnostic()?;
    for (value, columns) in by_value {
        let puzzles = columns.iter().map(Vec::len).max().unwrap_or(0);
        let value = value as f64 / 1000.0;
        write!(out, "{value:<8}  {puzzles:>7}").into_diagnostic()?;
        for mut column in columns {
            column.sort_by(f64::total_cmp);
            match column.get(column.len().saturating_sub(1) / 2) {
                Some(median) => write!(out, "  {median:>6}").into_diagnostic()?,
                None => write!(out, "  {:>6}", "-").into_diagnostic()?,
            }
        }
        writeln!(out).into_diagnostic()?;
    }
    Ok(GOOD)
}
