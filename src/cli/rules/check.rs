//! `qedoku rules check`

use std::path::PathBuf;

use miette::IntoDiagnostic;

use crate::cli::library::{load_all, read_sources};
use crate::cli::terminal::plural;
use crate::cli::{GOOD, Terminal};
use crate::lang::{overlay, standard_sources};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Rule files or folders; they may use the patterns and relations of the standard library
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub fn run(args: &Args, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let mut sources = standard_sources();
    let mut checked = Vec::new();
    for path in &args.files {
        let added = read_sources(path)?;
        checked.extend(added.iter().map(|source| source.path.clone()));
        sources = overlay(sources, added);
    }
    let library = load_all(&sources)?;
    let rules = library.rules.iter();
    let count = rules
        .filter(|r| checked.iter().any(|path| **path == *r.path))
        .count();
    let (files, rules) = (plural(checked.len(), "file"), plural(count, "rule"));
    writeln!(terminal.out, "{files}, {rules}: no mistakes found").into_diagnostic()?;
    Ok(GOOD)
}
