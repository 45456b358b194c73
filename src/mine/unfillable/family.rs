//! Rules for all patterns of a number of digits: proved, with examples where puzzles contain them.
//!
//! There is one file per number of boxes: `unfillable_3_in_4_boxes.rule` contains the tridagon. A
//! rule is written only if it loads and is proved sound.

use std::collections::BTreeMap;

use super::cells::CellPattern;
use super::write::pattern_rule;
use crate::publish::exhibit::Exhibit;
use crate::publish::phrase::Heading;
use crate::publish::{Draft, ExampleSearch, PublishedRule, Publisher};
use crate::state::occurrence::Occurrence;

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

/// Writes and proves the rule of a pattern. The first suitable occurrence becomes the example.
/// `comments` are lines on its origin, and `support` is the number of puzzles with the pattern.
pub fn family_rule(
    publisher: &Publisher<'_>,
    pattern: &NamedPattern,
    digits: usize,
    occurrences: &[Occurrence],
    comments: &[String],
    support: usize,
) -> Result<PublishedRule, String> {
    let origin = |shown: Option<&Exhibit<'_>>, _: &str| {
        let puzzle = shown.map(|shown| format!("From the puzzle {}", shown.occurrence.puzzle));
        comments.iter().cloned().chain(puzzle).collect()
    };
    publisher.publish(Draft {
        heading: Heading {
            rule: pattern.rule.clone(),
            title: pattern.title.clone(),
            score: 400 + 10 * pattern.cells.len() as u32,
            ..Heading::default()
        },
        text: &|heading| pattern_rule(pattern.cells, digits, heading),
        occurrences,
        examples: ExampleSearch::Optional,
        origin: &origin,
        support,
        truths: pattern.cells.len(),
    })
}

/// The file name for a pattern: patterns with the same number of boxes share a file.
pub fn file_name(pattern: CellPattern, digits: usize) -> String {
    format!("unfillable_{digits}_in_{}_boxes.rule", pattern.boxes())
}
