//! `qedoku stats`: statistics of the grades of a collection, as tables and plots.
//!
//! The input is the JSON Lines of `qedoku grade --json`. Fields with words are counted by word,
//! fields with numbers by distribution, and techniques by the number of puzzles that use them.
//! Fields are not fixed, so a rating on a scale is counted like a score.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, miette};
use serde::Serialize;
use serde_json::Value;

use crate::exit::{BAD, GOOD};
use crate::files::{self, FileError};
use crate::terminal::Terminal;
use qedoku_core::printable_text::escaped;
use qedoku_core::report::grade::level_words;
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

/// A number with a total order.
#[derive(Clone, Copy)]
struct Ordered(f64);

impl PartialEq for Ordered {
    fn eq(&self, other: &Ordered) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ordered {}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Ordered) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Ordered) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// The distribution of a field's numbers.
#[derive(Default)]
struct Spread {
    counts: BTreeMap<Ordered, u64>,
    /// The number of records without the field.
    missing: u64,
}

/// Grades, counted by field.
#[derive(Default)]
struct Fields {
    puzzles: u64,
    words: BTreeMap<String, BTreeMap<String, u64>>,
    numbers: BTreeMap<String, Spread>,
    /// For each technique, the number of puzzles that use it, and its steps in all of them.
    techniques: BTreeMap<String, (u64, u64)>,
}

#[derive(Serialize)]
struct StatsReport<'a> {
    puzzles: u64,
    words: &'a BTreeMap<String, BTreeMap<String, u64>>,
    numbers: BTreeMap<&'a str, SpreadRow>,
    techniques: BTreeMap<&'a str, TechniqueRow>,
}

#[derive(Serialize)]
struct SpreadRow {
    count: u64,
    missing: u64,
    least: f64,
    quarter: f64,
    median: f64,
    three_quarters: f64,
    most: f64,
    mean: f64,
}

#[derive(Serialize)]
struct TechniqueRow {
    puzzles: u64,
    steps: u64,
}

