//! `qedoku rules`: what the library has, and help for those who write rules.

mod check;
mod conform;
mod fmt;
mod list;
mod overlap;
mod prove;
mod show;
mod test;

use clap::Subcommand;

use super::Terminal;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// List the rules: name, family, level, score
    List(list::Args),
    /// Show a rule: its text, what it means, an example
    Show(show::Args),
    /// Run the examples of rules
    Test(test::Args),
    /// Bring rule files into the house style
    Fmt(fmt::Args),
    /// Look for mistakes in rule files, and prove their rules sound or show where they are wrong
    Check(check::Args),
    /// Write the proof that a rule is sound, for any SMT solver to confirm
    Prove(prove::Args),
    /// List which rules find all that others find
    Overlap(overlap::Args),
    /// Try the rules on a library of technique cases in HoDoKu's format
    Conform(conform::Args),
}

pub fn run(args: &Args, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    match &args.command {
        Command::List(args) => list::run(args, terminal),
        Command::Show(args) => show::run(args, terminal),
        Command::Test(args) => test::run(args, terminal),
        Command::Fmt(args) => fmt::run(args, terminal),
        Command::Check(args) => check::run(args, terminal),
        Command::Prove(args) => prove::run(args, terminal),
        Command::Overlap(args) => overlap::run(args, terminal),
        Command::Conform(args) => conform::run(args, terminal),
    }
}
