//! `qedoku rules check`: finds mistakes in rule files and decides whether their rules are sound.

use std::path::PathBuf;
use std::time::Duration;

use miette::IntoDiagnostic;

use crate::exit::{BAD, GOOD};
use crate::library::NamedRules;
use crate::terminal::Terminal;
use crate::terminal::plural;
use crate::verdicts::{self, RuleReport, judge_all, techniques};
use qedoku_soundness::{DEFAULT_TIMEOUT, Verdict, shipped_verdicts};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "A rule is sound if no solution satisfies its clauses and violates its conclusion. For \
        an unsound rule, the command draws a board on which it removes a candidate of the \
        solution."
)]
pub struct RulesCheckArgs {
    /// Rule files or folders. They may use patterns and relations of the standard library [default:
    /// the standard library]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Check only the text of the rules, not their soundness
    #[arg(long, conflicts_with = "json")]
    text_only: bool,

    /// Time limit for each value of a rule's parameter. The verdict is then `unknown`
    #[arg(long, value_name = "SECONDS", default_value_t = DEFAULT_TIMEOUT.as_secs_f64(), value_parser = seconds)]
    time_limit: f64,

    /// Print the verdicts as JSON
    #[arg(long)]
    json: bool,
}

/// Parses a time limit in seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.001..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds from 0.001 to 86400".into()),
    }
}

pub fn run(args: &RulesCheckArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let named = NamedRules::load(&args.files)?;
    let library = &named.library;
    let count = library.rules.iter().filter(|r| named.has(r)).count();
    if !args.json {
        let (files, rules) = (plural(named.paths.len(), "file"), plural(count, "rule"));
        writeln!(terminal.out, "{files}, {rules}: no mistakes found").into_diagnostic()?;
    }
    if args.text_only {
        return Ok(GOOD);
    }
    let limit = Duration::from_secs_f64(args.time_limit);
    let judged = judge_all(library, techniques(library, |rule| named.has(rule)), limit);
    if args.json {
        let shown: Vec<_> = judged.iter().map(RuleReport::json).collect();
        terminal.json(&shown)?;
    } else {
        print_report(&judged, terminal)?;
    }
    let sound = judged.iter().all(|j| j.verdict.is_sound());
    Ok(if sound { GOOD } else { BAD })
}

fn print_report(judged: &[RuleReport<'_>], terminal: &mut Terminal<'_>) -> miette::Result<()> {
    for one in judged {
        writeln!(terminal.out, "{}", one.line()).into_diagnostic()?;
    }
    for one in judged {
        verdicts::explain(one, terminal)?;
    }
    let count = |word| judged.iter().filter(|j| j.verdict.word() == word).count();
    let (sound, unsound, unknown) = (count("sound"), count("unsound"), count("unknown"));
    let silent = |j: &&RuleReport<'_>| {
        matches!(
            j.verdict,
            Verdict::Sound {
                remark: Some(_),
                ..
            }
        )
    };
    let silent = judged.iter().filter(silent).count();
    let never = match silent {
        0 => String::new(),
        _ => format!(" ({silent} can never fire)"),
    };
    writeln!(
        terminal.out,
        "{sound} sound{never}, {unsound} unsound, {unknown} unknown"
    )
    .into_diagnostic()?;
    if shipped_verdicts::HAS_Z3 {
        return Ok(());
    }
    let note = "This build has no Z3. Verdicts on the rules of the standard library are those \
        that the project has proved.";
    writeln!(terminal.out, "{note}").into_diagnostic()?;
    match unknown {
        0 => Ok(()),
        _ => writeln!(
            terminal.out,
            "To prove other rules: {}.",
            shipped_verdicts::GET_Z3
        )
        .into_diagnostic(),
    }
}