impl Spread {
    fn count(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The quantile at `part`, from 0 to 1.
    fn part(&self, part: f64) -> f64 {
        let rank = (part * self.count().saturating_sub(1) as f64).round() as u64;
        let mut below = 0;
        let found = self.counts.iter().find(|(_, count)| {
            below += **count;
            below > rank
        });
        found.map_or(0.0, |(value, _)| value.0)
    }

    fn row(&self) -> SpreadRow {
        let count = self.count();
        let sum: f64 = self.counts.iter().map(|(v, n)| v.0 * *n as f64).sum();
        SpreadRow {
            count,
            missing: self.missing,
            least: self.part(0.0),
            quarter: self.part(0.25),
            median: self.part(0.5),
            three_quarters: self.part(0.75),
            most: self.part(1.0),
            mean: sum / count.max(1) as f64,
        }
    }

    /// At most `most` bars: single numbers if they are few, otherwise ranges of equal width.
    #[cfg(feature = "study")]
    fn bars(&self, most: usize) -> Vec<(String, f64)> {
        if self.counts.len() <= most {
            let bar = |(value, count): (&Ordered, &u64)| (plain(value.0), *count as f64);
            return self.counts.iter().map(bar).collect();
        }
        let (least, largest) = (self.part(0.0), self.part(1.0));
        let width = ((largest - least) / most as f64).ceil().max(1.0);
        let mut heights = vec![0.0; most];
        for (value, count) in &self.counts {
            let at = ((value.0 - least) / width) as usize;
            heights[at.min(most - 1)] += *count as f64;
        }
        let name = |at: usize| plain(least + at as f64 * width) + "..";
        heights
            .into_iter()
            .enumerate()
            .map(|(at, height)| (name(at), height))
            .collect()
    }
}

/// A number without trailing zeros.
fn plain(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl Fields {
    fn add(&mut self, record: &serde_json::Map<String, Value>) {
        self.puzzles += 1;
        for (field, value) in record {
            let field = &*escaped(field);
            match value {
                // Puzzles are distinct, so their texts are not counted.
                Value::String(_) if field == "puzzle" => {}
                Value::String(word) => {
                    let words = self.words.entry(field.to_owned()).or_default();
                    *words.entry(escaped(word).into_owned()).or_default() += 1;
                }
                Value::Number(number) => {
                    if let Some(number) = number.as_f64() {
                        let spread = self.numbers.entry(field.to_owned()).or_default();
                        *spread.counts.entry(Ordered(number)).or_default() += 1;
                    }
                }
                Value::Object(counts) if field == "techniques" => {
                    for (name, steps) in counts {
                        let entry = self
                            .techniques
                            .entry(escaped(name).into_owned())
                            .or_default();
                        entry.0 += 1;
                        entry.1 += steps.as_u64().unwrap_or(0);
                    }
                }
                Value::Null => {
                    if let Some(spread) = self.numbers.get_mut(field) {
                        spread.missing += 1;
                    }
                }
                Value::Bool(_) | Value::Array(_) | Value::Object(_) => {}
            }
        }
    }

    /// The words of a field, the most frequent first. Levels are in their own order.
    fn ranked(&self, field: &str) -> Vec<(&str, u64)> {
        let words = self.words.get(field).into_iter().flatten();
        let mut rows: Vec<(&str, u64)> = words.map(|(w, n)| (w.as_str(), *n)).collect();
        if field == "level" {
            let place = |word: &str| level_words().position(|level| level == word);
            rows.sort_by_key(|(word, _)| place(word));
        } else {
            rows.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        }
        rows
    }

    fn used(&self) -> Vec<(&str, u64, u64)> {
        let all = self.techniques.iter();
        let mut rows: Vec<_> = all.map(|(name, (p, s))| (name.as_str(), *p, *s)).collect();
        rows.sort_by_key(|(_, puzzles, _)| std::cmp::Reverse(*puzzles));
        rows
    }

    /// The tables as Markdown.
    fn tables(&self) -> String {
        let percent = |count: u64| 100.0 * count as f64 / self.puzzles.max(1) as f64;
        let mut text = format!("{} puzzles\n", self.puzzles);
        for field in self.words.keys() {
            let rows = self.ranked(field).into_iter();
            let rows = rows.map(|(word, n)| {
                [
                    word.to_owned(),
                    n.to_string(),
                    format!("{:.2}%", percent(n)),
                ]
            });
            text += &table([field.as_str(), "puzzles", "part"], rows);
        }
        if !self.techniques.is_empty() {
            let rows = self.used().into_iter().map(|(name, puzzles, steps)| {
                let part = format!("{:.2}%", percent(puzzles));
                [
                    name.to_owned(),
                    puzzles.to_string(),
                    part,
                    steps.to_string(),
                ]
            });
            text += &table(["technique", "puzzles", "part", "steps"], rows);
        }
        let rows = self.numbers.iter().map(|(field, spread)| {
            let row = spread.row();
            let [a, b, c, d, e] = [
                row.least,
                row.quarter,
                row.median,
                row.three_quarters,
                row.most,
            ]
            .map(plain);
            let mean = format!("{:.2}", row.mean);
            [field.clone(), row.count.to_string(), a, b, c, d, e, mean]
        });
        let titles = [
            "field",
            "puzzles",
            "least",
            "quarter",
            "median",
            "three quarters",
            "most",
            "mean",
        ];
        text + &table(titles, rows)
    }

    /// No plots, because this build lacks the feature `study`.
    #[cfg(not(feature = "study"))]
    fn plots(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The plots, with the names of their files.
    #[cfg(feature = "study")]
    fn plots(&self) -> Vec<(String, String)> {
        const MAX_BARS: usize = 24;
        let mut plots = Vec::new();
        let mut add = |name: &str, values: &[(String, f64)]| {
            let title = format!("{name}, {} puzzles", number(self.puzzles as f64));
            if let Some(svg) = bars(&title, "puzzles", values) {
                plots.push((format!("{}.svg", file_name(name)), svg));
            }
        };
        for field in self.words.keys() {
            let rows = self.ranked(field).into_iter().take(MAX_BARS);
            let rows: Vec<_> = rows.map(|(w, n)| (w.to_owned(), n as f64)).collect();
            add(field, &rows);
        }
        let used = self.used().into_iter().take(MAX_BARS);
        let used: Vec<_> = used
            .map(|(name, n, _)| (name.to_owned(), n as f64))
            .collect();
        add("techniques", &used);
        for (field, spread) in &self.numbers {
            add(field, &spread.bars(MAX_BARS));
        }
        plots
    }
}

/// A field name made safe for file names.
#[cfg(feature = "study")]
fn file_name(field: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    field.chars().map(safe).collect()
}

/// A table with aligned columns, the first to the left and the others to the right.
fn table<const N: usize>(titles: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let rows: Vec<[String; N]> = rows.collect();
    let length = |text: &str| text.chars().count();
    let width = |column: usize| {
        let cells = rows.iter().map(|row| length(&row[column]));
        cells.chain([length(titles[column])]).max().unwrap_or(0)
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |cells: [&str; N]| {
        let cell = |column: usize| {
            let (text, width) = (cells[column], widths[column]);
            match column {
                0 => format!("{text:width$}"),
                _ => format!("{text:>width$}"),
            }
        };
        format!(
            "| {} |\n",
            std::array::from_fn::<String, N, _>(cell).join(" | ")
        )
    };
    let rule: [String; N] = std::array::from_fn(|column| match column {
        0 => "-".repeat(widths[0]),
        _ => "-".repeat(widths[column] - 1) + ":",
    });
    let mut text = format!("\n{}", line(titles));
    text += &line(std::array::from_fn(|column| rule[column].as_str()));
    for row in &rows {
        text += &line(std::array::from_fn(|column| row[column].as_str()));
    }
    text
}

pub fn run(args: &StatsArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let mut fields = Fields::default();
    let mut bad = 0;
    for path in &args.files {
        bad += read(path, &mut fields)?;
    }
    if fields.puzzles == 0 {
        return Err(miette!(
            help = "`qedoku grade PUZZLES --json -o grades.jsonl` writes them",
            "there are no grades in these files"
        ));
    }
    if let Some(folder) = &args.output {
        files::make_folder(folder)?;
        let plots = fields.plots();
        let mut page = format!("# Grades\n\n{}", fields.tables());
        for (name, svg) in &plots {
            files::write(&folder.join(name), svg.as_bytes())?;
            page += &format!("\n![{}]({name})\n", name.trim_end_matches(".svg"));
        }
        files::write(&folder.join("stats.md"), page.as_bytes())?;
    }
    if args.json {
        let numbers = fields.numbers.iter();
        let techniques = fields.techniques.iter();
        terminal.json(&StatsReport {
            puzzles: fields.puzzles,
            words: &fields.words,
            numbers: numbers.map(|(name, s)| (name.as_str(), s.row())).collect(),
            techniques: techniques
                .map(|(name, &(puzzles, steps))| (name.as_str(), TechniqueRow { puzzles, steps }))
                .collect(),
        })?;
    } else if args.output.is_none() {
        write!(terminal.out, "{}", fields.tables()).into_diagnostic()?;
    }
    Ok(if bad > 0 { BAD } else { GOOD })
}

/// Counts the grades of a file. Returns the number of lines that are not grades.
fn read(path: &Path, fields: &mut Fields) -> miette::Result<usize> {
    let mut bad = 0;
    for (index, line) in files::open(path)?.lines().enumerate() {
        let line = line.map_err(|cause| FileError::read(path, cause))?;
        if line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str(&line) {
            Ok(Value::Object(record)) => fields.add(&record),
            _ => {
                let name = files::display_name(path);
                eprintln!("{name}, line {}: not a grade in JSON", index + 1);
                bad += 1;
            }
        }
    }
    Ok(bad)
}
