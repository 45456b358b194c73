//! `qedoku rules`: the contents of the library, and tools for rule authors.

#[cfg(feature = "mine")]
mod book;
mod check;
mod conform;
#[cfg(feature = "mine")]
mod derive;
mod fmt;
mod list;
mod new;
#[cfg(feature = "mine")]
mod overlap;
mod plan;
#[cfg(feature = "z3")]
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
    /// List the rules with family, level and score
    List(list::ListArgs),
    /// Show the text, the verdict and an example of a rule
    Show(show::RulesShowArgs),
    /// Start a rule file: blank, from a rule, or from a state and its eliminations
    New(new::RulesNewArgs),
    /// Check and test rule files whenever one is saved
    Watch(watch::WatchArgs),
    /// Print how a rule is searched for, operation by operation
    Plan(plan::RulesPlanArgs),
    /// Run the examples of rules
    Test(test::RulesTestArgs),
    /// Format rule files
    Fmt(fmt::FmtArgs),
    /// Find mistakes in rule files, and prove the rules sound or show a counterexample
    Check(check::RulesCheckArgs),
    /// Write the soundness proof of a rule for any SMT solver
    #[cfg(feature = "z3")]
    Prove(prove::RulesProveArgs),
    /// List the rules that subsume other rules
    #[cfg(feature = "mine")]
    Overlap(overlap::OverlapArgs),
    /// Write the rule library as linked HTML pages
    #[cfg(feature = "mine")]
    Book(book::BookArgs),
    /// Test the rules on technique cases in HoDoKu's format
    Conform(conform::ConformArgs),
}

pub fn run(args: &RulesArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    match &args.command {
        RulesCommand::List(args) => list::run(args, terminal),
        RulesCommand::Show(args) => show::run(args, terminal),
        RulesCommand::New(args) => new::run(args, terminal),
        RulesCommand::Watch(args) => watch::run(args, terminal),
        RulesCommand::Plan(args) => plan::run(args, terminal),
        RulesCommand::Test(args) => test::run(args, terminal),
        RulesCommand::Fmt(args) => fmt::run(args, terminal),
        RulesCommand::Check(args) => check::run(args, terminal),
        #[cfg(feature = "z3")]
        RulesCommand::Prove(args) => prove::run(args, terminal),
        #[cfg(feature = "mine")]
        RulesCommand::Overlap(args) => overlap::run(args, terminal),
        #[cfg(feature = "mine")]
        RulesCommand::Book(args) => book::run(args, terminal),
        RulesCommand::Conform(args) => conform::run(args, terminal),
    }
}
