//! The output of a study: the summary on standard output, and the files of its folder.

use std::path::Path;

use miette::IntoDiagnostic;
use serde::Serialize;

use super::args::{StudyArgs, SummaryFormat};
use super::input::StudyInput;
use crate::files;
use crate::terminal::Terminal;
use qedoku_core::engine::Stop;
use qedoku_core::report::grade::level_words;
use qedoku_study::page::{MAX_LISTED_PUZZLES, ReportTable, Study, inference_table};
use qedoku_study::plot::Series;
use qedoku_study::record::Studied;
use qedoku_study::relaxation;
use qedoku_study::stats::MethodSummary;

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

/// The result of a method on a collection, for programs.
#[derive(Serialize)]
struct Row<'a> {
    collection: &'a str,
    #[serde(flatten)]
    summary: &'a MethodSummary,
}

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

/// The rise of the average local consistency on the first puzzle of each level.
pub fn consistency(methods: &[String], puzzles: &[Studied], input: &StudyInput) -> Vec<Series> {
    if !methods.iter().any(|method| method == "relaxation") {
        return Vec::new();
    }
    let first = |word: &str| {
        let is_it = |p: &Studied| p.grade.as_ref().is_some_and(|(level, _)| level == word);
        puzzles.iter().position(is_it)
    };
    let curve = |word: &'static str| {
        let (_, puzzle) = &input.puzzles[first(word)?];
        let mut points = Vec::new();
        let settings = relaxation::RelaxationSettings::default();
        let tell = |consistency| points.push((points.len() as f64 + 1.0, consistency));
        relaxation::solve(puzzle, settings, &Stop::default(), tell);
        let last = points.len().saturating_sub(1);
        // On a logarithmic axis, a selection of the late points is enough.
        let mut at = 0;
        points.retain(|_| {
            at += 1;
            at <= 50 || at % 20 == 0 || at > last
        });
        Some(Series {
            name: word.to_owned(),
            points,
        })
    };
    level_words().filter_map(curve).collect()
}

fn table(summaries: &[(String, MethodSummary)]) -> ReportTable {
    let heads = [
        "collection",
        "method",
        "puzzles",
        "solved",
        "wrong",
        "unsolved",
        "cells_percent",
        "median_steps",
        "mean_steps",
        "mean_backtracks",
        "mean_proof",
        "median_cpu_us",
        "mean_cpu_us",
    ];
    let mut table = ReportTable::new(heads);
    let number = |value: Option<f64>| value.map_or(String::new(), |v| format!("{v:.1}"));
    for (collection, s) in summaries {
        table.rows.push(vec![
            collection.clone(),
            s.method.clone(),
            s.puzzles.to_string(),
            s.solved.to_string(),
            s.wrong.to_string(),
            s.unsolved.to_string(),
            number(Some(s.cells_percent)),
            number(Some(s.median_steps)),
            number(Some(s.mean_steps)),
            number(Some(s.mean_backtracks)),
            number(s.mean_proof),
            number(s.median_cpu_us),
            number(s.mean_cpu_us),
        ]);
    }
    table
}

fn json(summaries: &[(String, MethodSummary)]) -> Vec<Row<'_>> {
    summaries
        .iter()
        .map(|(collection, summary)| Row {
            collection,
            summary,
        })
        .collect()
}

/// Prints the summary.
pub fn print(args: &StudyArgs, study: &Study, terminal: &mut Terminal<'_>) -> miette::Result<()> {
    let summaries = study.summaries();
    let format = if args.json {
        SummaryFormat::Json
    } else {
        args.format
    };
    let text = match format {
        SummaryFormat::Json => return terminal.json(&json(&summaries)),
        SummaryFormat::Csv => table(&summaries).to_csv(),
        SummaryFormat::Markdown => study.page().to_markdown(""),
        SummaryFormat::Table => {
            let mut text = String::new();
            for (index, name) in study.collections.iter().enumerate() {
                let of: Vec<(String, MethodSummary)> = { summaries.iter() }
                    .filter(|(collection, _)| collection == name)
                    .cloned()
                    .collect();
                let puzzles = study.of(index);
                let mut part = table(&of);
                part.heads.remove(0);
                part.rows.iter_mut().for_each(|row| drop(row.remove(0)));
                text += &format!(
                    "{name}: {} puzzles with one solution\n\n{}\n",
                    puzzles.len(),
                    part.to_text()
                );
                // The table has two leading columns, and then one per setting.
                let settings = inference_table(study, &puzzles);
                if settings.heads.len() > 2 && puzzles.len() <= MAX_LISTED_PUZZLES {
                    text += &format!("{}\n", settings.to_text());
                }
            }
            text
        }
    };
    terminal.out.write_all(text.as_bytes()).into_diagnostic()
}

/// Every puzzle with every method.
fn results(study: &Study) -> ReportTable {
    let mut table = ReportTable::new([
        "collection",
        "puzzle",
        "givens",
        "label",
        "level",
        "score",
        "method",
        "solved",
        "right",
        "cells",
        "steps",
        "backtracks",
        "proof",
        "cpu_us",
        "used",
    ]);
    for puzzle in &study.puzzles {
        let grade = puzzle.grade.as_ref();
        let (level, score) = grade.map_or_else(Default::default, |(level, score)| {
            (level.clone(), score.to_string())
        });
        for run in &puzzle.runs {
            let maybe = |number: Option<u64>| number.map_or(String::new(), |n| n.to_string());
            let used: Vec<String> = run
                .used
                .iter()
                .map(|(name, n)| format!("{name}:{n}"))
                .collect();
            table.rows.push(vec![
                study.collections[puzzle.collection].clone(),
                puzzle.puzzle.clone(),
                puzzle.clues.to_string(),
                puzzle.label.clone().unwrap_or_default(),
                level.clone(),
                score.clone(),
                run.method.clone(),
                run.solved.to_string(),
                run.right.to_string(),
                run.cells.to_string(),
                run.steps.to_string(),
                run.backtracks.to_string(),
                maybe(run.proof),
                maybe(run.cpu_us),
                used.join(" "),
            ]);
        }
    }
    table
}

/// Writes the files of a folder.
pub fn folder(folder: &Path, study: &Study) -> miette::Result<()> {
    let summaries = study.summaries();
    let page = study.page();
    let all: Vec<&Studied> = study
        .puzzles
        .iter()
        .filter(|p| p.claim == "unique")
        .collect();
    let json = serde_json::to_string_pretty(&json(&summaries)).into_diagnostic()? + "\n";
    let texts = [
        ("results.csv", results(study).to_csv()),
        ("inference.csv", inference_table(study, &all).to_csv()),
        ("summary.csv", table(&summaries).to_csv()),
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
