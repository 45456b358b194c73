//! The options of `qedoku create`.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use miette::miette;

use crate::library::LibraryArgs;
use crate::strategy::{levels, seconds};
use crate::{files, threads};
use qedoku_app::create::PuzzleRequest;
use qedoku_core::engine::make::{GivenPlan, Symmetry};
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::grid::{Board, Cell, Puzzle, Shape};
use qedoku_core::lang::ir::Level;
use qedoku_core::variant::CREATABLE_KINDS;

/// Board sizes for which a puzzle takes reasonable time.
const CREATABLE_SIZES: [usize; 8] = [4, 6, 8, 9, 10, 12, 15, 16];

/// Maximum size of a pattern in bytes.
const MAX_PATTERN_BYTES: u64 = 1 << 16;

/// Maximum length of a list of puzzles, in bytes.
const MAX_LIST_BYTES: u64 = 1 << 24;

/// Maximum number of requested ratings.
const MAX_RATINGS: f64 = 1000.0;

/// Smallest step between requested ratings.
const SMALLEST_STEP: f64 = 0.01;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "The same seed gives the same puzzles for any number of threads. A larger count begins \
        with the puzzles of a smaller one, except with --each.\n\n\
        Name a technique as in `qedoku rules list`: `Swordfish`, `fish=3`, or `fish` for all \
        sizes. A puzzle needs a technique if the techniques up to its level solve the puzzle, \
        and do not solve it without the technique. If other techniques of the level find all \
        its steps, no puzzle needs it. --position works for such a technique too.\n\n\
        Puzzles have one solution, and no two of them are isomorphic. They are minimal, that \
        is, without redundant givens. With --symmetry, --clues or --from, add --minimal for \
        that.\n\n\
        Exit codes: 0 all puzzles were found, 1 some were not, 3 wrong usage, 130 interrupted."
)]
pub struct CreateArgs {
    /// Number of puzzles
    #[arg(value_name = "COUNT", default_value_t = 1)]
    pub(super) number: usize,

    /// Number of puzzles, as an option
    #[arg(long, value_name = "N", conflicts_with = "number")]
    count: Option<usize>,

    /// Random seed [default: a random one, printed to standard error]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,

    /// Number of rows: 4, 6, 8, 9, 10, 12, 15 or 16
    #[arg(long, value_name = "N", default_value = "9", value_parser = size)]
    size: Shape,

    /// Size of a box in rows and columns: 2x3 for a 6x6 board
    #[arg(long, value_name = "HxW", conflicts_with = "size", value_parser = boxes)]
    board: Option<Shape>,

    /// Create variants of this kind, in the text form
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(CREATABLE_KINDS))]
    #[arg(conflicts_with_all = [
        "level", "needs", "hardest", "only_once", "position", "scale", "clues", "symmetry", "from",
        "minimal", "format",
    ])]
    pub(super) variant: Option<String>,

    /// Create puzzles of this level
    #[arg(long, value_name = "LEVEL", value_parser = levels(), help_heading = "Order")]
    pub(super) level: Option<String>,

    /// Create puzzles that need these techniques, separated by commas
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        help_heading = "Order"
    )]
    pub(super) needs: Vec<String>,

    /// Create puzzles whose hardest technique is this one
    #[arg(long, value_name = "NAME", help_heading = "Order")]
    #[arg(conflicts_with_all = ["level", "needs"])]
    pub(super) hardest: Option<String>,

    /// Create puzzles solved by singles and this technique used once
    #[arg(long, value_name = "NAME", help_heading = "Order")]
    #[arg(conflicts_with_all = ["level", "needs", "hardest"])]
    pub(super) only_once: Option<String>,

    /// Create positions in which this technique is the next step, with the answer
    #[arg(long, value_name = "NAME", help_heading = "Order")]
    #[arg(conflicts_with_all = ["level", "needs", "hardest", "only_once", "scale"])]
    pub(super) position: Option<String>,

    /// Create puzzles by their rating on this scale of `qedoku grade`
    #[arg(
        long,
        value_name = "SCALE",
        requires = "between",
        help_heading = "Order"
    )]
    pub(super) scale: Option<String>,

    /// Range of ratings, such as 4.2..4.6
    #[arg(long, value_name = "A..B", requires = "scale", value_parser = ratings, help_heading = "Order")]
    pub(super) between: Option<(f64, f64)>,

    /// Create COUNT puzzles of each rating in the range, in steps of this size
    #[arg(long, value_name = "STEP", requires = "between", value_parser = rating_step, help_heading = "Order")]
    each: Option<f64>,

    /// Search the vicinity of these puzzles: a file, or a puzzle as text
    #[arg(
        long,
        value_name = "PUZZLES",
        requires = "between",
        help_heading = "Order"
    )]
    near: Option<PathBuf>,

    /// Number of givens: 24..28, or 26
    #[arg(long, value_name = "A..B", value_parser = clues, help_heading = "Givens")]
    clues: Option<(usize, usize)>,

    /// Symmetry of the places of the givens
    #[arg(long, value_name = "SYMMETRY", value_parser = symmetries(), help_heading = "Givens")]
    symmetry: Option<String>,

    /// Cells that may hold a given: a file, or a line with `.` for cells that stay empty
    #[arg(long, value_name = "PATTERN", help_heading = "Givens")]
    from: Option<PathBuf>,

    /// Create minimal puzzles even with --symmetry, --clues or --from
    #[arg(long, help_heading = "Givens")]
    minimal: bool,

    /// Output format
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "lines",
        conflicts_with = "json"
    )]
    pub(super) format: CreateFormat,

    /// Write to this file. It is replaced only when the output is complete
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Number of puzzles per page of a sheet
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=12))]
    pub(super) per_page: u8,

    /// Print the puzzles, their grades and the seed as JSON
    #[arg(long)]
    pub(super) json: bool,

    /// Give up after N attempts without a puzzle
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(super) max_tries: u64,

    /// Stop after this time, with the puzzles found so far
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) max_time: Option<Duration>,

    /// Number of threads, at most four per core [default: one per core]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,

    #[command(flatten)]
    pub(super) library: LibraryArgs,
}

