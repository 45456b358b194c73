//! `qedoku create`: new puzzles, at random or to order.

mod args;
mod progress;

use std::sync::Arc;
use std::time::SystemTime;

use miette::miette;
use serde::Serialize;

use crate::collection::LineOutput;
use crate::exit::{BAD, GOOD};
use crate::interrupt;
use crate::library::ALL_RULES;
use crate::scales;
use crate::terminal::{Terminal, plural};
use args::CreateFormat;
use progress::CreateProgress;
use qedoku_app::create::PuzzleDemand;
use qedoku_app::create::attempts::{Batch, CreatedPuzzle, OrderRun, solution};
use qedoku_app::create::rating::RequiredRating;
use qedoku_core::engine::create::Creator;
use qedoku_core::grid::Board;
use qedoku_core::grid::text::TextFormat;
use qedoku_core::report::sheet::{SheetBoard, sheet};
use qedoku_core::variant::create_variant;

pub use args::CreateArgs;

/// Distance between the seeds of consecutive variants of one run.
const VARIANT_SEEDS: u64 = 0x9e37_79b9;

#[derive(Serialize)]
struct Created {
    seed: u64,
    size: usize,
    puzzles: Vec<String>,
    /// One record per puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    made: Option<Vec<MadeRecord>>,
    /// The total number of attempts.
    #[serde(skip_serializing_if = "Option::is_none")]
    tried: Option<u64>,
}

/// The record of a puzzle that was made to order.
#[derive(Serialize)]
struct MadeRecord {
    puzzle: String,
    level: Option<&'static str>,
    hardest: Option<String>,
    score: u64,
    clues: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    /// The practice state, as a line of a technique library.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// The step to be found there.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    /// Simpler techniques that also fire in the state. Empty if possible.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    simpler: Vec<String>,
    /// The number of attempts for this puzzle.
    tried: u64,
}

impl MadeRecord {
    fn of(made: &CreatedPuzzle) -> MadeRecord {
        MadeRecord {
            puzzle: made.puzzle.line().unwrap_or_default(),
            level: made.grade.level,
            hardest: made.grade.hardest.clone(),
            score: made.grade.score,
            clues: made.grade.clues,
            rating: made.rating,
            position: made.state().and_then(|state| {
                let text = TextFormat::Hodoku.write(&state)?;
                Some(text.trim_end().to_owned())
            }),
            answer: made.answer(),
            simpler: (made.position.as_ref()).map_or_else(Vec::new, |p| p.simpler.clone()),
            tried: made.tried,
        }
    }

    /// The facts shown beside the puzzle.
    fn facts(&self) -> Vec<String> {
        let rating = self.rating.map(|rating| format!("rated {rating}"));
        let simpler = (!self.simpler.is_empty()).then(|| self.simpler.join(" and "));
        let facts = [
            simpler.map(|names| format!("{names} there too")),
            self.level.map(str::to_owned),
            self.hardest.clone(),
            Some(format!("score {}", self.score)),
            rating,
            Some(plural(self.clues, "clue")),
            Some(format!("{} tried", self.tried)),
        ];
        facts.into_iter().flatten().collect()
    }
}

/// Prints puzzles with one solution.
pub fn run(args: &CreateArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let seed = args.seed.unwrap_or_else(random_seed);
    let show_seed = || {
        if args.seed.is_none() {
            eprintln!("seed {seed}: use --seed {seed} to get the same puzzles again");
        }
    };
    if let Some(kind) = &args.variant {
        show_seed();
        return variants(args, kind, seed, terminal);
    }
    if args.is_plain() {
        show_seed();
        return plain(args, seed, terminal);
    }
    args.start_threads();
    let board = Board::sudoku(args.shape());
    let library = Arc::new(args.library.load_for(&board)?);
    let stop = interrupt::stop_after(args.max_time);
    let plan = args.plan(&board)?;
    let demand = PuzzleDemand::new(&args.wish(), plan, &library, &board, stop.clone())
        .map_err(|error| error.or_help(ALL_RULES))?;
    let rating = match &args.scale {
        Some(name) => {
            let scale = scales::chosen(std::slice::from_ref(name), &library)?;
            let ranges = args.ratings()?;
            Some(RequiredRating::new(scale, ranges, &library, stop.clone()))
        }
        None => None,
    };
    let near = args.near(&board)?;
    interrupt::take_time();
    show_seed();
    let order = OrderRun {
        near: &near,
        demand: &demand,
        rating: rating.as_ref(),
        stop,
        seed,
        count: args.wanted(),
        patience: args.max_tries,
    };
    let progress = CreateProgress::new(order.total());
    let batch = order.make(&|batch, open| progress.show(batch, open));
    progress.finish();
    let mut out = LineOutput::new(args.output.as_deref(), &mut *terminal.out)?;
    out.write(&text(args, seed, &batch)?)?;
    out.keep()?;
    let (made, wanted) = (batch.made.len(), order.total());
    let each = match made {
        0 => String::new(),
        n => format!(", {:.1} for each", batch.tried as f64 / n as f64),
    };
    eprintln!(
        "{} made, {} tried{each}",
        plural(made, "puzzle"),
        batch.tried
    );
    if made < wanted {
        let was = if wanted == 1 { "was" } else { "were" };
        eprintln!(
            "{} {was} requested; raise --max-tries to try longer",
            plural(wanted, "puzzle")
        );
        let missing = order.missing(&batch.made);
        if args.has_each() && !missing.is_empty() {
            eprintln!("missing: {}", missing.join(", "));
        }
        if made == 0 && !args.needs.is_empty() {
            eprintln!(
                "a technique is never needed if others of its level find everything that it finds: use --position to practise it"
            );
        }
        return Ok(BAD);
    }
    Ok(GOOD)
}

