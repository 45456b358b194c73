//! Grades as Arrow columns.
//!
//! The input is a record batch with a column of puzzles. The output has one row per puzzle, with
//! the requested columns and the kept columns of the input, which are not copied. The columns are
//! the fields of `qedoku grade --json`, and `error` and `code` for rows without a grade. Numbers
//! are signed, because Spark supports no others.
//!
//! | column | type |
//! ---|---|
//! | `puzzle`, `level`, `hardest`, `claim`, `error`, `code` | text |
//! | `score`, `steps`, `refuted`, `search` | 64 bits |
//! | `depth`, `clues`, `B`, `W`, `B_at_least`, `W_at_least` | 32 bits |
//! | `techniques` | a map from names to 64 bits |
//! | `solved` | yes or no |

use std::sync::Arc;

use arrow_array::builder::{Int64Builder, MapBuilder, MapFieldNames, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, BooleanArray, Int32Array, Int64Array, RecordBatch, StringArray,
};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef};
use qedoku_core::engine::scale::Scale;
use qedoku_core::report::grade::{Grade, Rated};

use super::grade::{GradedRow, Grader};

/// A column of grades.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GradeColumn {
    /// The givens on one line, or the candidates. For text that is not a puzzle, the text.
    Puzzle,
    /// The level of the hardest technique.
    Level,
    /// The hardest technique.
    Hardest,
    /// The sum of the scores of all steps.
    Score,
    /// The number of distinct steps.
    Steps,
    /// The number of candidates refuted by search.
    Refuted,
    /// The number of suppositions that the search made.
    Search,
    /// The maximum number of nested suppositions.
    Depth,
    /// The number of givens.
    Clues,
    /// The number of steps of each technique.
    Techniques,
    /// Whether the puzzle was solved.
    Solved,
    /// The proved claim.
    Claim,
    /// The rating on a scale.
    Rating(Scale),
    /// The lower bound of the rating, if the time ran out.
    AtLeast(Scale),
    /// The reason why there is no grade.
    Error,
    /// The code of the reason.
    Code,
}

/// The columns that exist for every choice of scales.
const COLUMNS_WITHOUT_SCALES: [GradeColumn; 12] = [
    GradeColumn::Puzzle,
    GradeColumn::Level,
    GradeColumn::Hardest,
    GradeColumn::Score,
    GradeColumn::Steps,
    GradeColumn::Refuted,
    GradeColumn::Search,
    GradeColumn::Depth,
    GradeColumn::Clues,
    GradeColumn::Techniques,
    GradeColumn::Solved,
    GradeColumn::Claim,
];

impl GradeColumn {
    /// All columns of grades with the given scales, in order.
    pub fn all(scales: &[Scale]) -> Vec<GradeColumn> {
        let ratings =
            (scales.iter()).flat_map(|&s| [GradeColumn::Rating(s), GradeColumn::AtLeast(s)]);
        let all = COLUMNS_WITHOUT_SCALES.into_iter().chain(ratings);
        all.chain([GradeColumn::Error, GradeColumn::Code]).collect()
    }

    /// The column with a name, if the column exists for the scales.
    pub fn named(name: &str, scales: &[Scale]) -> Option<GradeColumn> {
        GradeColumn::all(scales)
            .into_iter()
            .find(|c| c.name() == name)
    }

    /// Name of the column.
    pub fn name(self) -> String {
        let name = match self {
            GradeColumn::Puzzle => "puzzle",
            GradeColumn::Level => "level",
            GradeColumn::Hardest => "hardest",
            GradeColumn::Score => "score",
            GradeColumn::Steps => "steps",
            GradeColumn::Refuted => "refuted",
            GradeColumn::Search => "search",
            GradeColumn::Depth => "depth",
            GradeColumn::Clues => "clues",
            GradeColumn::Techniques => "techniques",
            GradeColumn::Solved => "solved",
            GradeColumn::Claim => "claim",
            GradeColumn::Rating(scale) => scale.letter(),
            GradeColumn::AtLeast(scale) => return format!("{}_at_least", scale.letter()),
            GradeColumn::Error => "error",
            GradeColumn::Code => "code",
        };
        name.to_owned()
    }

