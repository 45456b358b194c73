//! A grade as a line of output, and the parts of it that are read back to continue a batch.

use std::fmt::{self, Write as _};
use std::path::Path;

use qedoku_core::engine::rate::Ladder;
use qedoku_core::engine::scale::Scale;
use qedoku_core::report::grade::{Grade, Rated};
use qedoku_core::report::ladder::{LadderRating, LadderValue};

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// Aligned columns, without the list of techniques
    Table,
    /// JSON Lines: one object per line
    Jsonl,
    /// Comma-separated values with a heading
    Csv,
}

/// The heading of CSV files.
const FIELDS: &str = "puzzle,level,hardest,score,steps,search,depth,clues,techniques,solved,claim";

/// The parts of a record that are read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradeRecord {
    /// The puzzle.
    pub puzzle: String,
    /// The level, if the puzzle has one.
    pub level: Option<String>,
    /// The hardest technique, if there is one.
    pub hardest: Option<String>,
    /// The claim, such as `unique`.
    pub claim: String,
}

impl fmt::Display for RecordFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RecordFormat::Table => "a table",
            RecordFormat::Jsonl => "JSON Lines",
            RecordFormat::Csv => "CSV",
        })
    }
}

impl RecordFormat {
    /// The format for a file name. CSV if the extension is unknown.
    pub fn of_name(path: &Path) -> RecordFormat {
        let extension = path.extension().and_then(|e| e.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("jsonl" | "ndjson" | "json") => RecordFormat::Jsonl,
            _ => RecordFormat::Csv,
        }
    }

    /// The heading above the records, if there is one.
    pub fn heading(self, scales: &[Scale], ladders: &[Ladder]) -> Option<String> {
        let letters = scales.iter().map(|scale| scale.letter().to_owned());
        let names = ladders.iter().flat_map(LadderRating::names);
        let letters = letters.chain(names).map(|name| (width(&name), name));
        let titles = [
            "level", "hardest", "score", "steps", "search", "clues", "claim", "puzzle",
        ];
        match self {
            RecordFormat::Table => Some(rated_row(letters, titles)),
            RecordFormat::Jsonl => None,
            RecordFormat::Csv => Some(with_ratings(FIELDS.to_owned(), letters)),
        }
    }

    /// A grade as a line.
    pub fn record(self, grade: &Grade) -> String {
        let rating = |missing: &'static str| {
            let text = move |rating: &Rated| match rating {
                Rated::Length(length) => length.to_string(),
                Rated::Never => missing.to_owned(),
                Rated::AtLeast(length) => format!(">={length}"),
            };
            let lengths = grade.scales.iter();
            let lengths = lengths.map(move |(scale, rating)| (width(scale.letter()), text(rating)));
            let marks = grade.ladders.iter().flat_map(|rating| &rating.columns);
            lengths.chain(marks.map(move |(name, value)| match value {
                LadderValue::Missing => (width(name), missing.to_owned()),
                value => (width(name), value.text()),
            }))
        };
        let level = grade.level.unwrap_or_default();
        let hardest = grade.hardest.as_deref().unwrap_or_default();
        match self {
            RecordFormat::Jsonl => serde_json::to_string(grade).unwrap_or_default(),
            RecordFormat::Table => rated_row(
                rating("-"),
                [
                    if level.is_empty() { "-" } else { level },
                    if hardest.is_empty() { "-" } else { hardest },
                    &grade.score.to_string(),
                    &grade.steps.to_string(),
                    &grade.search.supposes.to_string(),
                    &grade.clues.to_string(),
                    grade.claim,
                    &grade.puzzle,
                ],
            ),
            RecordFormat::Csv => {
                let counts: Vec<String> = (grade.techniques.iter())
                    .map(|(name, count)| format!("{name}: {count}"))
                    .collect();
                let mut line = String::new();
                let _ = write!(
                    line,
                    "{},{level},{},{},{},{},{},{},{},{},{}",
                    quoted(&grade.puzzle),
                    quoted(hardest),
                    grade.score,
                    grade.steps,
                    grade.search.supposes,
                    grade.search.depth,
                    grade.clues,
                    quoted(&counts.join("; ")),
                    grade.solved,
                    grade.claim,
                );
                with_ratings(line, rating(""))
            }
        }
    }

    /// Reads a line back. `Ok(None)` for the heading.
    pub fn parse(
        self,
        line: &str,
        heading: Option<&str>,
    ) -> Result<Option<GradeRecord>, NotARecord> {
        match self {
            RecordFormat::Table => Err(NotARecord),
            RecordFormat::Csv if Some(line) == heading => Ok(None),
            RecordFormat::Csv => {
                let fields = csv_fields(line).ok_or(NotARecord)?;
                let [puzzle, level, hardest, _, _, _, _, _, _, _, claim, ..] = &fields[..] else {
                    return Err(NotARecord);
                };
                let some = |text: &String| (!text.is_empty()).then(|| text.clone());
                Ok(Some(GradeRecord {
                    puzzle: puzzle.clone(),
                    level: some(level),
                    hardest: some(hardest),
                    claim: claim.clone(),
                }))
            }
            RecordFormat::Jsonl => {
                let value: serde_json::Value =
                    serde_json::from_str(line).map_err(|_| NotARecord)?;
                let text = |key: &str| value.get(key)?.as_str().map(str::to_owned);
                Ok(Some(GradeRecord {
                    puzzle: text("puzzle").ok_or(NotARecord)?,
                    level: text("level"),
                    hardest: text("hardest"),
                    claim: text("claim").ok_or(NotARecord)?,
                }))
            }
        }
    }
}

/// A line that is no record of a grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotARecord;

/// A line of values followed by ratings.
fn with_ratings(mut line: String, ratings: impl Iterator<Item = (usize, String)>) -> String {
    for (_, rating) in ratings {
        line.push(',');
        line += &rating;
    }
    line
}

/// Columns preceded by ratings.
fn rated_row(ratings: impl Iterator<Item = (usize, String)>, fields: [&str; 8]) -> String {
    let mut line = String::new();
    for (width, rating) in ratings {
        let _ = write!(line, "{rating:>width$}  ");
    }
    line + &row(fields)
}

/// The width of a scale's column: a length needs two digits, `7.2` and `extreme` more.
fn width(name: &str) -> usize {
    match name.len() {
        1 | 2 if name != "SE" => 2,
        length => length.max(4),
    }
}

/// A table row. The puzzle is last because it can have any length.
fn row(fields: [&str; 8]) -> String {
    let [level, hardest, score, steps, search, clues, claim, puzzle] = fields;
    format!(
        "{level:<8}{hardest:<26}  {score:>7}  {steps:>5}  {search:>6}  {clues:>5}  {claim:<6}  {puzzle}"
    )
}

/// A field, quoted if necessary.
fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}

/// The fields of a line. `None` if a quote is not closed.
fn csv_fields(line: &str) -> Option<Vec<String>> {
    let mut fields = vec![String::new()];
    let mut open = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let field = fields.last_mut()?;
        match c {
            '"' if open && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' => open = !open,
            ',' if !open => fields.push(String::new()),
            _ => field.push(c),
        }
    }
    (!open).then_some(fields)
}
