//! `qedoku rules plan`

use std::time::Instant;

use miette::IntoDiagnostic;

use crate::exit::GOOD;
use crate::library::{SourceArgs, is_called, known};
use crate::terminal::Terminal;
use qedoku_core::lang::RuleInfo;
use qedoku_core::lang::ir::Technique;
use qedoku_core::matcher::{Matcher, OpCount, PlanLine, Position, Tables};
use qedoku_core::trial;

#[derive(clap::Args, Debug)]
pub struct RulesPlanArgs {
    /// Name of the rule or of one of its techniques, such as `fish` or `X-Wing`
    name: String,

    /// Run the plan on the examples of the rule and print how often each operation was reached and
    /// passed, and its time
    #[arg(long)]
    analyse: bool,

    #[command(flatten)]
    library: SourceArgs,
}

pub fn run(args: &RulesPlanArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let library = args.library.load()?;
    known(&library, &args.name)?;
    let own: Vec<&Technique> = { library.techniques.iter() }
        .filter(|t| is_called(t, &args.name))
        .collect();
    for technique in own {
        let matcher = Matcher::new(technique);
        let counts = match (args.analyse, library.rule(&technique.rule)) {
            (true, Some(rule)) => analyse(&matcher, technique, rule),
            _ => Vec::new(),
        };
        for (number, lines) in matcher.plan_lines(technique).iter().enumerate() {
            let pattern = number + 1;
            writeln!(terminal.out, "{}, pattern {pattern}", technique.title).into_diagnostic()?;
            for (at, line) in lines.iter().enumerate() {
                let count = counts.get(number).and_then(|counts| counts.get(at));
                print(terminal, line, count.copied())?;
            }
            writeln!(terminal.out).into_diagnostic()?;
        }
    }
    Ok(GOOD)
}

/// Prints the work of each operation, summed over the examples of the rule.
fn analyse(matcher: &Matcher, technique: &Technique, rule: &RuleInfo) -> Vec<Vec<OpCount>> {
    let start = Instant::now();
    let clock = || start.elapsed().as_nanos() as u64;
    let mut sums: Vec<Vec<OpCount>> = Vec::new();
    for puzzle in trial::boards(rule, technique) {
        let tables = Tables::new(&puzzle.board);
        let position = Position::of(&puzzle);
        let counts = matcher.analyse(technique, &tables, &position, &clock);
        sums.resize_with(counts.len(), Vec::new);
        for (sum, more) in sums.iter_mut().zip(counts) {
            sum.resize_with(more.len(), OpCount::default);
            for (sum, more) in sum.iter_mut().zip(more) {
                sum.reached += more.reached;
                sum.passed += more.passed;
                sum.time += more.time;
            }
        }
    }
    sums
}

fn print(
    terminal: &mut Terminal<'_>,
    line: &PlanLine,
    count: Option<OpCount>,
) -> miette::Result<()> {
    let counted = match count {
        None => String::new(),
        Some(count) => {
            let micros = count.time as f64 / 1000.0;
            format!(
                "{:>9} {:>9} {micros:>9.1} us  ",
                count.reached, count.passed
            )
        }
    };
    let indent = "  ".repeat(line.depth);
    let text = format!("{counted}  {indent}{:<6} {}", line.op, line.text);
    writeln!(terminal.out, "{}", text.trim_end()).into_diagnostic()
}
