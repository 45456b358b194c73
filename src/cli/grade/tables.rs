//! `qedoku grade IN.parquet -o OUT.parquet`: a table of puzzles in, a table of grades out.
//!
//! There is one row per row, in the same order, with the input columns whose names differ from
//! those of grades. Rows that are not puzzles have the columns `error` and `code`. The output
//! appears when it is complete. One batch of the input is in memory.

use std::fs::File;
use std::path::{Path, PathBuf};

use arrow_schema::{ArrowError, Schema, SchemaRef};
use miette::{IntoDiagnostic, miette};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

use super::args::{GradeArgs, is_parquet};
use super::output::GradeProgress;
use crate::exit::{BAD, GOOD, UNUSABLE};
use crate::files::{self, FileError, NewFile};
use crate::interrupt;
use crate::terminal::Terminal;
use crate::warnings::SkippedSteps;
use qedoku_batch::columns::{BatchLayout, GradeColumn};
use qedoku_core::engine::scale::Scale;
use qedoku_core::report::summary::Summary;

/// The column with the puzzles.
const PUZZLES: &str = "puzzle";

/// Number of rows graded at a time.
const ROWS_PER_BATCH: usize = 8192;

/// A table that is read batch by batch.
struct InputTable {
    path: PathBuf,
    rows: u64,
    reader: ParquetRecordBatchReader,
    schema: SchemaRef,
}

impl InputTable {
    fn open(path: &Path) -> miette::Result<InputTable> {
        let file = File::open(path).map_err(|cause| FileError::read(path, cause))?;
        let name = files::escaped(path);
        let unreadable = |error| miette!("{name} is not a readable Parquet file: {error}");
        let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(unreadable)?;
        Ok(InputTable {
            path: path.to_owned(),
            rows: builder.metadata().file_metadata().num_rows().max(0) as u64,
            schema: builder.schema().clone(),
            reader: (builder.with_batch_size(ROWS_PER_BATCH).build()).map_err(unreadable)?,
        })
    }
}

/// The output path. `Err` describes a mistake in the options.
fn destination(args: &GradeArgs) -> Result<&Path, String> {
    if args.resume.is_some() || args.json || args.format.is_some() {
        return Err(
            "a Parquet file is written as a whole: without --resume, --json, --format".into(),
        );
    }
    match &args.output {
        Some(path) if is_parquet(path) && args.files.iter().all(|f| is_parquet(f)) => Ok(path),
        _ => Err("Parquet files go into one Parquet file: grade IN.parquet -o OUT.parquet".into()),
    }
}

pub fn run(args: &GradeArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let output = match destination(args) {
        Ok(output) => output,
        Err(usage) => {
            eprintln!("{usage}");
            return Ok(UNUSABLE);
        }
    };
    args.files.iter().for_each(|file| files::note_input(file));
    files::refuse_input(output)?;
    let tables = (args.files.iter().map(|file| InputTable::open(file)))
        .collect::<miette::Result<Vec<InputTable>>>()?;
    let first = tables.first().ok_or_else(|| miette!("there is no file"))?;
    if let Some(other) = tables.iter().find(|table| table.schema != first.schema) {
        let name = files::escaped(&other.path);
        return Err(miette!("{name} has other columns than the first file"));
    }
    args.start_threads();
    let (_, grader) = args.grader()?;
    if let Some(ladder) = grader.ladders().first() {
        let name = &ladder.name;
        return Err(miette!(
            "--scale {name} is for lines, not for Parquet files"
        ));
    }
    let layout = layout(&first.schema, grader.scales());
    let schema = layout.schema(&first.schema).map_err(words)?;
    let rows = tables.iter().map(|table| table.rows).sum();
    let file = NewFile::create(output)?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
    let writer = ArrowWriter::try_new(file, schema, Some(properties.build()));
    let mut writer = writer.map_err(|error| unwritten(output, error))?;
    let mut progress = GradeProgress::of_rows(rows);
    let (mut summary, mut refused) = (Summary::default(), SkippedSteps::default());
    for table in tables {
        let name = files::escaped(&table.path);
        for batch in table.reader {
            let batch = batch.map_err(|error| miette!("{name} cannot be read: {error}"))?;
            let begin = || {
                interrupt::begin_each(args.strategy.max_time());
                !interrupt::interrupted()
            };
            let graded = layout.rows(&grader, &batch, &begin);
            let graded = graded.map_err(words)?;
            let Some(graded) = graded.filter(|_| !interrupt::interrupted()) else {
                // Incomplete output is removed.
                return Ok(GOOD);
            };
            for row in &graded {
                match &row.grade {
                    Ok(grade) => {
                        summary.add(grade.level, grade.hardest.as_deref(), grade.claim);
                        let steps = grade.refused.iter();
                        steps.for_each(|(rule, step)| refused.add(rule, step));
                    }
                    Err(_) => summary.add_bad(),
                }
            }
            let batch = layout.batch(&batch, &graded).map_err(words)?;
            writer
                .write(&batch)
                .map_err(|error| unwritten(output, error))?;
            progress.show_rows(summary.puzzles() + summary.bad());
        }
    }
    let file = writer
        .into_inner()
        .map_err(|error| unwritten(output, error))?;
    file.keep()?;
    progress.finish();
    refused.print();
    if !args.quiet {
        write!(terminal.out, "{}", summary.to_text()).into_diagnostic()?;
    }
    Ok(if summary.bad() > 0 { BAD } else { GOOD })
}

/// All columns of grades, and the input columns with other names.
fn layout(input: &Schema, scales: &[Scale]) -> BatchLayout {
    let columns = GradeColumn::all(scales);
    let names: Vec<String> = columns.iter().map(|column| column.name()).collect();
    let others = input.fields().iter().map(|field| field.name().clone());
    BatchLayout {
        puzzles: PUZZLES.to_owned(),
        keep: others.filter(|name| !names.contains(name)).collect(),
        columns,
    }
}

/// An error in the columns.
fn words(error: ArrowError) -> miette::Report {
    match error {
        ArrowError::SchemaError(words) => miette!("{words}"),
        other => miette!("{other}"),
    }
}

fn unwritten(path: &Path, error: parquet::errors::ParquetError) -> miette::Report {
    FileError::write(path, std::io::Error::other(error)).into()
}