    /// The column's name and type.
    pub fn field(self) -> Field {
        let kind = match self {
            GradeColumn::Score
            | GradeColumn::Steps
            | GradeColumn::Refuted
            | GradeColumn::Search => DataType::Int64,
            GradeColumn::Depth
            | GradeColumn::Clues
            | GradeColumn::Rating(_)
            | GradeColumn::AtLeast(_) => DataType::Int32,
            GradeColumn::Techniques => DataType::Map(Arc::new(entries()), false),
            GradeColumn::Solved => DataType::Boolean,
            _ => DataType::Utf8,
        };
        Field::new(self.name(), kind, true)
    }

    /// Values of the column.
    fn array(self, rows: &[GradedRow]) -> ArrayRef {
        fn texts<'r>(
            rows: &'r [GradedRow],
            value: impl Fn(&'r Grade) -> Option<&'r str>,
        ) -> StringArray {
            rows.iter()
                .map(|row| row.grade.as_ref().ok().and_then(&value))
                .collect()
        }
        let long = |value: fn(&Grade) -> u64| -> ArrayRef {
            let value = |row: &GradedRow| Some(value(row.grade.as_ref().ok()?) as i64);
            Arc::new(rows.iter().map(value).collect::<Int64Array>())
        };
        let short = |value: &dyn Fn(&Grade) -> Option<usize>| -> ArrayRef {
            let value = |row: &GradedRow| Some(value(row.grade.as_ref().ok()?)? as i32);
            Arc::new(rows.iter().map(value).collect::<Int32Array>())
        };
        let rated = |grade: &Grade, scale: Scale| {
            let own = grade.scales.iter().find(|(s, _)| *s == scale);
            own.map(|(_, rated)| *rated)
        };
        match self {
            GradeColumn::Puzzle => Arc::new(
                (rows.iter())
                    .map(|row| match &row.grade {
                        Ok(grade) => Some(grade.puzzle.as_str()),
                        Err(_) => row.text.as_deref(),
                    })
                    .collect::<StringArray>(),
            ),
            GradeColumn::Level => Arc::new(texts(rows, |grade| grade.level)),
            GradeColumn::Hardest => Arc::new(texts(rows, |grade| grade.hardest.as_deref())),
            GradeColumn::Claim => Arc::new(texts(rows, |grade| Some(grade.claim))),
            GradeColumn::Score => long(|grade| grade.score),
            GradeColumn::Steps => long(|grade| grade.steps),
            GradeColumn::Refuted => long(|grade| grade.search.refuted as u64),
            GradeColumn::Search => long(|grade| grade.search.supposes as u64),
            GradeColumn::Depth => short(&|grade| Some(grade.search.depth)),
            GradeColumn::Clues => short(&|grade| Some(grade.clues)),
            GradeColumn::Solved => Arc::new(
                (rows.iter())
                    .map(|row| Some(row.grade.as_ref().ok()?.solved))
                    .collect::<BooleanArray>(),
            ),
            GradeColumn::Rating(scale) => short(&|grade| match rated(grade, scale)? {
                Rated::Length(length) => Some(length),
                Rated::Never | Rated::AtLeast(_) => None,
            }),
            GradeColumn::AtLeast(scale) => short(&|grade| match rated(grade, scale)? {
                Rated::AtLeast(length) => Some(length),
                Rated::Never | Rated::Length(_) => None,
            }),
            GradeColumn::Techniques => techniques(rows),
            GradeColumn::Error => Arc::new(
                (rows.iter())
                    .map(|row| Some(row.grade.as_ref().err()?.message.as_str()))
                    .collect::<StringArray>(),
            ),
            GradeColumn::Code => Arc::new(
                (rows.iter())
                    .map(|row| row.grade.as_ref().err()?.code.as_deref())
                    .collect::<StringArray>(),
            ),
        }
    }
}

