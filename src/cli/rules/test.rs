//! `qedoku rules test`

use std::path::PathBuf;

use miette::IntoDiagnostic;

use crate::cli::library::read_sources;
use crate::cli::{BAD, GOOD, Terminal};
use crate::lang::{load, overlay, standard_sources};
use crate::report::examples;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Rule files or folders; without any, the standard library
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub fn run(args: &Args, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let mut sources = standard_sources();
    let mut tested = Vec::new();
    for path in &args.files {
        let added = read_sources(path)?;
        tested.extend(added.iter().map(|source| source.path.clone()));
        sources = overlay(sources, added);
    }
    let library = load(&sources)?;
    let (mut good, mut bad, mut none) = (0, 0, 0);
    for rule in &library.rules {
        if !args.files.is_empty() && !tested.iter().any(|path| **path == *rule.path) {
            continue;
        }
        let trials = examples::run(&library, rule);
        none += usize::from(trials.is_empty());
        for trial in trials {
            match trial.failure {
                None => good += 1,
                Some(reason) => {
                    bad += 1;
                    writeln!(
                        terminal.out,
                        "{} example {}: {reason}",
                        trial.rule, trial.number
                    )
                    .into_diagnostic()?;
                }
            }
        }
    }
    let passing = match good {
        1 => "1 example passes".to_owned(),
        _ => format!("{good} examples pass"),
    };
    let without = match none {
        1 => "1 rule has none".to_owned(),
        _ => format!("{none} rules have none"),
    };
    writeln!(terminal.out, "{passing}, {bad} fail; {without}").into_diagnostic()?;
    Ok(if bad == 0 { GOOD } else { BAD })
}
