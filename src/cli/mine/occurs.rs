//! `qedoku mine PUZZLES --occurs RULES`: counts how often rules fire where the others are stuck.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use miette::miette;

use super::args::MineArgs;
use super::start::{read_puzzles, say, starting_rules};
use crate::exit::GOOD;
use crate::library::read_sources;
use crate::terminal::{Terminal, plural};
use crate::{interrupt, progress, threads};
use qedoku_core::engine::Solver;
use qedoku_core::grid::Puzzle;
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::load;
use qedoku_mine::campaign::occurrence_count::{OccurrenceSolvers, RuleOccurrence, occurrences};

/// Prints one line per rule, and the puzzles in which no other rule fires.
pub fn run(args: &MineArgs, path: &Path, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    threads::start("--jobs", args.jobs.map_or(0, |jobs| jobs.max(1)));
    let library = args.library.load()?;
    let own = load(&read_sources(path)?)?;
    let is_own = |t: &&Technique| own.techniques.iter().any(|own| own.rule == t.rule);
    let base: Vec<&Technique> = (starting_rules(args, &library)?.into_iter())
        .filter(|t| !is_own(t))
        .collect();
    let in_base = |t: &&Technique| base.iter().any(|b| b.name() == t.name());
    let others: Vec<&Technique> = (library.techniques.iter())
        .filter(|t| !in_base(t) && !is_own(t))
        .collect();
    let (puzzles, _) = read_puzzles(args)?;
    let board = (puzzles.first())
        .map(|p| Arc::clone(&p.board))
        .ok_or_else(|| miette!("there is no puzzle"))?;
    let same_board = |p: &Puzzle| Arc::ptr_eq(&p.board, &board);
    let puzzles: Vec<Puzzle> = puzzles.into_iter().filter(same_board).collect();
    let stop = interrupt::stop_after(args.time.map(Duration::from_secs));
    let bar = progress::counted(args.quiet, puzzles.len(), "puzzles");
    let solvers = OccurrenceSolvers {
        base: &Solver::with(&board, base.iter().copied()).requesting(|_| true),
        others: &Solver::with(&board, others),
        counted: &Solver::with(&board, &own.techniques),
    };
    let count = occurrences(&solvers, &puzzles, &stop, &|| bar.inc(1));
    bar.finish_and_clear();
    let tried = count.solved + count.stuck;
    say(
        terminal,
        &format!(
            "{tried} of {} puzzles: {} rules solve {}; {} are stuck",
            puzzles.len(),
            base.len(),
            count.solved,
            count.stuck
        ),
    )?;
    for (technique, occurrence) in own.techniques.iter().zip(&count.rules) {
        say(terminal, &words(&technique.name(), occurrence, args.from))?;
    }
    Ok(GOOD)
}

/// The line of a rule: the puzzles in which it fires, the puzzles in which only it fires, and the
/// other rules that find the same steps.
fn words(name: &str, occurrence: &RuleOccurrence, from: usize) -> String {
    let RuleOccurrence {
        fires,
        alone,
        also,
        candidates,
        silent,
    } = occurrence;
    let list = |puzzles: &[usize]| -> String {
        let numbers = puzzles.iter().map(|i| (i + from.max(1)).to_string());
        numbers.collect::<Vec<_>>().join(", ")
    };
    let mut text = format!(
        "{name}: fires in {}, {}; in {} no other rule removes the same, in {} every other rule is silent",
        plural(fires.len(), "puzzle"),
        plural(*candidates, "candidate"),
        alone.len(),
        silent.len()
    );
    if !fires.is_empty() {
        text += &format!("\n  fires in the puzzles {}", list(fires));
    }
    if !alone.is_empty() {
        text += &format!("\n  alone in the puzzles {}", list(alone));
    }
    if !also.is_empty() {
        let rules: Vec<String> = also
            .iter()
            .map(|(rule, n)| format!("{rule} ({n})"))
            .collect();
        text += &format!("\n  removed also by {}", rules.join(", "));
    }
    text
}
