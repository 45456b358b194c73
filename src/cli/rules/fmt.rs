//! `qedoku rules fmt`

use std::path::PathBuf;

use miette::IntoDiagnostic;

use crate::exit::{BAD, GOOD};
use crate::files;
use crate::library::rule_files;
use crate::terminal::Terminal;
use qedoku_core::lang::{MAX_FILE, RuleFile, format};

#[derive(clap::Args, Debug)]
pub struct FmtArgs {
    /// Rule files or folders
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Change nothing. List the files that would change, and fail if there are any
    #[arg(long)]
    check: bool,
}

pub fn run(args: &FmtArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let mut changed = false;
    for path in &args.files {
        for file in rule_files(path)? {
            let bytes = files::read(&file, MAX_FILE as u64)?;
            let source = RuleFile::new(&files::escaped(&file), &bytes)?;
            let formatted = format(&source)?;
            if formatted == source.text {
                continue;
            }
            changed = true;
            if !args.check {
                files::replace(&file, formatted.as_bytes())?;
            }
            writeln!(terminal.out, "{}", files::escaped(&file)).into_diagnostic()?;
        }
    }
    Ok(if changed && args.check { BAD } else { GOOD })
}
