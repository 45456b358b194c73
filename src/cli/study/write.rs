//! The output of a study: the summary on standard output, and the files of its folder.

use std::path::Path;

use miette::IntoDiagnostic;

use super::args::{StudyArgs, SummaryFormat};
use super::input::StudyInput;
use crate::files;
use crate::terminal::Terminal;
use qedoku_study::page::{Study, inference_table};
use qedoku_study::record::Studied;

/// The files of a folder, besides the plots.
pub const FILES: [&str; 7] = [
    "records.jsonl",
    "results.csv",
    "inference.csv",
    "summary.csv",
    "summary.json",
    "report.md",
    "report.html",
];

/// The parameters of the study, for its report.
pub fn facts(args: &StudyArgs, methods: &[String], input: &StudyInput) -> Vec<(String, String)> {
    let mut facts = vec![
        (
            "program".to_owned(),
            format!("qedoku {}", env!("CARGO_PKG_VERSION")),
        ),
        ("collections".to_owned(), input.collections.join("; ")),
        ("methods".to_owned(), methods.join(", ")),
        ("seed".to_owned(), args.seed.to_string()),
        (
            "limit".to_owned(),
            match args.limit {
                None => {
                    "1,000 assignments for inference sets, 20 million for the others".to_owned()
                }
                Some(u64::MAX) => "none".to_owned(),
                Some(limit) => format!("{limit} assignments"),
            },
        ),
    ];
    for set in &args.sets {
        facts.push((format!("set {}", set.name), set.rules.join(", ")));
    }
    if !args.no_times {
        facts.push(("machine".to_owned(), machine()));
    }
    facts
}

/// The processor name, if the system reveals it.
fn machine() -> String {
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    let build = if cfg!(debug_assertions) {
        "development build"
    } else {
        "release build"
    };
    format!("{model}, {count} processors, {build}")
}

/// Prints the summary.
pub fn print(args: &StudyArgs, study: &Study, terminal: &mut Terminal<'_>) -> miette::Result<()> {
    let format = if args.json {
        SummaryFormat::Json
    } else {
        args.format
    };
    let text = match format {
        SummaryFormat::Json => return terminal.json(&study.summary_rows()),
        SummaryFormat::Csv => study.summary_table().to_csv(),
        SummaryFormat::Markdown => study.page().to_markdown(""),
        SummaryFormat::Table => study.to_text(),
    };
    terminal.out.write_all(text.as_bytes()).into_diagnostic()
}

/// Writes the files of a folder.
pub fn folder(folder: &Path, study: &Study) -> miette::Result<()> {
    let page = study.page();
    let all: Vec<&Studied> = study
        .puzzles
        .iter()
        .filter(|p| p.claim == "unique")
        .collect();
    let json = serde_json::to_string_pretty(&study.summary_rows()).into_diagnostic()? + "\n";
    let texts = [
        ("results.csv", study.results_table().to_csv()),
        ("inference.csv", inference_table(study, &all).to_csv()),
        ("summary.csv", study.summary_table().to_csv()),
        ("summary.json", json),
        ("report.md", page.to_markdown("")),
        ("report.html", page.to_html()),
    ];
    for (name, text) in texts {
        files::write(&folder.join(name), text.as_bytes())?;
    }
    for plot in page.plots() {
        files::write(&folder.join(&plot.file), plot.svg.as_bytes())?;
    }
    Ok(())
}
