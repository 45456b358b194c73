//! `qedoku convert`: puzzles in another form; `qedoku minimise`: collections without redundant
//! givens.

use std::time::Duration;

use clap::builder::PossibleValuesParser;
use miette::{IntoDiagnostic, miette};
use serde::Serialize;

use crate::collection::{CollectionArgs, LineOutput, labelled};
use crate::exit::{BAD, GOOD};
use crate::grade::input::InputItem;
use crate::interrupt;
use crate::strategy::seconds;
use crate::terminal::{Terminal, plural};
use qedoku_core::engine::minimal::Needs;
use qedoku_core::engine::search::{Limits, Outcome, Search};
use qedoku_core::grid::Puzzle;
use qedoku_core::grid::text::{Site, TextFormat, line};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Every output format can also be read. The formats pencilmarks, candidates, sdk and \
        hodoku keep the candidates of a state; the others keep only its digits. The formats \
        sdm, grid, pencilmarks and sdk keep labels. Variant puzzles are written as text, \
        fpuzzles-json, fpuzzles or sudokupad."
)]
pub struct ConvertArgs {
    #[command(flatten)]
    collection: CollectionArgs,

    /// Format to write
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    to: String,
}

/// Formats of variants alone: the text form, and the JSON of f-puzzles.
const VARIANT_FORMATS: [&str; 2] = ["text", "fpuzzles-json"];

fn formats() -> PossibleValuesParser {
    let classic = TextFormat::ALL.map(|(_, word)| word);
    PossibleValuesParser::new(classic.into_iter().chain(VARIANT_FORMATS))
}

/// Converts variant puzzles.
fn convert_variants(
    args: &ConvertArgs,
    variants: Vec<InputItem>,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    let mut out = LineOutput::new(args.collection.output(), &mut *terminal.out)?;
    let mut code = GOOD;
    for item in variants {
        let puzzle = match item {
            InputItem::Variant(puzzle, _) => puzzle,
            InputItem::Bad(message) => {
                eprintln!("{message}");
                code = BAD;
                continue;
            }
            InputItem::Unusable(report) => return Err(report),
            InputItem::Puzzle(_) | InputItem::Done(_) => {
                return Err(miette!("classic puzzles and variants cannot be mixed"));
            }
        };
        for warning in &puzzle.warnings {
            eprintln!("warning: {warning}");
        }
        let text = match args.to.as_str() {
            "text" => Ok(puzzle.to_text()),
            "fpuzzles-json" => puzzle.to_fpuzzles().map(|it| it.to_string() + "\n"),
            "fpuzzles" => puzzle.link(Site::FPuzzles).map(|it| it + "\n"),
            "sudokupad" => puzzle.link(Site::SudokuPad).map(|it| it + "\n"),
            other => {
                return Err(miette!(
                    help = "use text, fpuzzles-json, fpuzzles or sudokupad",
                    "variant puzzles cannot be written as {other}"
                ));
            }
        };
        match text {
            Ok(text) => out.write(&text)?,
            Err(error) => {
                eprintln!("{error}");
                code = BAD;
            }
        }
    }
    out.keep()?;
    Ok(code)
}

pub fn run(args: &ConvertArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    if let Some(variants) = args.collection.variants() {
        return convert_variants(args, variants, terminal);
    }
    let Some(format) = TextFormat::parse(&args.to) else {
        return Err(miette!("the format {} is for variant puzzles", args.to));
    };
    let mut unwritten = 0;
    let work = |puzzle: &Puzzle| format.write(puzzle);
    let code = args
        .collection
        .each(terminal, work, |text, out| match text {
            Some(text) => out.write(&text),
            None => {
                unwritten += 1;
                Ok(())
            }
        })?;
    if unwritten > 0 {
        let puzzles = plural(unwritten, "puzzle");
        eprintln!("{puzzles} cannot be written as {}", args.to);
        return Ok(code.max(BAD));
    }
    Ok(code)
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "A given is removed if the puzzle without it still has one solution. Givens are tried \
        from the last cell to the first, so the result is always the same. Results are printed as \
        they are found, and Ctrl-C keeps them. `qedoku minimal` lists the redundant givens of one \
        puzzle."
)]
pub struct MinimiseArgs {
    #[command(flatten)]
    collection: CollectionArgs,

    /// Time limit per puzzle. A puzzle that exceeds it is left out
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    max_time: Option<Duration>,

    /// Print JSON Lines: each puzzle, its minimal form and the number of removed givens
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct MinimiseRecord {
    puzzle: String,
    /// The puzzle without redundant givens. `null` if it does not have one solution, or if this is
    /// unknown.
    minimal: Option<String>,
    /// The number of removed givens.
    removed: Option<usize>,
    #[serde(skip)]
    label: Option<String>,
}

/// Limits of the search for one puzzle.
const MINIMISE_LIMITS: Limits = Limits {
    supposes: 1_000_000,
};

fn minimised(puzzle: &Puzzle, max_time: Option<Duration>) -> MinimiseRecord {
    let board = &*puzzle.board;
    interrupt::begin_each(max_time);
    let stop = interrupt::stop_each();
    let plain = puzzle.givens.is_some() && puzzle.pencilmarks.is_none();
    let mut search = Search::new(board, MINIMISE_LIMITS);
    search.stop_when(stop.clone());
    let unique = plain && matches!(search.solve(&puzzle.state()), Outcome::Unique(_));
    let mut needs = Needs::new(board, MINIMISE_LIMITS).until(stop);
    let reduced = unique.then(|| needs.reduce(puzzle, board.cells().rev()));
    let minimal = reduced.and_then(|(puzzle, unknown)| (!unknown).then_some(puzzle));
    MinimiseRecord {
        puzzle: line(puzzle),
        removed: (minimal.as_ref()).map(|minimal| puzzle.clues() - minimal.clues()),
        minimal: minimal.and_then(|minimal| minimal.line()),
        label: puzzle.label.clone(),
    }
}

pub fn minimise(args: &MinimiseArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let mut failed = 0;
    let work = |puzzle: &Puzzle| minimised(puzzle, args.max_time);
    // A result can take minutes, so each is shown as soon as it is known.
    let code = args.collection.each_of(1, terminal, work, |record, out| {
        failed += usize::from(record.minimal.is_none());
        if args.json {
            let text = serde_json::to_string(&record).into_diagnostic()?;
            return out.write(&(text + "\n"));
        }
        match &record.minimal {
            Some(minimal) => out.write(&labelled(minimal, record.label.as_deref())),
            None => Ok(()),
        }
    })?;
    if failed > 0 {
        let puzzles = plural(failed, "puzzle");
        eprintln!(
            "{puzzles} skipped: no givens, not known to have one solution, or not done in time"
        );
        return Ok(code.max(BAD));
    }
    Ok(code)
}
