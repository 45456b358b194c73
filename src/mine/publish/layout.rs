//! Rules for cores that do not propagate: proved, simplified, with an example from a real puzzle.
//!
//! Each core gives the text of one rule file, or the reason why there is none. Conditions on the
//! location of cells in boxes and lines are dropped while the rule stays proved. The example is the
//! state in which the core was found. The near miss is that state with one added candidate.

use std::collections::BTreeMap;
use std::time::Duration;

use super::draft::{PROOF_TIME, load, proved_scope};
use super::exhibit::Exhibit;
use super::novelty::Novelty;
use super::phrase::Heading;
use super::{Draft, ExampleSearch, PublishedRule, Publisher};
use crate::layout::OpenBoard;
use crate::layout::catalogue::{LayoutEntry, Layouts};
use crate::layout::write::{LayoutConditions, free_lines, layout_rule, place_facts};

/// The file name under which the rules are loaded.
const KNOT: &str = "knot";
/// Time limit for the proof of a rule with a condition dropped.
const SIMPLER_TIME: Duration = Duration::from_secs(2);

/// Makes the rules of layouts.
pub struct LayoutRuleWriter<'w> {
    /// The board without givens.
    pub open: &'w OpenBoard,
    /// The publisher of the rules.
    pub publisher: &'w Publisher<'w>,
}

/// The cores found in at least `least` puzzles: the smallest first, then the best supported.
pub fn supported(layouts: &Layouts, least: usize) -> Vec<&LayoutEntry> {
    let mut entries: Vec<&LayoutEntry> = (layouts.entries.values())
        .filter(|entry| entry.puzzles.len() >= least)
        .collect();
    entries.sort_by_key(|entry| {
        let support = std::cmp::Reverse(entry.puzzles.len());
        (entry.layout.clauses.len(), support)
    });
    entries
}

/// A core with its name, not yet a rule.
#[derive(Clone, Debug)]
pub struct LayoutDraft<'k> {
    /// The name of the rule in the language.
    pub rule: String,
    /// The title of the rule.
    pub title: String,
    /// The core and its occurrences.
    pub entry: &'k LayoutEntry,
    /// The library's rules that eliminate the same candidates.
    pub novelty: Novelty,
}

/// Names cores after the library's rule. A core without such a rule is named after its size.
pub fn drafts<'k>(
    layouts: impl IntoIterator<Item = (&'k LayoutEntry, Novelty)>,
) -> Vec<LayoutDraft<'k>> {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let draft = |(entry, novelty): (&'k LayoutEntry, Novelty)| {
        let size = entry.layout.clauses.len();
        let (word, title) = match &novelty.known {
            Some(known) => (
                format!("mined_{}_of_{size}", known.rule),
                format!("Mined {} of {size}", known.title),
            ),
            None => (
                format!("mined_knot_{size}"),
                format!("Mined Knot of {size}"),
            ),
        };
        let number = numbers.entry(word.clone()).or_default();
        *number += 1;
        LayoutDraft {
            rule: format!("{word}_no_{number}"),
            title: format!("{title}, No. {number}"),
            entry,
            novelty,
        }
    };
    layouts.into_iter().map(draft).collect()
}

impl LayoutRuleWriter<'_> {
    /// The rule of a core, or the reason why there is none.
    pub fn rule(&self, draft: &LayoutDraft<'_>) -> Result<PublishedRule, String> {
        let LayoutDraft { entry, novelty, .. } = draft;
        let size = entry.layout.clauses.len();
        let known = novelty.known.as_ref();
        let heading = Heading {
            rule: draft.rule.clone(),
            title: draft.title.clone(),
            known_as: known.map(|known| ("library".to_owned(), known.rule.clone())),
            score: 500 + 10 * size as u32,
            ..Heading::default()
        };
        let (saying, scope) = self.simplest(entry, |saying| {
            layout_rule(self.open, &entry.layout, saying, &heading)
        })?;
        let best = entry.best();
        let origin =
            |shown: Option<&Exhibit<'_>>, scope: &str| {
                let mut lines = self.provenance(entry, novelty, scope);
                let other = shown.filter(|shown| best.first() != Some(shown.occurrence));
                lines.extend(other.map(|shown| {
                    format!("The example is of the puzzle {}", shown.occurrence.puzzle)
                }));
                lines
            };
        let rule = Draft {
            heading: heading.clone(),
            text: &|heading| layout_rule(self.open, &entry.layout, &saying, heading),
            occurrences: &best,
            examples: ExampleSearch::WholeStates,
            origin: &origin,
            support: entry.puzzles.len(),
            truths: size,
        };
        self.publisher.complete(rule, scope)
    }

    /// The weakest conditions with which the rule is still proved, and the scope of the proof.
    /// Keeps as few facts about the cells as possible. Digits share lines only where the proof
    /// needs it.
    fn simplest(
        &self,
        entry: &LayoutEntry,
        text: impl Fn(&LayoutConditions) -> String,
    ) -> Result<(LayoutConditions, &'static str), String> {
        let mut saying = LayoutConditions {
            facts: place_facts(self.open, &entry.layout),
            apart: Vec::new(),
        };
        let mut verdict = self.verdict(&text(&saying), PROOF_TIME)?;
        let mut try_to_say = |simpler: LayoutConditions, saying: &mut LayoutConditions| {
            let proved = self.verdict(&text(&simpler), SIMPLER_TIME);
            if let Ok(words) = proved {
                (*saying, verdict) = (simpler, words);
            }
            proved.is_ok()
        };
        // Most facts are redundant: tries to drop half of them at once, then a quarter, down to
        // one.
        let mut length = saying.facts.len().div_ceil(2);
        while length > 0 {
            let mut from = 0;
            while from < saying.facts.len() && !self.publisher.cancel.is_set() {
                let mut fewer = saying.clone();
                let end = (from + length).min(fewer.facts.len());
                fewer.facts.drain(from..end);
                if !try_to_say(fewer, &mut saying) {
                    from += length;
                }
            }
            length /= 2;
        }
        for line in free_lines(self.open, &entry.layout, &saying.facts) {
            if self.publisher.cancel.is_set() {
                break;
            }
            let mut wider = saying.clone();
            wider.apart.push(line);
            try_to_say(wider, &mut saying);
        }
        Ok((saying, verdict))
    }

    /// The scope in which a rule is proved sound, or the reason why it is not.
    fn verdict(&self, text: &str, time: Duration) -> Result<&'static str, String> {
        proved_scope(&load(KNOT, text)?, time, &self.publisher.cancel)
    }

    /// The comment lines on the origin of a rule: the command, the puzzle, the core and the
    /// support.
    fn provenance(&self, entry: &LayoutEntry, novelty: &Novelty, verdict: &str) -> Vec<String> {
        let mut lines = vec![format!("Mined by: {}", self.publisher.command)];
        if let Some(first) = entry.occurrences.first() {
            let truths = first
                .truths
                .iter()
                .map(|&g| self.publisher.board.group_name(g));
            let truths: Vec<String> = truths.collect();
            let target = self.publisher.board.candidate_name(first.target);
            lines.push(format!("From the puzzle {}", first.puzzle));
            lines.push(format!(
                "where {target} cannot hold with {}.",
                truths.join(", ")
            ));
        }
        lines.extend(novelty.words());
        lines.push(format!(
            "Support: {} puzzles, {} candidates. Verdict: sound, {verdict}.",
            entry.puzzles.len(),
            entry.uses
        ));
        lines
    }
}
