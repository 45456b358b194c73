//! `qedoku mine`: new rules from puzzles.

use std::path::PathBuf;

use clap::ValueEnum;
use miette::{IntoDiagnostic, miette};

use super::puzzle::PuzzleArg;
use super::{GOOD, Terminal, files};
use crate::grid::Puzzle;
use crate::mine::core::{Judge, Question};
use crate::mine::generalise::{Breadth, Family};
use crate::mine::graph::{Graph, Vocabulary};
use crate::mine::lift::Lifted;
use crate::mine::neighbourhood::Neighbourhood;
use crate::mine::phrase::{Heading, can_be_written, rule_text};
use crate::mine::smallest::{Limits, Smallest, smallest_cores};

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    puzzle: PuzzleArg,

    /// Show why this candidate, as `r1c3=6`, is impossible, or why it is true
    #[arg(long, value_name = "CANDIDATE")]
    explain: String,

    /// With --explain: how many hops around the candidate to look; otherwise one more than --size
    #[arg(short = 'k', long, value_name = "HOPS")]
    hops: Option<usize>,

    /// The largest number of truths in a core
    #[arg(long, value_name = "N", default_value_t = Limits::default().size)]
    size: usize,

    /// Which truths a core may be made of
    #[arg(long, value_name = "TRUTHS", default_value = "all")]
    vocabulary: Words,

    /// With --explain: also write the subgraph to this file, for Graphviz
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Words {
    /// Cells, and digits in rows, columns and boxes
    All,
    /// Cells alone
    Cells,
}

pub fn run(args: &Args, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let puzzle = args.puzzle.read()?;
    explain(args, &puzzle, &args.explain, terminal)
}

fn explain(
    args: &Args,
    puzzle: &Puzzle,
    name: &str,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    let board = &puzzle.board;
    let candidate = (board.parse_candidate(name))
        .ok_or_else(|| miette!(help = "write it as r1c3=6", "`{name}` is no candidate"))?;
    let vocabulary = match args.vocabulary {
        Words::All => Vocabulary::All,
        Words::Cells => Vocabulary::Cells,
    };
    let graph = Graph::new(board, &puzzle.state(), vocabulary);
    let number = (graph.number(candidate))
        .ok_or_else(|| miette!("{name} is not open: it is placed or excluded already"))?;
    let hops = args.hops.unwrap_or(args.size + 1);
    let near = Neighbourhood::of(&graph, number, hops);
    let judge = Judge::new(&graph);
    let out = &mut terminal.out;
    let say = |line: String, out: &mut dyn std::io::Write| writeln!(out, "{line}").into_diagnostic();
    say(
        format!(
            "within {hops} hops of {name}: {} truths, {} candidates",
            near.truths.len(),
            near.candidates.len()
        ),
        out,
    )?;
    let truths = near.numbers();
    let mut shown = Vec::new();
    for (question, said) in [
        (Question::holds(number), "can hold"),
        (Question::fails(number), "can be false"),
    ] {
        let Some(core) = judge.core(question, &truths).into_diagnostic()? else {
            say(format!("{name} {said} here"), out)?;
            continue;
        };
        let minimal = judge.minimal(question, &core).into_diagnostic()?;
        let verdict = match question == Question::holds(number) {
            true => "is impossible",
            false => "is true",
        };
        say(format!("{name} {verdict}"), out)?;
        say(format!("  core of Z3: {}", graph.names(&core)), out)?;
        say(format!("  minimal: {}", graph.names(&minimal)), out)?;
        let limits = Limits {
            size: minimal.len().min(args.size),
            beyond: 1,
            ..Limits::default()
        };
        match smallest_cores(&graph, question, &truths, limits) {
            Smallest::Cores(cores) => {
                for core in &cores {
                    let words = if core.len() == cores[0].len() { "smallest" } else { "next" };
                    say(format!("  {words}: {}", graph.names(core)), out)?;
                }
                shown = cores.into_iter().next_back().unwrap_or_default();
            }
            Smallest::None => {
                say(format!("  no core has {} truths or less", args.size), out)?;
                shown = minimal;
            }
            Smallest::GaveUp => {
                say("  the search for the smallest gave up".into(), out)?;
                shown = minimal;
            }
        }
        // A placement is shown as what it eliminates.
        let target = match question == Question::holds(number) {
            true => Some(number),
            false => graph.excluded(number).iter().find(|&x| {
                judge.refutes(Question::holds(x), &shown).unwrap_or(false)
            }),
        };
        if let Some(target) = target {
            let lifted = Lifted::new(&graph, target, &shown);
            if let Some(family) = Family::new(&lifted, Breadth::Exact)
                && can_be_written(&family)
            {
                let heading = Heading {
                    rule: "explained".into(),
                    title: format!("Why {} is impossible", board.candidate_name(graph.candidates()[target])),
                    ..Heading::default()
                };
                say(format!("\n{}", rule_text(&family, &heading)), out)?;
            }
        }
    }
    if let Some(path) = &args.dot {
        files::write(path, near.to_dot(&graph, candidate, &shown).as_bytes())?;
    }
    Ok(GOOD)
}
