//! `qedoku rules prove`: the proof that a rule is sound, for others to check.

use std::path::PathBuf;
use std::time::Duration;

use miette::{IntoDiagnostic, miette};

use super::check::seconds;
use crate::exit::{BAD, GOOD};
use crate::files;
use crate::library::SourceArgs;
use crate::terminal::Terminal;
use crate::terminal::plural;
use qedoku_app::Cancel;
use qedoku_core::lang::ir::Technique;
use qedoku_soundness::{DEFAULT_TIMEOUT, smt2};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Every query in the files must be answered `unsat` by any solver that reads SMT-LIB 2: \
        `z3 FILE`, `cvc5 --incremental FILE`."
)]
pub struct RulesProveArgs {
    /// The rule's name; all of the library if it is left out
    name: Option<String>,

    /// Write the SMT-LIB files to this folder: one for the rule and one per relation that it uses
    #[arg(long, value_name = "DIR")]
    smt2: Option<PathBuf>,

    /// Time limit for each value of a rule's parameter
    #[arg(long, value_name = "SECONDS", default_value_t = DEFAULT_TIMEOUT.as_secs_f64(), value_parser = seconds)]
    time_limit: f64,

    #[command(flatten)]
    library: SourceArgs,
}

pub fn run(args: &RulesProveArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let library = args.library.load()?;
    let names = || library.rules.iter().map(|r| r.name());
    let wanted: Vec<&str> = match &args.name {
        None => names().collect(),
        Some(name) => names().filter(|n| n == name).collect(),
    };
    if let (Some(name), true) = (&args.name, wanted.is_empty()) {
        return Err(crate::library::no_such_rule(name, names()));
    }
    let mut code = GOOD;
    for rule in wanted {
        let own: Vec<&Technique> = (library.techniques.iter())
            .filter(|t| *t.rule == *rule)
            .collect();
        let limit = Duration::from_secs_f64(args.time_limit);
        let cancel = Cancel::default();
        let found = smt2::files(&own, &library.relations, cancel.deadline(limit));
        let Some(found) = found else {
            code = BAD;
            writeln!(
                terminal.out,
                "{rule}: not proved; `qedoku rules check` says why"
            )
            .into_diagnostic()?;
            continue;
        };
        let questions: usize = found
            .iter()
            .map(|f| f.text.matches("(check-sat)").count())
            .sum();
        let questions = plural(questions, "question");
        writeln!(terminal.out, "{rule}: proved by {questions}").into_diagnostic()?;
        let Some(folder) = &args.smt2 else { continue };
        std::fs::create_dir_all(folder).map_err(|cause| {
            miette!("{} cannot be made: {cause}", crate::files::escaped(folder))
        })?;
        for file in found {
            files::write(&folder.join(&file.name), file.text.as_bytes())?;
        }
    }
    Ok(code)
}
