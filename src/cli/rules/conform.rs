//! `qedoku rules conform`

use std::path::PathBuf;

use miette::{IntoDiagnostic, miette};

use crate::exit::{BAD, GOOD};
use crate::files;
use crate::library::LibraryArgs;
use crate::terminal::Terminal;
use qedoku_app::prove::refusal;
use qedoku_core::grid::Puzzle;
use qedoku_core::grid::text::{ReadOptions, read_line};
use qedoku_core::report::conform::{ConformRow, conform};

#[derive(clap::Args, Debug)]
pub struct ConformArgs {
    /// File of cases. Each line has the form
    /// `:0300:4:<board>:<deleted>:<eliminations>:<placements>:`
    #[arg(value_name = "LIBRARY")]
    cases: PathBuf,

    #[command(flatten)]
    library: LibraryArgs,

    /// Print the rows as JSON
    #[arg(long)]
    json: bool,

    /// Also print the cases that no rule finds
    #[arg(long, conflicts_with = "json")]
    missing: bool,
}

/// Maximum size of a library of cases, in bytes.
const MAX_CASES_BYTES: u64 = 64 << 20;

pub fn run(args: &ConformArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let library = args.library.load()?;
    let name = files::display_name(&args.cases);
    let bytes = files::read(&args.cases, MAX_CASES_BYTES)?;
    let mut cases: Vec<(String, Puzzle)> = Vec::new();
    for (index, line) in bytes.split(|&b| b == b'\n').enumerate() {
        if !line.starts_with(b":") {
            continue;
        }
        let text = String::from_utf8_lossy(line).trim_end().to_owned();
        if let Some(puzzle) = read_line(&name, index + 1, line, ReadOptions::default()) {
            cases.push((text, puzzle?));
        }
    }
    if cases.is_empty() {
        return Err(miette!(
            help =
                "a case is a line such as `:0300:4:<board>:<deleted>:<eliminations>:<placements>:`",
            "{name} has no cases"
        ));
    }
    let (rows, unknown) = conform(&library, &cases, &refusal);
    if args.json {
        terminal.json(&rows)?;
    } else {
        print(args, &rows, unknown, terminal).into_diagnostic()?;
    }
    Ok(if rows.iter().all(|row| row.wrong == 0) {
        GOOD
    } else {
        BAD
    })
}

fn print(
    args: &ConformArgs,
    rows: &[ConformRow],
    unknown: usize,
    terminal: &mut Terminal<'_>,
) -> std::io::Result<()> {
    let mut table =
        vec![["code", "technique", "lines", "found", "missing", "wrong"].map(str::to_owned)];
    let mut sum = ConformRow {
        technique: "all".into(),
        ..ConformRow::default()
    };
    for row in rows {
        sum.lines += row.lines;
        sum.found += row.found;
        sum.missing += row.missing;
        sum.wrong += row.wrong;
    }
    for row in rows.iter().chain([&sum]) {
        let numbers = [row.lines, row.found, row.missing, row.wrong].map(|n| n.to_string());
        let [lines, found, missing, wrong] = numbers;
        table.push([
            row.code.clone(),
            row.technique.clone(),
            lines,
            found,
            missing,
            wrong,
        ]);
    }
    terminal.table(&table)?;
    writeln!(
        terminal.out,
        "{unknown} lines are about techniques that the library does not have"
    )?;
    for row in rows {
        for line in &row.wrong_lines {
            writeln!(terminal.out, "wrong: {line}")?;
        }
        for line in row.missing_lines.iter().filter(|_| args.missing) {
            writeln!(terminal.out, "missing: {line}")?;
        }
    }
    Ok(())
}
