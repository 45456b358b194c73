//! Publishes unfillable sets found in puzzles: one file each, named after the library's rule if
//! there is one.

use super::start::say;
use super::writer::RuleWriter;
use crate::terminal::Terminal;
use qedoku_core::engine::Solver;
use qedoku_core::lang::Library;
use qedoku_mine::unfillable::cells::CellPattern;
use qedoku_mine::unfillable::discover::DiscoveredPattern;
use qedoku_mine::unfillable::family::{NamedPattern, family_rule};

impl RuleWriter<'_> {
    /// Writes the rules of all patterns with enough support, the best supported first.
    pub fn write_guarded(&mut self, terminal: &mut Terminal<'_>) -> miette::Result<()> {
        let catalogue = self.catalogue;
        let board = catalogue.board();
        let solver = Solver::with(board, &self.library.techniques);
        let mut met: Vec<(&(usize, CellPattern), &DiscoveredPattern)> = (catalogue.guarded.iter())
            .filter(|(_, met)| met.puzzles.len() >= self.support)
            .collect();
        met.sort_by_key(|(pattern, met)| (std::cmp::Reverse(met.puzzles.len()), *pattern));
        if !catalogue.guarded.is_empty() {
            let words = format!(
                "{} patterns of cells that some digits cannot fill, {} of them in {} puzzles or more",
                catalogue.guarded.len(),
                met.len(),
                self.support
            );
            say(terminal, &words)?;
        }
        for (number, (&(digits, cells), met)) in met.into_iter().enumerate() {
            if self.publisher.cancel.is_set() {
                let words = "the time is over: the other patterns are left out";
                return say(terminal, words);
            }
            let known = met.known_as(board, &solver);
            let count = cells.len();
            let named = NamedPattern {
                cells,
                rule: match &known {
                    Some(rule) => format!("mined_{rule}"),
                    None => format!("mined_unfillable_{digits}_in_{count}_no_{}", number + 1),
                },
                title: match &known {
                    Some(rule) => format!("Mined {}", title(self.library, rule)),
                    None => format!("{digits} Digits in {count} Cells, No. {}", number + 1),
                },
            };
            let comments = comments(met, known.as_deref(), self.publisher.command);
            let (seen, support) = (&met.occurrences, met.puzzles.len());
            let rule = family_rule(&self.publisher, &named, digits, seen, &comments, support);
            self.write(rule, &named.rule, terminal)?;
        }
        Ok(())
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
