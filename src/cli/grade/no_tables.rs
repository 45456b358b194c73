//! Parquet files, in a program that was built without them.

use super::args::GradeArgs;
use crate::exit::UNUSABLE;
use crate::terminal::Terminal;

/// Says what is missing.
pub fn run(_: &GradeArgs, _: &mut Terminal<'_>) -> miette::Result<u8> {
    eprintln!(
        "this program was built without Parquet: `cargo install --path . --features parquet` builds it with"
    );
    Ok(UNUSABLE)
}
