//! `qedoku scales steps`: explains a rating step by step.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use indicatif::ProgressBar;
use miette::{IntoDiagnostic, miette};

use super::choice;
use crate::exit::{BAD, GOOD};
use crate::library::LibraryArgs;
use crate::puzzle::PuzzleArg;
use crate::strategy::seconds;
use crate::terminal::Terminal;
use crate::{files, interrupt, progress};
use qedoku_app::prove::checked;
use qedoku_core::engine::Stop;
use qedoku_core::engine::rate::{
    EntryAction, LadderEntry, LadderRater, RatedStep, RatingEnd, RatingListener, mark_text,
};
use qedoku_core::engine::scale::{self, Rater, RatingStep, Scale, prove_with};
use qedoku_core::grid::{Board, Puzzle};
use qedoku_core::matcher::Position;
use qedoku_core::proof::Proof;

/// The final line for a puzzle whose givens contradict each other.
const NO_SOLUTION: &str = "the puzzle has no solution";

#[derive(clap::Args, Debug)]
pub struct ScaleStepsArgs {
    #[command(flatten)]
    puzzle: PuzzleArg,

    /// Scale to use: SE, SE-noU, hodoku, B, W, gB, gW, or a scale file
    #[arg(long, value_name = "SCALE", default_value = "SE")]
    scale: String,

    /// List only steps with at least this rating
    #[arg(long, value_name = "RATING")]
    above: Option<f64>,

    /// Write a proof of all steps to this file, after checking it
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    /// Stop after this time, with the lower bound reached
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    max_time: Option<Duration>,

    #[command(flatten)]
    library: LibraryArgs,
}

pub fn run(args: &ScaleStepsArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let puzzle = args.puzzle.read()?;
    if let Some(path) = &args.proof {
        files::refuse_input(path)?;
    }
    let library = Arc::new(args.library.load()?);
    let chosen = choice::chosen(std::slice::from_ref(&args.scale), &library)?;
    interrupt::take_time();
    let stop = interrupt::stop_after(args.max_time);
    let Some(ladder) = chosen.ladders.into_iter().next() else {
        let scale = chosen.lengths.first();
        let scale = *scale.ok_or_else(|| miette!("there is no scale `{}`", args.scale))?;
        return by_length(args, &puzzle, scale, &stop, terminal);
    };
    let rater = LadderRater::new(&puzzle.board, &library, ladder)
        .map_err(|_| miette!("the scale does not fit this board"))?;
    let mut printer = Printer {
        rater: &rater,
        least: args.above.unwrap_or(0.0),
        out: &mut *terminal.out,
        result: Ok(()),
        bar: progress::with_template(None, "{spinner} {msg}"),
    };
    let (rating, proof) = match &args.proof {
        None => (rater.rate_observed(&puzzle, &stop, &mut printer), None),
        Some(_) => {
            let (rating, proof) = rater.prove(&puzzle, &stop, &mut printer);
            (rating, Some(proof))
        }
    };
    printer.bar.finish_and_clear();
    printer.result.into_diagnostic()?;
    if let (Some(path), Some(proof)) = (&args.proof, proof) {
        write_proof(path, proof)?;
    }
    let bound = mark_text(rating.at_least);
    end(
        terminal,
        match rating.end {
            RatingEnd::Solved => return Ok(GOOD),
            RatingEnd::Stuck => format!("no line of the scale fires any more: at least {bound}"),
            RatingEnd::Impossible => NO_SOLUTION.to_owned(),
            RatingEnd::Stopped => format!("stopped: at least {bound}"),
        },
    )
}

/// Lists the steps of a rating by braids or whips.
fn by_length(
    args: &ScaleStepsArgs,
    puzzle: &Puzzle,
    scale: Scale,
    stop: &Stop,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    let board = &*puzzle.board;
    let name = scale.letter();
    let least = args.above.unwrap_or(0.0);
    let mut rater = Rater::new(board);
    rater.stop_when(stop.clone());
    let mut result = Ok(());
    let out = &mut *terminal.out;
    let (rating, proof) = prove_with(&mut rater, puzzle, scale, usize::MAX, |step| {
        let (length, name, effect) = match step {
            RatingStep::Single { candidate, .. } => (0, "single", board.candidate_name(*candidate)),
            RatingStep::Refuted { refutation, .. } => {
                let effect = board.elimination_name(refutation.target);
                (refutation.forced.len() + 1, name, effect)
            }
            RatingStep::RefutedByGroups { refutation, .. } => {
                let effect = board.elimination_name(refutation.target);
                (refutation.forced.len() + 1, "with groups", effect)
            }
        };
        if length as f64 >= least && result.is_ok() {
            result = writeln!(out, "{length:<6}{name:<32}{effect}");
        }
    });
    result.into_diagnostic()?;
    if let Some(path) = &args.proof {
        write_proof(path, proof)?;
    }
    end(
        terminal,
        match rating {
            scale::Rating::Solved(_) => return Ok(GOOD),
            scale::Rating::Unsolved => "no step of the scale is left".to_owned(),
            scale::Rating::Impossible(_) => NO_SOLUTION.to_owned(),
            scale::Rating::Stopped(length) => format!("stopped: at least {length}"),
        },
    )
}

/// Checks a proof and writes it to a file.
fn write_proof(path: &Path, proof: Proof) -> miette::Result<()> {
    Ok(files::write(path, checked(proof)?.text.as_bytes())?)
}

/// Prints the reason why a rating ended before the solution.
fn end(terminal: &mut Terminal<'_>, message: String) -> miette::Result<u8> {
    writeln!(terminal.out, "{message}").into_diagnostic()?;
    Ok(BAD)
}

/// Prints steps as they are found, and the current bound between them.
struct Printer<'p> {
    rater: &'p LadderRater<'p>,
    least: f64,
    out: &'p mut dyn Write,
    result: io::Result<()>,
    bar: ProgressBar,
}

impl RatingListener for Printer<'_> {
    fn on_bound(&mut self, at_least: u32) {
        let message = format!("at least {}", mark_text(at_least));
        self.bar.set_message(message);
        self.bar.tick();
    }

    fn on_step(&mut self, position: &Position, step: RatedStep) {
        if f64::from(step.mark) / 100.0 < self.least || self.result.is_err() {
            return;
        }
        let entry = &self.rater.ladder().entries[step.entry];
        let text = line(position.board(), entry, &step);
        self.result = self.bar.suspend(|| writeln!(self.out, "{text}"));
    }
}

/// A step with its rating, its technique and its effect.
fn line(board: &Board, entry: &LadderEntry, step: &RatedStep) -> String {
    let what = match (&entry.action, step.chain) {
        (_, Some((family, nodes))) => format!("{}, {nodes} nodes", family.name()),
        (EntryAction::Rule { name, direct, .. }, _) => match direct {
            Some(_) => format!("{name}, direct"),
            None => name.clone(),
        },
        (EntryAction::Aligned(cells), _) => format!("{cells} aligned cells"),
        (EntryAction::Chains(_), None) => "a chain".to_owned(),
        (EntryAction::UniqueLoops, None) => "unique loop".to_owned(),
        (EntryAction::Graves, None) => "bivalue universal grave".to_owned(),
    };
    let placed = step.placements.iter().map(|&c| board.candidate_name(c));
    let removed = step.eliminations.iter().map(|&c| board.elimination_name(c));
    let effects: Vec<String> = placed.chain(removed).collect();
    format!(
        "{:<6}{what:<32}{}",
        mark_text(step.mark),
        effects.join(", ")
    )
}
