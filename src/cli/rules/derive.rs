//! A new rule from a state and its eliminations, by mining.

use miette::miette;

use crate::interrupt;
use crate::puzzle::PuzzleArg;
use qedoku_core::engine::Solver;
use qedoku_core::grid::{Candidate, Puzzle};
use qedoku_core::lang::{RuleFile, format, overlay};
use qedoku_core::matcher::Position;
use qedoku_mine::propose::{NoProposal, Radius, propose};
use qedoku_soundness::DEFAULT_TIMEOUT;

/// The text of a rule that makes the named eliminations in a state, by at most `size` truths.
pub fn from_state(
    name: &str,
    state: &str,
    eliminations: &[String],
    size: usize,
) -> miette::Result<String> {
    let puzzle = PuzzleArg::of(state.to_string()).read()?;
    let targets = targets(eliminations, &puzzle)?;
    let radius = Radius {
        size,
        hops: size + 1,
    };
    let stop = interrupt::stop_after(Some(DEFAULT_TIMEOUT));
    let mut best: Option<(usize, String)> = None;
    let mut reason = NoProposal::NotOpen;
    // An explanation of one target may cover all targets.
    for &target in &targets {
        match propose(&puzzle.board, &puzzle.state(), target, name, &radius, &stop) {
            Err(why) => reason = why,
            Ok(proposal) => {
                let count = covered(&proposal.text, &puzzle, &targets);
                if best.as_ref().is_none_or(|(most, _)| count > *most) {
                    best = Some((count, proposal.text));
                }
            }
        }
    }
    let Some((count, text)) = best else {
        let help = match reason {
            NoProposal::TooLarge => Some("use --size to allow more truths"),
            NoProposal::CanHold(_) => Some("use --size to search further"),
            _ => None,
        };
        let shown = eliminations.join(", ");
        return Err(match help {
            Some(help) => miette!(help = help, "no rule for {shown}: {reason}"),
            None => miette!("no rule for {shown}: {reason}"),
        });
    };
    let note = match count == targets.len() {
        true => String::new(),
        false => format!(
            "// Of {}, it finds {count} in that state.\n",
            eliminations.join(", ")
        ),
    };
    let source = RuleFile {
        path: format!("{}.rule", name),
        family: String::new(),
        text: note + &text,
    };
    Ok(format(&source)?)
}

fn targets(names: &[String], puzzle: &Puzzle) -> miette::Result<Vec<Candidate>> {
    let board = &puzzle.board;
    let one = |name: &String| {
        let plain = name.trim().replace("<>", "=");
        let found = board
            .parse_candidate(&plain)
            .filter(|_| name.contains("<>"));
        found.ok_or_else(|| {
            miette!(
                help = "write it as r1c3<>6",
                "`{name}` is not an elimination"
            )
        })
    };
    names.iter().map(one).collect()
}

/// The number of targets that the rule eliminates in the state.
fn covered(text: &str, puzzle: &Puzzle, targets: &[Candidate]) -> usize {
    let source = RuleFile {
        path: "proposed.rule".into(),
        family: String::new(),
        text: text.to_string(),
    };
    let Ok(library) = qedoku_core::lang::load(&overlay(Vec::new(), vec![source])) else {
        return 0;
    };
    let solver = Solver::with(&puzzle.board, &library.techniques);
    let position = Position::of(puzzle);
    let found = solver.ids().flat_map(|t| solver.matches(t, &position));
    let gone: Vec<Candidate> = found.flat_map(|m| m.eliminations).collect();
    targets.iter().filter(|t| gone.contains(t)).count()
}