/// The type of the entries in the map of techniques.
fn entries() -> Field {
    let fields = Fields::from(vec![
        Field::new("key", DataType::Utf8, false),
        Field::new("value", DataType::Int64, true),
    ]);
    Field::new("entries", DataType::Struct(fields), false)
}

fn techniques(rows: &[GradedRow]) -> ArrayRef {
    let names = MapFieldNames {
        entry: "entries".into(),
        key: "key".into(),
        value: "value".into(),
    };
    let mut map = MapBuilder::new(Some(names), StringBuilder::new(), Int64Builder::new());
    for row in rows {
        let counts = row.grade.as_ref().ok().map(|grade| &grade.techniques);
        for (name, count) in counts.into_iter().flatten() {
            map.keys().append_value(name);
            map.values().append_value(*count as i64);
        }
        // Names and counts have equal length.
        map.append(counts.is_some()).expect("names and counts");
    }
    Arc::new(map.finish())
}

/// The columns of a batch to read, compute and keep.
#[derive(Clone, Debug)]
pub struct BatchLayout {
    /// The input column with the puzzles.
    pub puzzles: String,
    /// The columns to compute.
    pub columns: Vec<GradeColumn>,
    /// The input columns to keep. They precede the computed columns.
    pub keep: Vec<String>,
}

impl BatchLayout {
    /// The output schema for an input schema. Fails if a column is missing or would occur twice.
    pub fn schema(&self, input: &Schema) -> Result<SchemaRef, ArrowError> {
        let kept = self.keep.iter().map(|name| input.field_with_name(name));
        let mut fields: Vec<Field> = kept.map(|f| f.cloned()).collect::<Result<_, _>>()?;
        fields.extend(self.columns.iter().map(|column| column.field()));
        for (at, field) in fields.iter().enumerate() {
            if fields[..at]
                .iter()
                .any(|other| other.name() == field.name())
            {
                let name = field.name();
                return Err(ArrowError::SchemaError(format!(
                    "the output would have two columns `{name}`"
                )));
            }
        }
        is_text(input.field_with_name(&self.puzzles)?)?;
        Ok(Arc::new(Schema::new(fields)))
    }

    /// Grades a batch. `None` once `begin` returns false.
    pub fn grade(
        &self,
        grader: &Grader,
        batch: &RecordBatch,
        begin: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<RecordBatch>, ArrowError> {
        let rows = self.rows(grader, batch, begin)?;
        rows.map(|rows| self.batch(batch, &rows)).transpose()
    }

    /// The graded rows of a batch.
    pub fn rows(
        &self,
        grader: &Grader,
        batch: &RecordBatch,
        begin: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Vec<GradedRow>>, ArrowError> {
        let missing = || ArrowError::SchemaError(format!("there is no column `{}`", self.puzzles));
        let puzzles = batch.column_by_name(&self.puzzles).ok_or_else(missing)?;
        Ok(grader.rows(&strings(puzzles)?, begin))
    }

    /// The rows as columns, beside the kept columns of the batch.
    pub fn batch(
        &self,
        batch: &RecordBatch,
        rows: &[GradedRow],
    ) -> Result<RecordBatch, ArrowError> {
        let schema = self.schema(&batch.schema())?;
        let kept = (self.keep.iter()).filter_map(|name| batch.column_by_name(name).cloned());
        let made = self.columns.iter().map(|column| column.array(rows));
        RecordBatch::try_new(schema, kept.chain(made).collect())
    }
}

fn is_text(field: &Field) -> Result<(), ArrowError> {
    match field.data_type() {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Ok(()),
        other => Err(ArrowError::SchemaError(format!(
            "the column `{}` has type {other}, not text",
            field.name()
        ))),
    }
}

/// The texts of a column in any string type.
fn strings(column: &dyn Array) -> Result<Vec<Option<&str>>, ArrowError> {
    Ok(match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().iter().collect(),
        DataType::LargeUtf8 => column.as_string::<i64>().iter().collect(),
        DataType::Utf8View => column.as_string_view().iter().collect(),
        other => {
            return Err(ArrowError::SchemaError(format!(
                "the puzzles have type {other}, not text"
            )));
        }
    })
}
