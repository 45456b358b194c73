//! Rules for all patterns of a number of digits: proved, with examples where puzzles contain them.
//!
//! There is one file per number of boxes: `unfillable_3_in_4_boxes.rule` contains the tridagon. A
//! rule is written only if it loads and is proved sound.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use super::cells::CellPattern;
use super::write::{PatternHeading, pattern_rule};
use crate::draft::{PROOF_TIME, finished, load, proved_scope};
use crate::exhibit::exhibit;
use crate::occurrence::Occurrence;
use qedoku_core::grid::Board;

/// A pattern with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPattern {
    /// The cells.
    pub cells: CellPattern,
    /// Name of the pattern in the language.
    pub rule: String,
    /// Title of the pattern.
    pub title: String,
}

/// Names patterns by the number of digits, the number of cells and a serial number.
pub fn name_patterns(patterns: &[CellPattern], digits: usize) -> Vec<NamedPattern> {
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let name = |&cells: &CellPattern| {
        let count = cells.len();
        let number = numbers.entry(count).or_default();
        *number += 1;
        NamedPattern {
            cells,
            rule: format!("unfillable_{digits}_in_{count}_no_{number}"),
            title: format!("{digits} Digits in {count} Cells, No. {number}"),
        }
    };
    patterns.iter().map(name).collect()
}

/// Result of proving the rule of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternVerdict {
    /// Proved, with its scope.
    Sound(&'static str),
    /// Not proved, with the reason.
    NotProved(String),
}

/// A rule of the family.
#[derive(Clone, Debug)]
pub struct FamilyRule {
    /// The pattern.
    pub pattern: NamedPattern,
    /// Whether the rule is sound.
    pub verdict: PatternVerdict,
    /// Text of the rule, or `None` if the rule is not proved.
    pub text: Option<String>,
    /// Whether the rule has an example.
    pub has_example: bool,
}

/// Writes and proves the rule of a pattern. The first suitable occurrence becomes the example.
pub fn family_rule(
    board: &Arc<Board>,
    pattern: &NamedPattern,
    digits: usize,
    occurrences: &[Occurrence],
    comments: Vec<String>,
    now: &dyn Fn() -> Instant,
) -> FamilyRule {
    let mut heading = PatternHeading {
        rule: pattern.rule.clone(),
        title: pattern.title.clone(),
        score: 400 + 10 * pattern.cells.len() as u32,
        comments,
        examples: Vec::new(),
    };
    let mut rule = FamilyRule {
        pattern: pattern.clone(),
        verdict: PatternVerdict::NotProved(String::new()),
        text: None,
        has_example: false,
    };
    let loaded = load(
        &pattern.rule,
        &pattern_rule(pattern.cells, digits, &heading),
    );
    let proved = loaded.and_then(|library| {
        let scope = proved_scope(&library, PROOF_TIME, now)?;
        Ok((library, scope))
    });
    let library = match proved {
        Ok((library, scope)) => {
            rule.verdict = PatternVerdict::Sound(scope);
            library
        }
        Err(reason) => {
            rule.verdict = PatternVerdict::NotProved(reason);
            return rule;
        }
    };
    if let Some(shown) = exhibit(board, &library, occurrences) {
        let pair = &shown.example;
        heading.examples = vec![
            format!("example \"{}\" => {}", pair.board, pair.effect),
            format!("// {}", pair.reason),
            format!("silent \"{}\"", pair.near_miss),
        ];
        heading
            .comments
            .push(format!("From the puzzle {}", shown.occurrence.puzzle));
        rule.has_example = true;
    }
    match finished(
        &pattern.rule,
        &pattern_rule(pattern.cells, digits, &heading),
    ) {
        Ok(text) => rule.text = Some(text),
        Err(reason) => rule.verdict = PatternVerdict::NotProved(reason),
    }
    rule
}

/// The file name for a pattern: patterns with the same number of boxes share a file.
pub fn file_name(pattern: CellPattern, digits: usize) -> String {
    format!("unfillable_{digits}_in_{}_boxes.rule", pattern.boxes())
}
