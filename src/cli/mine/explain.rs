//! `qedoku mine --explain`: one question of mining in full.

use miette::{IntoDiagnostic, miette};

use super::Args;
use crate::cli::puzzle::PuzzleArg;
use crate::cli::{GOOD, Terminal, files};
use crate::grid::Puzzle;
use crate::lang::{self, Source};
use crate::mine::core::{Judge, Question};
use crate::mine::generalise::{Breadth, Family};
use crate::mine::graph::Graph;
use crate::mine::lift::Lifted;
use crate::mine::neighbourhood::Neighbourhood;
use crate::mine::phrase::{Heading, can_be_written, rule_text};
use crate::mine::smallest::{Limits, Smallest, smallest_cores};

/// Shows the question about one candidate of a puzzle.
pub fn run(args: &Args, name: &str, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let puzzle = read(args)?;
    explain(args, &puzzle, name, terminal)
}

/// The rule in the house style.
fn in_style(text: String) -> String {
    let source = Source {
        path: "explained.rule".into(),
        family: String::new(),
        text,
    };
    lang::format(&source).unwrap_or(source.text)
}

/// The only puzzle that was named.
fn read(args: &Args) -> miette::Result<Puzzle> {
    match args.puzzles.as_slice() {
        [one] => PuzzleArg::of(one.clone()).read(),
        _ => Err(miette!("--explain is about one puzzle")),
    }
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
    let graph = Graph::new(board, &puzzle.state(), args.vocabulary.vocabulary());
    let number = (graph.number(candidate))
        .ok_or_else(|| miette!("{name} is not open: it is placed or excluded already"))?;
    let hops = args.hops.unwrap_or(args.size + 1);
    let near = Neighbourhood::of(&graph, number, hops);
    let judge = Judge::new(&graph);
    let out = &mut terminal.out;
    let say =
        |line: String, out: &mut dyn std::io::Write| writeln!(out, "{line}").into_diagnostic();
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
            if shown.is_empty() {
                say(format!("{name} {said} here"), out)?;
            }
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
            size: (minimal.len() + 1).min(args.size),
            beyond: 1,
            ..Limits::default()
        };
        match smallest_cores(&graph, question, &truths, limits) {
            Smallest::Cores(cores) => {
                for core in &cores {
                    let words = if core.len() == cores[0].len() {
                        "smallest"
                    } else {
                        "next"
                    };
                    say(format!("  {words}: {}", graph.names(core)), out)?;
                }
                let size = cores.iter().map(Vec::len).max();
                let of_size = |core: &Vec<usize>| Some(core.len()) == size;
                shown = cores.into_iter().find(of_size).unwrap_or_default();
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
            false => graph
                .excluded(number)
                .iter()
                .find(|&x| judge.refutes(Question::holds(x), &shown).unwrap_or(false)),
        };
        if let Some(target) = target {
            let lifted = Lifted::new(&graph, target, &shown);
            if let Some(family) = Family::new(&lifted, Breadth::Exact)
                && can_be_written(&family)
            {
                let heading = Heading {
                    rule: "explained".into(),
                    title: format!(
                        "Why {} is impossible",
                        board.candidate_name(graph.candidates()[target])
                    ),
                    ..Heading::default()
                };
                let text = in_style(rule_text(&family, &heading));
                say(format!("\n{}", text.trim_end()), out)?;
            }
        }
    }
    if let Some(path) = &args.dot {
        files::write(path, near.to_dot(&graph, candidate, &shown).as_bytes())?;
    }
    Ok(GOOD)
}
