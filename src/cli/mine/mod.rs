//! `qedoku mine`: new rules from puzzles on which the rules are stuck.

mod args;
mod explain;
mod guardians;
mod journal;
mod judge;
mod occurs;
mod run;
mod shares;
mod start;
mod unfillable;
mod writer;

use miette::miette;

use crate::terminal::Terminal;

pub use args::MineArgs;

pub fn run(args: &MineArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    if let Some(digits) = args.unfillable {
        return unfillable::run(args, usize::from(digits), terminal);
    }
    if let Some(rules) = &args.occurs {
        return occurs::run(args, rules, terminal);
    }
    match (&args.explain, &args.curve, &args.output) {
        (Some(candidate), ..) => explain::run(args, candidate, terminal),
        (None, Some(folder), _) => judge::show_curve(args, folder, terminal),
        (None, None, Some(folder)) => run::run(args, folder, terminal),
        (None, None, None) => Err(miette!("name a folder with -o")),
    }
}
