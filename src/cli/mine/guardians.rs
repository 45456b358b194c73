//! Publishes unfillable sets found in puzzles: one file each, named after the library's rule if
//! there is one.

use std::time::Instant;

use super::start::say;
use super::writer::{RuleWriter, not_published, published, with_example};
use crate::terminal::Terminal;
use qedoku_core::engine::Solver;
use qedoku_core::lang::Library;
use qedoku_mine::unfillable::cells::CellPattern;
use qedoku_mine::unfillable::discover::DiscoveredPattern;
use qedoku_mine::unfillable::family::{NamedPattern, PatternVerdict, family_rule};

impl RuleWriter<'_> {
    /// Writes the rules of all patterns with enough support, the best supported first. Returns
    /// their texts.
    pub fn write_guarded(&self, terminal: &mut Terminal<'_>) -> miette::Result<Vec<String>> {
        let mut texts = Vec::new();
        let board = self.catalogue.board();
        let solver = Solver::with(board, &self.library.techniques);
        let mut met: Vec<(&(usize, CellPattern), &DiscoveredPattern)> =
            (self.catalogue.guarded.iter())
                .filter(|(_, met)| met.puzzles.len() >= self.support)
                .collect();
        met.sort_by_key(|(pattern, met)| (std::cmp::Reverse(met.puzzles.len()), *pattern));
        if !self.catalogue.guarded.is_empty() {
            let words = format!(
                "{} patterns of cells that some digits cannot fill, {} of them in {} puzzles or more",
                self.catalogue.guarded.len(),
                met.len(),
                self.support
            );
            say(terminal, &words)?;
        }
        for (number, (&(digits, cells), met)) in met.into_iter().enumerate() {
            if self.stop.now() {
                say(
                    terminal,
                    "the time is over: the other patterns are left out",
                )?;
                break;
            }
            let known = met.known_as(board, &solver);
            let count = cells.len();
            let word = match &known {
                Some(rule) => rule.clone(),
                None => format!("unfillable_{digits}_in_{count}_no_{}", number + 1),
            };
            let named = NamedPattern {
                cells,
                rule: format!("mined_{word}"),
                title: match &known {
                    Some(rule) => format!("Mined {}", title(self.library, rule)),
                    None => format!("{digits} Digits in {count} Cells, No. {}", number + 1),
                },
            };
            let comments = comments(met, known.as_deref(), &self.command);
            let rule = family_rule(
                board,
                &named,
                digits,
                &met.occurrences,
                comments,
                &Instant::now,
            );
            match (&rule.verdict, &rule.text) {
                (PatternVerdict::Sound(_), Some(text)) => {
                    self.write(&named.rule, text)?;
                    texts.push(text.clone());
                    let title = with_example(&named.title, rule.has_example);
                    published(terminal, &named.rule, met.puzzles.len(), &title)?;
                }
                (PatternVerdict::NotProved(reason), _) => {
                    not_published(terminal, &named.rule, reason)?;
                }
                (PatternVerdict::Sound(_), None) => {}
            }
        }
        Ok(texts)
    }
}

/// The title of a rule.
fn title(library: &Library, rule: &str) -> String {
    let found = library.techniques.iter().find(|t| &*t.rule == rule);
    found.map_or_else(|| rule.to_owned(), |t| t.title.to_string())
}

/// The comment lines on the origin of a pattern, its guardians, and its rule in the library.
fn comments(met: &DiscoveredPattern, known: Option<&str>, command: &str) -> Vec<String> {
    let guardians: Vec<String> = (met.guardians.iter())
        .map(|(count, times)| format!("{count} guardians {times} times"))
        .collect();
    let mut lines = vec![
        format!("Mined by: {command}"),
        format!(
            "Support: {} puzzles; {}.",
            met.puzzles.len(),
            guardians.join(", ")
        ),
    ];
    lines.push(match known {
        Some(rule) => format!(
            "Known: {rule} concludes the same truth in each of the {} states in which it was found.",
            met.states.len()
        ),
        None => "No rule of the library concludes the same truth in all states in which it was found.".into(),
    });
    lines
}
