//! The options of `qedoku mine`.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::library::LibraryArgs;
use qedoku_core::lang::ir::Level;
use qedoku_mine::graph::Vocabulary;
use qedoku_mine::smallest::CoreLimits;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "The folder of -o gets one file a rule, `found.jsonl` with all that was found so far \
                  (a second run with the same folder goes on from there), and with --judge `best.txt`, \
                  `report.txt` and `report.svg`. The rules load with --rules DIR."
)]
pub struct MineArgs {
    /// Files of puzzles, `-` for standard input, or a puzzle itself
    #[arg(value_name = "PUZZLES", required_unless_present = "unfillable")]
    pub(super) puzzles: Vec<String>,

    /// The folder for what is mined
    #[arg(short, long, value_name = "DIR", required_unless_present_any = ["explain", "curve", "unfillable", "occurs"])]
    pub(super) output: Option<PathBuf>,

    #[command(flatten)]
    pub(super) library: LibraryArgs,

    /// Start from the rules of these levels: easy, medium, hard, unfair or extreme and below
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub(super) max_level: Option<Level>,

    /// Start from these rules alone; `naked_subset=2` is one value of a parameter
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub(super) only: Vec<String>,

    /// Start from these rules as well, which are used on request only, as `braid_4`; `all` are all of them
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ',',
        conflicts_with = "only"
    )]
    pub(super) on: Vec<String>,

    /// Start from all rules but these
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ',',
        conflicts_with = "only"
    )]
    pub(super) without: Vec<String>,

    /// Show why this candidate, as `r1c3=6`, is impossible, or why it is true
    #[arg(long, value_name = "CANDIDATE", conflicts_with = "output")]
    pub(super) explain: Option<String>,

    /// Show what the best rules of this folder, which mining with --judge has chosen, add on these puzzles
    #[arg(long, value_name = "DIR", conflicts_with_all = ["output", "explain"])]
    pub(super) curve: Option<PathBuf>,

    /// Count in how many of these puzzles the rules of this file or folder fire where the others are stuck, and where no other removes the same
    #[arg(long, value_name = "PATH", conflicts_with_all = ["output", "explain", "curve", "unfillable"])]
    pub(super) occurs: Option<PathBuf>,

    /// With --explain, also write the subgraph to this file, for Graphviz
    #[arg(long, value_name = "FILE", requires = "explain")]
    pub(super) dot: Option<PathBuf>,

    /// With --explain, also draw the core to this file, as SVG
    #[arg(long, value_name = "FILE", requires = "explain")]
    pub(super) svg: Option<PathBuf>,

    /// Enumerate the sets of cells that so many digits cannot fill, each a rule; with puzzles, count those that have one
    #[arg(long, value_name = "DIGITS", conflicts_with_all = ["explain", "curve", "dot"], value_parser = clap::value_parser!(u8).range(2..=4))]
    pub(super) unfillable: Option<u8>,

    /// With --unfillable, the most cells of a set
    #[arg(long, value_name = "N", default_value_t = 12, requires = "unfillable")]
    pub(super) cells: usize,

    /// With --unfillable, the most boxes that a set has cells in
    #[arg(long, value_name = "N", default_value_t = 4, requires = "unfillable")]
    pub(super) boxes: usize,

    /// With --unfillable, the most guardians of a set in a puzzle
    #[arg(long, value_name = "N", default_value_t = 4, requires = "unfillable")]
    pub(super) guardians: usize,

    /// How many hops around a candidate to look [default: one more than --size]
    #[arg(short = 'k', long, value_name = "HOPS")]
    pub(super) hops: Option<usize>,

    /// The largest number of truths in a core; beyond 6, cores that do not propagate are looked for
    #[arg(long, value_name = "N", default_value_t = CoreLimits::default().size, value_parser = small)]
    pub(super) size: usize,

    /// Which truths a core may be made of
    #[arg(long, value_name = "TRUTHS", default_value = "all")]
    pub(super) vocabulary: WordChoice,

    /// Mine so many puzzles, chosen at random; without it, all
    #[arg(long, value_name = "N")]
    pub(super) sample: Option<usize>,

    /// Choose the best rules on so many other puzzles, chosen at random
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) judge: usize,

    /// How many rules to choose
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(super) best: usize,

    /// Only puzzles from this one on, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) from: usize,

    /// Only puzzles up to this one
    #[arg(long, value_name = "N")]
    pub(super) to: Option<usize>,

    /// How many stuck states of each puzzle to look at
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(super) states: usize,

    /// Publish what at least so many puzzles support
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(super) support: usize,

    /// What the random choices begin with
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// Work on so many puzzles at a time [default: one for each processor]
    #[arg(short, long, value_name = "N")]
    pub(super) jobs: Option<usize>,

    /// Stop after so many seconds, two fifths of which are kept to publish what was found; with --explain, 60 unless given
    #[arg(long, value_name = "SECONDS")]
    pub(super) time: Option<u64>,

    /// No progress bar
    #[arg(long)]
    pub(super) quiet: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum WordChoice {
    /// Cells, and digits in rows, columns and boxes
    All,
    /// Cells alone
    Cells,
}

impl WordChoice {
    pub(super) fn vocabulary(self) -> Vocabulary {
        match self {
            WordChoice::All => Vocabulary::All,
            WordChoice::Cells => Vocabulary::Cells,
        }
    }
}

fn level(word: &str) -> Result<Level, String> {
    Level::parse(word).ok_or_else(|| "a level is easy, medium, hard, unfair or extreme".into())
}

fn small(word: &str) -> Result<usize, String> {
    let number = word.parse().ok().filter(|n| (1..=20).contains(n));
    number.ok_or_else(|| "cores of 1 to 20 truths can be looked for".into())
}