/// The output in the requested format.
fn text(args: &CreateArgs, seed: u64, batch: &Batch) -> miette::Result<String> {
    let records: Vec<MadeRecord> = batch.made.iter().map(MadeRecord::of).collect();
    if args.json {
        let created = Created {
            seed,
            size: args.shape().size(),
            puzzles: records.iter().map(|record| record.puzzle.clone()).collect(),
            made: Some(records),
            tried: Some(batch.tried),
        };
        let text = serde_json::to_string_pretty(&created);
        return Ok(text.map_err(|error| miette!("{error}"))? + "\n");
    }
    let line = |record: &MadeRecord| {
        let first = record.position.as_deref().unwrap_or(&record.puzzle);
        let facts = record.facts();
        match args.format {
            CreateFormat::Sdm => {
                let facts = record.answer.iter().chain(&facts).cloned();
                format!("{first} # {}\n", facts.collect::<Vec<_>>().join(", "))
            }
            _ => {
                let answer = record.answer.iter().cloned();
                let fields = std::iter::once(first.to_owned()).chain(answer);
                fields.chain(facts).collect::<Vec<_>>().join("\t") + "\n"
            }
        }
    };
    Ok(match args.format {
        CreateFormat::Sheet => page(args, batch, &records),
        CreateFormat::Lines | CreateFormat::Sdm => records.iter().map(line).collect(),
    })
}

/// The puzzles as a page to print.
fn page(args: &CreateArgs, batch: &Batch, records: &[MadeRecord]) -> String {
    let boards: Vec<SheetBoard> = (batch.made.iter().zip(records))
        .map(|(made, record)| SheetBoard {
            puzzle: made.state().unwrap_or_else(|| made.puzzle.clone()),
            note: note(made, record),
            answer: record.answer.clone(),
            solution: solution(&made.puzzle),
        })
        .collect();
    sheet("Sudoku", &boards, usize::from(args.per_page))
}

/// The text beside the number of a puzzle: its level, or the technique to find.
fn note(made: &CreatedPuzzle, record: &MadeRecord) -> String {
    match &made.position {
        Some(position) => position.title.clone(),
        None => record.level.unwrap_or_default().to_owned(),
    }
}

/// Prints variant puzzles in the text form, separated by empty lines.
fn variants(
    args: &CreateArgs,
    kind: &str,
    seed: u64,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    let shape = args.shape();
    let mut puzzles = Vec::new();
    for number in 0..args.wanted() as u64 {
        let seed = seed.wrapping_add(number.wrapping_mul(VARIANT_SEEDS));
        let made = create_variant(kind, shape, seed).map_err(|error| miette!("{error}"))?;
        puzzles.extend(made.map(|it| it.to_text()));
    }
    let is_complete = puzzles.len() == args.wanted();
    if args.json {
        terminal.json(&Created {
            seed,
            size: shape.size(),
            puzzles,
            made: None,
            tried: None,
        })?;
    } else {
        let mut out = LineOutput::new(args.output.as_deref(), &mut *terminal.out)?;
        out.write(&puzzles.join("\n"))?;
        out.keep()?;
    }
    match is_complete {
        true => Ok(GOOD),
        false => {
            eprintln!("some {kind} puzzles of this size could not be made");
            Ok(BAD)
        }
    }
}

/// Prints minimal puzzles without further requirements.
fn plain(args: &CreateArgs, seed: u64, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let mut creator = Creator::new(&Board::sudoku(args.shape()), seed);
    let mut puzzles = (0..args.wanted()).map(|_| creator.puzzle());
    if args.json {
        terminal.json(&Created {
            seed,
            size: args.shape().size(),
            puzzles: puzzles.map(|p| p.line().unwrap_or_default()).collect(),
            made: None,
            tried: None,
        })?;
        return Ok(GOOD);
    }
    let mut out = LineOutput::new(args.output.as_deref(), &mut *terminal.out)?;
    if args.format == CreateFormat::Sheet {
        let boards: Vec<SheetBoard> = puzzles
            .map(|puzzle| SheetBoard {
                solution: solution(&puzzle),
                puzzle,
                note: String::new(),
                answer: None,
            })
            .collect();
        out.write(&sheet("Sudoku", &boards, usize::from(args.per_page)))?;
    } else {
        puzzles.try_for_each(|puzzle| out.write(&(puzzle.line().unwrap_or_default() + "\n")))?;
    }
    out.keep()?;
    Ok(GOOD)
}

/// A random seed that is short enough to type.
fn random_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let nanoseconds = now.map_or(0, |time| time.as_nanos() as u64);
    let mixed =
        (nanoseconds ^ u64::from(std::process::id()) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 20) % 1_000_000_000
}
