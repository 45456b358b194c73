//! The stored results of a study: for every puzzle, the result of each method.
//!
//! Records are written as lines of JSON and read again, so that an interrupted study continues.

use std::collections::BTreeMap;

use qedoku_core::grid::{Digit, Puzzle};
use serde::{Deserialize, Serialize};

use crate::outcome::MethodOutcome;

/// The result of a method on a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MethodRun {
    /// The method.
    pub method: String,
    /// Whether the method considers the puzzle solved.
    pub solved: bool,
    /// Whether the method's grid is the proved solution.
    pub right: bool,
    /// Number of empty cells that the method has right.
    pub cells: usize,
    /// Number of assignments, fills, iterations, or steps of a path.
    pub steps: u64,
    /// Number of assignments taken back.
    pub backtracks: u64,
    /// Counts of the rules and takeovers that the method used.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub used: BTreeMap<String, u64>,
    /// Number of steps of the proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<u64>,
    /// CPU time in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_us: Option<u64>,
}

impl MethodRun {
    /// Whether the method considers the puzzle solved although its grid is wrong.
    pub fn is_wrong(&self) -> bool {
        self.solved && !self.right
    }
}

/// A puzzle with the results of all methods.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Studied {
    /// The index of the puzzle's collection.
    pub collection: usize,
    /// The puzzle on one line.
    pub puzzle: String,
    /// The number of solutions: `unique`, `none`, `many`, or `open` if unknown. Only unique puzzles
    /// are studied.
    pub claim: String,
    /// The number of givens.
    pub clues: usize,
    /// The difficulty stated by the publisher.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The level and score by the rules, if they were run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<(String, u64)>,
    /// The methods, in the order of the study.
    pub runs: Vec<MethodRun>,
}

impl Studied {
    /// The result of a method. `None` if the method was not run.
    pub fn run(&self, method: &str) -> Option<&MethodRun> {
        self.runs.iter().find(|run| run.method == method)
    }

    /// Adds an outcome after comparing it with the proved solution.
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
        // Only the grade of the method `rules`, which works in rounds, belongs to the puzzle.
        if method == "rules" {
            self.grade = outcome.grade;
        }
    }
}

/// The last word of the text behind a puzzle, if it is a word for difficulty.
pub fn label_of(puzzle: &Puzzle) -> Option<String> {
    let word = puzzle.label.as_deref()?.split_whitespace().next_back()?;
    hardness(word).map(|_| word.to_owned())
}

/// The rank of a newspaper's word for difficulty, from easy to hard.
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
