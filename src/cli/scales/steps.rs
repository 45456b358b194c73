//! `qedoku scales steps`: explains a rating step by step.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use indicatif::ProgressBar;
use miette::{IntoDiagnostic, miette};
use qedoku_check::Verdict;

use super::choice::ChosenScales;
use crate::exit::{BAD, GOOD};
use crate::library::LibraryArgs;
use crate::puzzle::PuzzleArg;
use crate::strategy::seconds;
use crate::terminal::Terminal;
use crate::{files, interrupt};
use qedoku_core::engine::rate::{
    EntryAction, LadderEntry, LadderRater, RatedStep, Rating, RatingEnd, RatingListener, mark_text,
};
use qedoku_core::grid::Board;
use qedoku_core::matcher::Position;

#[derive(clap::Args, Debug)]
pub struct ScaleStepsArgs {
    #[command(flatten)]
    puzzle: PuzzleArg,

    /// Scale to use: SE, SE-noU, hodoku, or a scale file
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
    let chosen = ChosenScales::read(std::slice::from_ref(&args.scale), &library)?;
    let Some(ladder) = chosen.ladders.into_iter().next() else {
        return Err(miette!(
            help = "use SE, SE-noU, hodoku or a file; `qedoku scales orders` handles the others",
            "`{}` is not a ladder of techniques",
            args.scale
        ));
    };
    let rater = LadderRater::new(&puzzle.board, &library, ladder)
        .map_err(|_| miette!("the scale does not fit this board"))?;
    interrupt::take_time();
    let stop = interrupt::stop_after(args.max_time);
    let mut printer = Printer {
        rater: &rater,
        least: args.above.unwrap_or(0.0),
        out: &mut *terminal.out,
        result: Ok(()),
        bar: io::stderr().is_terminal().then(ProgressBar::new_spinner),
    };
    let (rating, proof) = match &args.proof {
        None => (rater.rate_observed(&puzzle, &stop, &mut printer), None),
        Some(_) => {
            let (rating, proof) = rater.prove(&puzzle, &stop, &mut printer);
            (rating, Some(proof))
        }
    };
    if let Some(bar) = &printer.bar {
        bar.finish_and_clear();
    }
    printer.result.into_diagnostic()?;
    if let (Some(path), Some(proof)) = (&args.proof, proof) {
        let text = proof.to_text();
        let verdict = qedoku_check::check(text.as_bytes()).into_diagnostic()?;
        let Verdict::Accepted(_) = verdict else {
            return Err(miette!(
                help = "this is a defect of the program; nothing was written",
                "the checker does not accept the proof: {verdict}"
            ));
        };
        files::write(path, text.as_bytes())?;
    }
    end(&rating, terminal)
}

/// Says how a rating ended.
fn end(rating: &Rating, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let bound = mark_text(rating.at_least);
    let end = match rating.end {
        RatingEnd::Solved => return Ok(GOOD),
        RatingEnd::Stuck => format!("no line of the scale fires any more: at least {bound}"),
        RatingEnd::Impossible => "the puzzle has no solution".to_owned(),
        RatingEnd::Stopped => format!("stopped: at least {bound}"),
    };
    writeln!(terminal.out, "{end}").into_diagnostic()?;
    Ok(BAD)
}

/// Prints steps as they are found, and shows the bound in between.
struct Printer<'p> {
    rater: &'p LadderRater<'p>,
    least: f64,
    out: &'p mut dyn Write,
    result: io::Result<()>,
    bar: Option<ProgressBar>,
}

impl RatingListener for Printer<'_> {
    fn on_bound(&mut self, at_least: u32) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("at least {}", mark_text(at_least)));
            bar.tick();
        }
    }

    fn on_step(&mut self, position: &Position, step: RatedStep) {
        if f64::from(step.mark) / 100.0 < self.least || self.result.is_err() {
            return;
        }
        let entry = &self.rater.ladder().entries[step.entry];
        let text = line(position.board(), entry, &step);
        self.result = match &self.bar {
            Some(bar) => bar.suspend(|| writeln!(self.out, "{text}")),
            None => writeln!(self.out, "{text}"),
        };
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
