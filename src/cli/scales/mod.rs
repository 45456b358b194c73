//! `qedoku scales`: the scales of ratings, and their comparison with published ratings.

mod choice;
mod compare;
mod orders;
mod published_table;
mod steps;
mod translate;

pub use choice::{UnusableScale, chosen};

use miette::{IntoDiagnostic, miette};

use crate::exit::GOOD;
use crate::terminal::Terminal;
use qedoku_core::engine::rate::STANDARD_LADDERS;
use qedoku_core::engine::scale::Scale;

#[derive(clap::Args, Debug)]
pub struct ScalesArgs {
    #[command(subcommand)]
    command: ScalesCommand,
}

#[derive(clap::Subcommand, Debug)]
enum ScalesCommand {
    /// List the scales that come with the program
    List,
    /// Print the file of a scale
    Show {
        /// Name of the scale
        scale: String,
    },
    /// Rate the puzzles of a table and compare the ratings with one of its columns
    Compare(compare::CompareArgs),
    /// Rate a puzzle by whips in many random orders of steps
    Orders(orders::OrdersArgs),
    /// List the steps that a rating comes from
    Steps(steps::ScaleStepsArgs),
    /// Translate one column of ratings into others by their medians
    Translate(translate::TranslateArgs),
}

pub fn run(args: &ScalesArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    match &args.command {
        ScalesCommand::List => {
            for scale in Scale::ALL {
                writeln!(terminal.out, "{:<8}{}", scale.letter(), scale.words())
                    .into_diagnostic()?;
            }
            for (name, text) in STANDARD_LADDERS {
                writeln!(terminal.out, "{name:<8}{}", heading(text)).into_diagnostic()?;
            }
            Ok(GOOD)
        }
        ScalesCommand::Show { scale } => {
            let known = STANDARD_LADDERS.iter().find(|(name, _)| name == scale);
            let (_, text) = known.ok_or_else(|| {
                miette!(
                    help = "`qedoku scales list` lists the scales",
                    "there is no scale file `{scale}`"
                )
            })?;
            write!(terminal.out, "{text}").into_diagnostic()?;
            Ok(GOOD)
        }
        ScalesCommand::Compare(args) => compare::run(args, terminal),
        ScalesCommand::Orders(args) => orders::run(args, terminal),
        ScalesCommand::Steps(args) => steps::run(args, terminal),
        ScalesCommand::Translate(args) => translate::run(args, terminal),
    }
}

/// The description at the top of a scale file: the first comment block, indented.
fn heading(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix("# "));
    lines.collect::<Vec<_>>().join("\n        ")
}
