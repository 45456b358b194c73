//! The options of `qedoku mine`.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::library::LibraryArgs;
use qedoku_core::lang::ir::Level;
use qedoku_mine::cores::smallest_cores::CoreLimits;
use qedoku_mine::state::graph::Vocabulary;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "The folder of -o gets one file per rule and `found.jsonl` with all records. A second \
        run with the same folder continues from the records. --judge adds `best.txt`, \
        `report.txt` and `report.svg`. Load the rules with --rules DIR."
)]
pub struct MineArgs {
    /// Files of puzzles, `-` for standard input, or a puzzle as text
    #[arg(value_name = "PUZZLES", required_unless_present = "unfillable")]
    pub(super) puzzles: Vec<String>,

    /// Folder for the mined rules
    #[arg(short, long, value_name = "DIR", required_unless_present_any = ["explain", "curve", "unfillable", "occurs"])]
    pub(super) output: Option<PathBuf>,

    #[command(flatten)]
    pub(super) library: LibraryArgs,

    /// Start from the rules up to this level: easy, medium, hard, unfair or extreme
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub(super) max_level: Option<Level>,

    /// Start from these rules only. `naked_subset=2` is one value of a parameter
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub(super) only: Vec<String>,

    /// Also start from these rules that are on request only, such as `braid_4`. `all` means all of
    /// them
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ',',
        conflicts_with = "only"
    )]
    pub(super) on: Vec<String>,

    /// Start from all rules except these
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ',',
        conflicts_with = "only"
    )]
    pub(super) without: Vec<String>,

    /// Explain why this candidate, such as `r1c3=6`, is impossible or true
    #[arg(long, value_name = "CANDIDATE", conflicts_with = "output")]
    pub(super) explain: Option<String>,

    /// Show how many of these puzzles each best rule in this folder adds. --judge chooses the best
    /// rules
    #[arg(long, value_name = "DIR", conflicts_with_all = ["output", "explain"])]
    pub(super) curve: Option<PathBuf>,

    /// Count the puzzles in which the rules of this file or folder apply where the others are stuck
    #[arg(long, value_name = "PATH", conflicts_with_all = ["output", "explain", "curve", "unfillable"])]
    pub(super) occurs: Option<PathBuf>,

    /// With --explain, write the subgraph to this file for Graphviz
    #[arg(long, value_name = "FILE", requires = "explain")]
    pub(super) dot: Option<PathBuf>,

    /// With --explain, draw the core to this SVG file
    #[arg(long, value_name = "FILE", requires = "explain")]
    pub(super) svg: Option<PathBuf>,

    /// Enumerate the sets of cells that this number of digits cannot fill, and write a rule for
    /// each. With puzzles, also count the puzzles that contain one
    #[arg(long, value_name = "DIGITS", conflicts_with_all = ["explain", "curve", "dot"], value_parser = clap::value_parser!(u8).range(2..=4))]
    pub(super) unfillable: Option<u8>,

    /// With --unfillable, maximum number of cells in a set
    #[arg(long, value_name = "N", default_value_t = 12, requires = "unfillable")]
    pub(super) cells: usize,

    /// With --unfillable, maximum number of boxes that a set touches
    #[arg(long, value_name = "N", default_value_t = 4, requires = "unfillable")]
    pub(super) boxes: usize,

    /// With --unfillable, maximum number of guardians of a set in a puzzle
    #[arg(long, value_name = "N", default_value_t = 4, requires = "unfillable")]
    pub(super) guardians: usize,

    /// Search within this number of hops of a candidate [default: one more than --size]
    #[arg(short = 'k', long, value_name = "HOPS")]
    pub(super) hops: Option<usize>,

    /// Maximum number of truths in a core. Above 6, also search for cores that do not propagate
    #[arg(long, value_name = "N", default_value_t = CoreLimits::default().size, value_parser = small)]
    pub(super) size: usize,

    /// Truths that a core may use
    #[arg(long, value_name = "TRUTHS", default_value = "all")]
    pub(super) vocabulary: WordChoice,

    /// Mine N puzzles chosen at random [default: all]
    #[arg(long, value_name = "N")]
    pub(super) sample: Option<usize>,

    /// Choose the best rules on N other puzzles chosen at random
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) judge: usize,

    /// Number of rules to choose
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(super) best: usize,

    /// First puzzle to use, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) from: usize,

    /// Last puzzle to use
    #[arg(long, value_name = "N")]
    pub(super) to: Option<usize>,

    /// Maximum number of stuck states per puzzle
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(super) states: usize,

    /// Publish only rules that at least N puzzles support
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(super) support: usize,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// Number of puzzles to mine at once [default: one per core]
    #[arg(short, long, value_name = "N")]
    pub(super) jobs: Option<usize>,

    /// Stop after this time. Two fifths of it are reserved for publishing rules. --explain stops
    /// after 60 seconds by default
    #[arg(long, value_name = "SECONDS")]
    pub(super) time: Option<u64>,

    /// Hide the progress bar
    #[arg(long)]
    pub(super) quiet: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum WordChoice {
    /// Cells, and digits in rows, columns and boxes
    All,
    /// Cells only
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
    number.ok_or_else(|| "a core has 1 to 20 truths".into())
}
