//! What is kept of a study: for every puzzle, what each method came to.
//!
//! Takes outcomes and the proved solution, gives records that can be written as lines of JSON and read again, so that a
//! study goes on where it was cut off.

use std::collections::BTreeMap;

use qedoku_core::grid::{Digit, Puzzle};
use serde::{Deserialize, Serialize};

use crate::outcome::MethodOutcome;

/// What a method came to on a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MethodRun {
    /// The method.
    pub method: String,
    /// Whether it says that the puzzle is solved.
    pub solved: bool,
    /// Whether its grid is the proved solution.
    pub right: bool,
    /// How many of the empty cells it has right.
    pub cells: usize,
    /// Assignments tried, fills, iterations, or steps of a path.
    pub steps: u64,
    /// Assignments taken back.
    pub backtracks: u64,
    /// What it used.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub used: BTreeMap<String, u64>,
    /// The steps of its proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<u64>,
    /// Its time on the processor, in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_us: Option<u64>,
}

impl MethodRun {
    /// Whether it says that the puzzle is solved, and it is not.
    pub fn is_wrong(&self) -> bool {
        self.solved && !self.right
    }
}

/// A puzzle that was studied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Studied {
    /// The collection that it is of, by its index.
    pub collection: usize,
    /// The puzzle as a line.
    pub puzzle: String,
    /// How many solutions it has: `unique`, `none`, `many`, or `open` if that is not known. Only those with one are studied.
    pub claim: String,
    /// The number of givens.
    pub clues: usize,
    /// How hard it is by whoever published it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The level and the score that it has by the rules, if they were run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<(String, u64)>,
    /// The methods, in the order of the study.
    pub runs: Vec<MethodRun>,
}

impl Studied {
    /// What a method came to.
    pub fn run(&self, method: &str) -> Option<&MethodRun> {
        self.runs.iter().find(|run| run.method == method)
    }

    /// Notes an outcome, held against the proved solution.
    pub fn add(
        &mut self,
        method: &str,
        puzzle: &Puzzle,
        outcome: MethodOutcome,
        solution: &[Digit],
        cpu_us: Option<u64>,
    ) {
        self.runs.push(MethodRun {
            method: method.to_owned(),
            solved: outcome.solved,
            right: outcome.is_right(solution),
            cells: outcome.cells_right(puzzle, solution),
            steps: outcome.steps,
            backtracks: outcome.backtracks,
            used: outcome.used,
            proof: outcome.proof,
            cpu_us,
        });
        // Of methods that grade, the one by rounds has a grade that belongs to the puzzle.
        if method == "rules" {
            self.grade = outcome.grade;
        }
    }
}

/// The last word of what stands behind a puzzle, if it is a word for how hard it is.
pub fn label_of(puzzle: &Puzzle) -> Option<String> {
    let word = puzzle.label.as_deref()?.split_whitespace().next_back()?;
    hardness(word).map(|_| word.to_owned())
}

/// Words by which newspapers say how hard a puzzle is, in order.
pub fn hardness(word: &str) -> Option<usize> {
    const WORDS: [&[&str]; 6] = [
        &["beginner", "gentle", "kids"],
        &["easy", "simple"],
        &["medium", "moderate", "intermediate"],
        &["hard", "difficult", "tricky", "tough"],
        &["evil", "expert", "fiendish", "unfair", "diabolical"],
        &["extreme", "insane"],
    ];
    let lower = word.to_lowercase();
    WORDS
        .iter()
        .position(|words| words.contains(&lower.as_str()))
}
