//! Statistics of grades: words counted by word, numbers by distribution, and techniques by the
//! number of puzzles that use them.
//!
//! The records are those of `qedoku grade --json`. Fields are not fixed, so a rating on a scale is
//! counted like a score.

use std::collections::BTreeMap;

use qedoku_core::printable_text::escaped;
use qedoku_core::report::grade::level_words;
use serde::Serialize;
use serde_json::Value;

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
pub struct GradeStatistics {
    puzzles: u64,
    words: BTreeMap<String, BTreeMap<String, u64>>,
    numbers: BTreeMap<String, Spread>,
    /// For each technique, the number of puzzles that use it, and its steps in all of them.
    techniques: BTreeMap<String, (u64, u64)>,
}

/// The figures of all fields.
#[derive(Serialize)]
pub struct StatsReport<'a> {
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

impl GradeStatistics {
    /// Counts a grade.
    pub fn add(&mut self, record: &serde_json::Map<String, Value>) {
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

    /// The number of grades.
    pub fn puzzles(&self) -> u64 {
        self.puzzles
    }

    /// The figures.
    pub fn report(&self) -> StatsReport<'_> {
        let techniques = self.techniques.iter();
        StatsReport {
            puzzles: self.puzzles,
            words: &self.words,
            numbers: (self.numbers.iter())
                .map(|(name, spread)| (name.as_str(), spread.row()))
                .collect(),
            techniques: techniques
                .map(|(name, &(puzzles, steps))| (name.as_str(), TechniqueRow { puzzles, steps }))
                .collect(),
        }
    }

    /// A chart for each field, with its name and at most `most` bars.
    pub fn charts(&self, most: usize) -> Vec<(&str, Vec<(String, f64)>)> {
        let words = self.words.keys().map(|field| {
            let rows = self.ranked(field).into_iter().take(most);
            let bars = rows.map(|(word, count)| (word.to_owned(), count as f64));
            (field.as_str(), bars.collect())
        });
        let used = self.used().into_iter().take(most);
        let used = used.map(|(name, puzzles, _)| (name.to_owned(), puzzles as f64));
        let numbers = self.numbers.iter();
        let numbers = numbers.map(|(field, spread)| (field.as_str(), spread.bars(most)));
        words
            .chain([("techniques", used.collect())])
            .chain(numbers)
            .collect()
    }

    /// The tables as Markdown.
    pub fn tables(&self) -> String {
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
