//! `qedoku bench`: puzzles per second, and the cost of each rule.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use miette::{IntoDiagnostic, miette};
use serde::Serialize;

use super::files;
use super::library::LibraryArgs;
use super::strategy::StrategyArgs;
use crate::exit::GOOD;
use crate::terminal::Terminal;
use qedoku_app::prove::checked;
use qedoku_core::engine::{Observer, PathStep, Solver, TechniqueId};
use qedoku_core::grid::Puzzle;
use qedoku_core::grid::text::Reader;
use qedoku_core::proof::Claim;
use qedoku_core::report::trace;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "All proofs are checked before anything is timed. The benchmark uses one thread. It \
        assembles certificates but does not write them. The time of a rule covers its searches \
        and the proofs of its steps. A useless search finds no match."
)]
pub struct BenchArgs {
    /// File of puzzles, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Use only the first N puzzles
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: usize,

    /// Take all steps of a technique in one round, as `grade` does
    #[arg(long)]
    rounds: bool,

    /// Print the figures as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    strategy: StrategyArgs,
}

#[derive(Serialize)]
struct Figures<'l> {
    puzzles: usize,
    solved: usize,
    /// Number of puzzles solved without search.
    without_search: usize,
    seconds: f64,
    puzzles_a_second: f64,
    rules: Vec<RuleFigures<'l>>,
}

#[derive(Serialize)]
struct RuleFigures<'l> {
    name: &'l str,
    /// Time spent on searches and certificates.
    microseconds: u64,
    looks: u64,
    microseconds_a_look: f64,
    /// Number of searches without a match.
    useless_looks: u64,
    matches: u64,
    steps: u64,
}

/// One clock per technique.
struct Clocks {
    since: Instant,
    rules: Vec<Clock>,
}

#[derive(Clone, Default)]
struct Clock {
    looking: Duration,
    certifying: Duration,
    looks: u64,
    useless_looks: u64,
    matches: u64,
    steps: u64,
}

impl Observer for &mut Clocks {
    fn begin(&mut self, _: TechniqueId) {
        self.since = Instant::now();
    }

    fn searched(&mut self, technique: TechniqueId, matches: usize) {
        let rule = &mut self.rules[technique.index()];
        rule.looking += self.since.elapsed();
        rule.looks += 1;
        rule.useless_looks += u64::from(matches == 0);
        rule.matches += matches as u64;
    }

    fn certified(&mut self, technique: TechniqueId) {
        self.rules[technique.index()].certifying += self.since.elapsed();
    }
}

pub fn run(args: &BenchArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let name = files::display_name(&args.file);
    let mut puzzles: Vec<Puzzle> = Vec::new();
    for entry in Reader::new(&name, files::open(&args.file)?).take(args.count) {
        puzzles.push(entry.puzzle?);
    }
    let Some(first) = puzzles.first() else {
        return Err(miette!("there are no puzzles in {name}"));
    };
    if puzzles.iter().any(|p| p.board.id() != first.board.id()) {
        return Err(miette!("the puzzles in {name} are not all of one size"));
    }
    let library = args.library.load_for(&first.board)?;
    let mut strategy = args.strategy.strategy(&library, &first.board)?;
    if args.rounds {
        strategy = strategy.by_rounds();
    }
    let solver = Solver::new(&first.board, &library, strategy);
    let (solved, without_search) = check(&solver, &puzzles)?;
    let start = Instant::now();
    for puzzle in &puzzles {
        std::hint::black_box(solver.path(puzzle).count());
    }
    let seconds = start.elapsed().as_secs_f64();
    let figures = Figures {
        puzzles: puzzles.len(),
        solved,
        without_search,
        seconds,
        puzzles_a_second: puzzles.len() as f64 / seconds,
        rules: rule_figures(&solver, &puzzles),
    };
    match args.json {
        true => terminal.json(&figures)?,
        false => print(&figures, terminal)?,
    }
    Ok(GOOD)
}

/// Proves all puzzles and checks the proofs. Returns the number solved, and the number solved
/// without search.
fn check(solver: &Solver<'_>, puzzles: &[Puzzle]) -> miette::Result<(usize, usize)> {
    let (mut solved, mut without_search) = (0, 0);
    for puzzle in puzzles {
        let proved = checked(trace::prove(solver, puzzle))?;
        if let Claim::Unique(_) = proved.proof.claim {
            solved += 1;
            let mut path = solver.path(puzzle);
            without_search += usize::from(!path.any(|step| matches!(step, PathStep::Search(_))));
        }
    }
    Ok((solved, without_search))
}

/// The cost of each technique, the most expensive first.
fn rule_figures<'l>(solver: &Solver<'l>, puzzles: &[Puzzle]) -> Vec<RuleFigures<'l>> {
    let mut clocks = Clocks {
        since: Instant::now(),
        rules: vec![Clock::default(); solver.techniques().count()],
    };
    let mut steps = vec![0; clocks.rules.len()];
    for puzzle in puzzles {
        for step in solver.observed(puzzle, &mut clocks) {
            if let PathStep::Rule(step) = step {
                steps[step.technique.index()] += 1;
            }
        }
    }
    for (clock, steps) in clocks.rules.iter_mut().zip(steps) {
        clock.steps = steps;
    }
    let figures = solver.techniques().zip(&clocks.rules);
    let mut figures: Vec<RuleFigures<'l>> = figures
        .map(|(technique, clock)| RuleFigures {
            name: &technique.title,
            microseconds: (clock.looking + clock.certifying).as_micros() as u64,
            looks: clock.looks,
            microseconds_a_look: search_cost(clock),
            useless_looks: clock.useless_looks,
            matches: clock.matches,
            steps: clock.steps,
        })
        .collect();
    figures.sort_by_key(|f| std::cmp::Reverse(f.microseconds));
    figures
}

fn print(figures: &Figures<'_>, terminal: &mut Terminal<'_>) -> miette::Result<()> {
    writeln!(
        terminal.out,
        "{} puzzles in {:.2} s: {:.0} a second; {} solved, {} without search\n",
        figures.puzzles,
        figures.seconds,
        figures.puzzles_a_second,
        figures.solved,
        figures.without_search,
    )
    .into_diagnostic()?;
    let heading = [
        "technique",
        "us",
        "searches",
        "us per search",
        "useless",
        "matches",
        "steps",
    ];
    let rows = figures.rules.iter().map(|f| {
        [
            f.name.to_owned(),
            f.microseconds.to_string(),
            f.looks.to_string(),
            format!("{:.1}", f.microseconds_a_look),
            f.useless_looks.to_string(),
            f.matches.to_string(),
            f.steps.to_string(),
        ]
    });
    let table: Vec<[String; 7]> = std::iter::once(heading.map(str::to_owned))
        .chain(rows)
        .collect();
    terminal.table(&table).into_diagnostic()
}

/// The mean cost of a search, in microseconds.
fn search_cost(clock: &Clock) -> f64 {
    match clock.looks {
        0 => 0.0,
        looks => clock.looking.as_secs_f64() * 1e6 / looks as f64,
    }
}
