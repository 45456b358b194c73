//! `qedoku rules test`

use std::path::PathBuf;

use miette::IntoDiagnostic;
use serde::Serialize;

use crate::exit::{BAD, GOOD};
use crate::library::NamedRules;
use crate::terminal::Terminal;
use qedoku_core::trial;

#[derive(clap::Args, Debug)]
pub struct RulesTestArgs {
    /// Rule files or folders [default: the standard library]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print the result of each example as JSON
    #[arg(long)]
    json: bool,
}

/// The result of an example for programs.
#[derive(Serialize)]
struct Tried {
    rule: String,
    /// Number of the example within its rule, counted from 1.
    example: usize,
    passes: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

pub fn run(args: &RulesTestArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let named = NamedRules::load(&args.files)?;
    let library = &named.library;
    let (mut good, mut bad, mut none) = (0, 0, 0);
    let mut tried = Vec::new();
    for rule in library.rules.iter().filter(|rule| named.has(rule)) {
        let results = trial::run(library, rule);
        none += usize::from(results.is_empty());
        for result in results {
            if args.json {
                bad += usize::from(result.failure.is_some());
                tried.push(Tried {
                    rule: result.rule.to_string(),
                    example: result.number,
                    passes: result.failure.is_none(),
                    reason: result.failure.map(|reason| reason.to_string()),
                });
                continue;
            }
            match result.failure {
                None => good += 1,
                Some(reason) => {
                    bad += 1;
                    writeln!(
                        terminal.out,
                        "{} example {}: {reason}",
                        result.rule, result.number
                    )
                    .into_diagnostic()?;
                }
            }
        }
    }
    if args.json {
        terminal.json(&tried)?;
        return Ok(if bad == 0 { GOOD } else { BAD });
    }
    let passing = match good {
        1 => "1 example passes".to_owned(),
        _ => format!("{good} examples pass"),
    };
    let without = match none {
        1 => "1 rule has no example".to_owned(),
        _ => format!("{none} rules have no example"),
    };
    writeln!(terminal.out, "{passing}, {bad} fail; {without}").into_diagnostic()?;
    Ok(if bad == 0 { GOOD } else { BAD })
}
