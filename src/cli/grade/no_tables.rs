//! Parquet files, in a program built without them.

use super::args::GradeArgs;
use crate::exit::UNUSABLE;
use crate::terminal::Terminal;

/// Reports that Parquet is missing.
pub fn run(_: &GradeArgs, _: &mut Terminal<'_>) -> miette::Result<u8> {
    eprintln!(
        "this program was built without Parquet: use `cargo install --path . --features parquet`"
    );
    Ok(UNUSABLE)
}