/// The form of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CreateFormat {
    /// One puzzle per line, with the requested properties in further columns
    Lines,
    /// One puzzle per line, with the requested properties in a comment
    Sdm,
    /// HTML page to print, with the answers at the end
    Sheet,
}

fn size(word: &str) -> Result<Shape, String> {
    let size = word.parse().ok().filter(|n| CREATABLE_SIZES.contains(n));
    let shape = size.and_then(Shape::of_size);
    shape.ok_or_else(|| "a board has 4, 6, 8, 9, 10, 12, 15 or 16 rows".into())
}

fn boxes(word: &str) -> Result<Shape, String> {
    let parts = word.split_once(['x', 'X']);
    let numbers = parts.and_then(|(h, w)| Some((h.parse().ok()?, w.parse().ok()?)));
    let shape = numbers.map(|(height, width)| Shape { height, width });
    let known = |shape: &Shape| {
        let usual = Shape::of_size(shape.height.saturating_mul(shape.width));
        usual == Some(*shape) && CREATABLE_SIZES.contains(&shape.size())
    };
    shape
        .filter(known)
        .ok_or_else(|| "boxes are 2x2, 2x3, 2x4, 3x3, 2x5, 3x4, 3x5 or 4x4".into())
}

/// Parses two numbers `a..b`, or one that stands for both.
fn range<T: std::str::FromStr + Copy + PartialOrd>(
    text: &str,
    example: &str,
) -> Result<(T, T), String> {
    let (a, b) = text.split_once("..").unwrap_or((text, text));
    let number = |part: &str| part.trim_start_matches('=').trim().parse().ok();
    match (number(a), number(b)) {
        (Some(a), Some(b)) if a <= b => Ok((a, b)),
        _ => Err(format!(
            "two numbers are needed, the smaller one first: {example}"
        )),
    }
}

fn clues(text: &str) -> Result<(usize, usize), String> {
    range(text, "24..28")
}

fn ratings(text: &str) -> Result<(f64, f64), String> {
    range(text, "4.2..4.6")
}

fn rating_step(text: &str) -> Result<f64, String> {
    let step = text.parse().ok().filter(|step| *step >= SMALLEST_STEP);
    step.ok_or_else(|| format!("a step is a number of at least {SMALLEST_STEP}"))
}

fn symmetries() -> PossibleValuesParser {
    PossibleValuesParser::new(Symmetry::ALL.map(|(_, word)| word))
}

impl CreateArgs {
    /// The number of puzzles.
    pub(super) fn wanted(&self) -> usize {
        self.count.unwrap_or(self.number)
    }

