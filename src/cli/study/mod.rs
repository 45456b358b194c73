//! `qedoku study`: compares methods on puzzles, with tables, plots and a report.

mod args;
mod input;
mod journal;
mod run;
mod train;
mod write;

use std::sync::Arc;

use miette::{IntoDiagnostic, miette};

use crate::exit::GOOD;
use crate::files;
use crate::terminal::Terminal;
pub use args::StudyArgs;
use args::StudyCommand;
use qedoku_study::method::{Setup, known_methods};
use qedoku_study::network::Model;

/// Maximum size of a file of weights in bytes.
const MAX_WEIGHTS_BYTES: u64 = 16 << 20;

pub fn run(args: &StudyArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    if let Some(StudyCommand::Train(train)) = &args.command {
        return train::run(train, terminal);
    }
    let setup = setup(args)?;
    if args.list {
        let rows = known_methods(&setup)
            .into_iter()
            .map(|(name, words)| [name, words]);
        let heading = ["method", "what it is"].map(str::to_owned);
        let table: Vec<[String; 2]> = std::iter::once(heading).chain(rows).collect();
        terminal.table(&table).into_diagnostic()?;
        return Ok(GOOD);
    }
    run::run(args, &setup, terminal)
}

/// The methods to run, and their options.
fn setup(args: &StudyArgs) -> miette::Result<Setup> {
    let network = match &args.network {
        None => None,
        Some(path) => {
            let bytes = files::read(path, MAX_WEIGHTS_BYTES)?;
            let name = files::display_name(path);
            let network = Model::from_bytes(&bytes).map_err(|error| miette!("{name}: {error}"))?;
            Some(Arc::new(network))
        }
    };
    Ok(Setup {
        methods: args.suites.iter().chain(&args.methods).cloned().collect(),
        sets: args.sets.clone(),
        limit: args.limit,
        network,
    })
}
