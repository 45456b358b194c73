//! `qedoku completions` and `qedoku man`: made from the same definitions as the parser.

use clap_complete::Shell;
use miette::{Diagnostic, IntoDiagnostic};
use thiserror::Error;

use super::{GOOD, Terminal, command};

#[derive(clap::Args, Debug)]
pub struct Completions {
    /// The shell to complete for
    shell: Shell,
}

#[derive(clap::Args, Debug)]
pub struct Man {
    /// The subcommand to describe; without it, the whole program
    #[arg(value_name = "COMMAND")]
    subcommand: Option<String>,
}

/// The command to describe is not there: wrong usage.
#[derive(Debug, Error, Diagnostic)]
#[error("there is no command `{0}`")]
#[diagnostic(help("`qedoku --help` lists the commands"))]
pub struct NoSuchCommand(String);

pub fn completions(args: &Completions, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "qedoku", &mut script);
    terminal.out.write_all(&script).into_diagnostic()?;
    Ok(GOOD)
}

pub fn man(args: &Man, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let mut whole = command();
    whole.build();
    let described = match &args.subcommand {
        None => whole,
        Some(name) => match whole.find_subcommand(name) {
            Some(found) => found.clone(),
            None => return Err(NoSuchCommand(name.clone()).into()),
        },
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(described)
        .render(&mut page)
        .into_diagnostic()?;
    terminal.out.write_all(&page).into_diagnostic()?;
    Ok(GOOD)
}