    /// The requested ranges of ratings: one, or one for each step.
    pub(super) fn ratings(&self) -> miette::Result<Vec<(f64, f64)>> {
        let Some((lowest, highest)) = self.between else {
            return Ok(Vec::new());
        };
        let Some(step) = self.each else {
            return Ok(vec![(lowest, highest)]);
        };
        // Tenths are not exact in binary.
        let steps = ((highest - lowest) / step + 1e-6).floor();
        if steps >= MAX_RATINGS {
            return Err(miette!(
                help = "use a smaller range or a larger step",
                "the range has more than {MAX_RATINGS} ratings in steps of {step}"
            ));
        }
        let rating = |nth: u32| lowest + f64::from(nth) * step;
        let ratings = (0..=steps as u32).map(rating);
        Ok(ratings.map(|rating| (rating, rating)).collect())
    }

    /// Whether each rating in the range gets its puzzles.
    pub(super) fn has_each(&self) -> bool {
        self.each.is_some()
    }

    pub(super) fn shape(&self) -> Shape {
        self.board.unwrap_or(self.size)
    }

    /// Whether there are no requirements on the puzzles.
    pub(super) fn is_plain(&self) -> bool {
        let rules = self.level.is_none() && self.needs.is_empty() && self.hardest.is_none();
        let practice = self.only_once.is_none() && self.position.is_none();
        let givens = self.clues.is_none() && self.symmetry.is_none() && self.from.is_none();
        rules && practice && givens && self.scale.is_none()
    }

    /// The requirements in terms of rules.
    pub(super) fn wish(&self) -> PuzzleRequest<'_> {
        PuzzleRequest {
            level: self.level.as_deref().and_then(Level::parse),
            needs: &self.needs,
            hardest: self.hardest.as_deref(),
            only_once: self.only_once.as_deref(),
            position: self.position.as_deref(),
        }
    }

    /// The cells that may have givens.
    pub(super) fn plan(&self, board: &Arc<Board>) -> miette::Result<GivenPlan> {
        let word = self.symmetry.as_deref().unwrap_or("none");
        let symmetry = Symmetry::ALL.iter().find(|(_, name)| *name == word);
        let symmetry = symmetry.map(|(symmetry, _)| *symmetry).unwrap_or_default();
        let pattern = match &self.from {
            Some(path) => Some(pattern(path, board)?),
            None => None,
        };
        let may_be_given =
            |cell: Cell| (pattern.as_ref()).is_none_or(|pattern| pattern[cell.index()]);
        let mut plan = GivenPlan::new(board, symmetry, &may_be_given);
        if let Some((fewest, most)) = self.clues {
            plan.clues = RangeInclusive::new(fewest, most);
            if plan.room() < fewest {
                return Err(miette!(
                    "there are {} places for {fewest} givens",
                    plan.room()
                ));
            }
        }
        plan.minimal = self.minimal
            || (self.clues.is_none() && self.from.is_none() && symmetry == Symmetry::Free);
        Ok(plan)
    }

    /// The puzzles near which the search starts.
    pub(super) fn near(&self, board: &Board) -> miette::Result<Vec<Puzzle>> {
        let Some(path) = &self.near else {
            return Ok(Vec::new());
        };
        let text = text_of(path, MAX_LIST_BYTES)?;
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let texts = lines.filter_map(|line| line.split_whitespace().next());
        let puzzles: Vec<Puzzle> = texts
            .map(|line| Ok(read_puzzle(&Source::new(&files::escaped(path), line))?))
            .collect::<miette::Result<_>>()?;
        match puzzles.iter().all(|puzzle| puzzle.board.id() == board.id()) {
            true if !puzzles.is_empty() => Ok(puzzles),
            _ => Err(miette!(
                "{} has no puzzles of {} rows to begin with",
                files::escaped(path),
                board.size()
            )),
        }
    }

    /// Starts the worker threads.
    pub(super) fn start_threads(&self) {
        threads::start("--threads", self.threads);
    }
}

/// The text of a file, or the argument itself if there is no such file.
fn text_of(path: &Path, longest: u64) -> miette::Result<String> {
    Ok(match files::is_stdin(path) || path.exists() {
        true => String::from_utf8_lossy(&files::read(path, longest)?).into_owned(),
        false => path.to_string_lossy().into_owned(),
    })
}

/// The cells that may have givens: those that are not empty in a file or line.
fn pattern(path: &Path, board: &Board) -> miette::Result<Vec<bool>> {
    let text = text_of(path, MAX_PATTERN_BYTES)?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let cells = lines.flat_map(str::chars).filter(|c| !c.is_whitespace());
    let may: Vec<bool> = cells.map(|c| !matches!(c, '.' | '0' | '_')).collect();
    match may.len() == board.cell_count() {
        true => Ok(may),
        false => Err(miette!(
            help = "one character for each cell, `.` where none may be given",
            "the pattern has {} cells, and the board {}",
            may.len(),
            board.cell_count()
        )),
    }
}
