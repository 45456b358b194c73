//! `qedoku completions` and `qedoku man`: generated from the definitions of the parser.

use clap_complete::Shell;
use miette::{Diagnostic, IntoDiagnostic};
use thiserror::Error;

use crate::exit::GOOD;
use crate::terminal::Terminal;

#[derive(clap::Args, Debug)]
pub struct Completions {
    /// Shell to complete for
    shell: Shell,
}

#[derive(clap::Args, Debug)]
pub struct ManArgs {
    /// Command to describe, such as `prove` or `rules check` [default: the whole program]
    #[arg(value_name = "COMMAND")]
    path: Vec<String>,
}

/// Error for an unknown command.
#[derive(Debug, Error, Diagnostic)]
#[error("there is no command `{0}`")]
#[diagnostic(help("`qedoku --help` lists the commands"))]
pub struct NoSuchCommand(String);

/// Prints a completion script for the whole command line.
pub fn completions(
    args: &Completions,
    mut whole: clap::Command,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut whole, "qedoku", &mut script);
    terminal.out.write_all(&script).into_diagnostic()?;
    Ok(GOOD)
}

/// Prints the manual page of the whole command line, or of one command.
pub fn man(
    args: &ManArgs,
    mut whole: clap::Command,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    whole.build();
    let mut described = &whole;
    for (i, name) in args.path.iter().enumerate() {
        let inner = described.find_subcommand(name);
        described = inner.ok_or_else(|| NoSuchCommand(args.path[..=i].join(" ")))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(described.clone())
        .render(&mut page)
        .into_diagnostic()?;
    terminal.out.write_all(&page).into_diagnostic()?;
    Ok(GOOD)
}
