//! `qedoku rules`: the contents of the library, and tools for rule authors.

mod book;
mod check;
mod conform;
pub mod fix;
mod fmt;
mod list;
mod new;
mod overlap;
mod prove;
mod show;
mod test;
mod watch;

use clap::Subcommand;

use crate::terminal::Terminal;

#[derive(clap::Args, Debug)]
pub struct RulesArgs {
    #[command(subcommand)]
    command: RulesCommand,
}

#[derive(Subcommand, Debug)]
enum RulesCommand {
    /// List the rules: name, family, level, score
    List(list::ListArgs),
    /// Show a rule: its text, what it means, an example
    Show(show::RulesShowArgs),
    /// Start a rule file: a blank one, a copy of a rule, or from a state and what goes there
    New(new::RulesNewArgs),
    /// Check, prove, test and show the rules of a folder whenever one is saved
    Watch(watch::WatchArgs),
    /// Run the examples of rules
    Test(test::RulesTestArgs),
    /// Bring rule files into the house style
    Fmt(fmt::FmtArgs),
    /// Look for mistakes in rule files, and prove their rules sound or show where they are wrong
    Check(check::RulesCheckArgs),
    /// Write the proof that a rule is sound, for any SMT solver to confirm
    Prove(prove::RulesProveArgs),
    /// List which rules find all that others find
    Overlap(overlap::OverlapArgs),
    /// Write the library as a book of HTML pages: each technique with its picture, file and neighbours
    Book(book::BookArgs),
    /// Try the rules on a library of technique cases in HoDoKu's format
    Conform(conform::ConformArgs),
}

pub fn run(args: &RulesArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    match &args.command {
        RulesCommand::List(args) => list::run(args, terminal),
        RulesCommand::Show(args) => show::run(args, terminal),
        RulesCommand::New(args) => new::run(args, terminal),
        RulesCommand::Watch(args) => watch::run(args, terminal),
        RulesCommand::Test(args) => test::run(args, terminal),
        RulesCommand::Fmt(args) => fmt::run(args, terminal),
        RulesCommand::Check(args) => check::run(args, terminal),
        RulesCommand::Prove(args) => prove::run(args, terminal),
        RulesCommand::Overlap(args) => overlap::run(args, terminal),
        RulesCommand::Book(args) => book::run(args, terminal),
        RulesCommand::Conform(args) => conform::run(args, terminal),
    }
}
