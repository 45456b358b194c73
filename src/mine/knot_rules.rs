//! Rules for knots: proved, as simple as can be, with a real puzzle.
//!
//! Takes the knots of a campaign, gives the text of one file each, or the reason why there is none. What a rule says of how cells lie to boxes and lines is
//! left out as long as it stays proved. The example is the state in which the knot was met, the near miss the same state with one
//! candidate more.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::exhibit::exhibit_whole;
use super::knot::{KnotEntry, Knots};
use super::layout::OpenBoard;
use super::layout::write::{LayoutSaying, free_lines, layout_rule, place_facts};
use super::novelty::Novelty;
use super::phrase::Heading;
use qedoku_core::engine::Stop;
use qedoku_core::grid::Board;
use qedoku_core::lang::{self, Library, RuleFile};
use qedoku_core::report::examples;
use qedoku_soundness as soundness;

/// The time in which a rule must be proved.
const PROOF_TIME: Duration = Duration::from_secs(20);
/// The time in which it must stay proved without a condition.
const SIMPLER_TIME: Duration = Duration::from_secs(2);

/// The time in which an example and a near miss must be found. Some large patterns take minutes to look for once, and whoever waits for an
/// example waits for all other rules.
const EXAMPLE_TIME: Duration = Duration::from_secs(20);

/// A rule that was made of a knot.
#[derive(Clone, Debug)]
pub struct KnotRule {
    /// Its name in the language.
    pub rule: String,
    /// What it is called.
    pub title: String,
    /// The file's text.
    pub text: String,
    /// How many puzzles have it.
    pub support: usize,
    /// How many truths it has.
    pub truths: usize,
    /// Whether it has an example.
    pub has_example: bool,
}

/// How rules are made.
pub struct KnotWorkshop<'w> {
    /// The board.
    pub board: &'w Arc<Board>,
    /// The board with nothing on it.
    pub open: &'w OpenBoard,
    /// The command that makes the rules again.
    pub command: &'w str,
    /// The time.
    pub now: fn() -> Instant,
    /// When to ask no more.
    pub stop: &'w Stop,
}

/// The knots that so many puzzles have, the smallest first, of these the best supported.
pub fn supported(knots: &Knots, least: usize) -> Vec<&KnotEntry> {
    let mut entries: Vec<&KnotEntry> = (knots.entries.values())
        .filter(|entry| entry.puzzles.len() >= least)
        .collect();
    entries.sort_by_key(|entry| {
        let support = std::cmp::Reverse(entry.puzzles.len());
        (entry.layout.clauses.len(), support)
    });
    entries
}

/// A knot with its name, on the way to a rule.
#[derive(Clone, Debug)]
pub struct KnotDraft<'k> {
    /// What the rule is called in the language.
    pub rule: String,
    /// What people call it.
    pub title: String,
    /// The knot.
    pub entry: &'k KnotEntry,
    /// What the library has to say of it.
    pub novelty: Novelty,
}

/// Names knots: as the library calls them, or else after their size.
pub fn drafts<'k>(knots: impl IntoIterator<Item = (&'k KnotEntry, Novelty)>) -> Vec<KnotDraft<'k>> {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let draft = |(entry, novelty): (&'k KnotEntry, Novelty)| {
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
        KnotDraft {
            rule: format!("{word}_no_{number}"),
            title: format!("{title}, No. {number}"),
            entry,
            novelty,
        }
    };
    knots.into_iter().map(draft).collect()
}

impl KnotWorkshop<'_> {
    /// The rule of a knot, or why there is none.
    pub fn rule(&self, draft: &KnotDraft<'_>) -> Result<KnotRule, String> {
        let KnotDraft { entry, novelty, .. } = draft;
        let size = entry.layout.clauses.len();
        let known = novelty.known.as_ref();
        let mut heading = Heading {
            rule: draft.rule.clone(),
            title: draft.title.clone(),
            known_as: known.map(|known| ("library".to_owned(), known.rule.clone())),
            score: 500 + 10 * size as u32,
            ..Heading::default()
        };
        let text = |saying: &LayoutSaying, heading: &Heading| {
            layout_rule(self.open, &entry.layout, saying, heading)
        };
        let (saying, verdict) = self.simplest(entry, |saying| text(saying, &heading))?;
        heading.provenance = self.provenance(entry, novelty, verdict);
        let library = load(&text(&saying, &heading))?;
        let best = entry.best();
        let (now, end, stop) = (self.now, (self.now)() + EXAMPLE_TIME, self.stop.clone());
        let soon = Stop::when(move || stop.now() || now() >= end);
        let shown = exhibit_whole(self.board, &library, &best, &soon);
        let has_example = shown.is_some();
        if let Some(shown) = shown {
            if best.first() != Some(shown.sighting) {
                heading.provenance.push(format!(
                    "The example is of the puzzle {}",
                    shown.sighting.puzzle
                ));
            }
            heading.examples.push(shown.example);
        }
        let text = lang::format(&source(&text(&saying, &heading))).map_err(|d| d.render(100))?;
        let library = load(&text)?;
        for info in &library.rules {
            for result in examples::run(&library, info) {
                if let Some(failure) = result.failure {
                    return Err(format!("example {}: {failure}", result.number));
                }
            }
        }
        Ok(KnotRule {
            rule: heading.rule,
            title: heading.title,
            text,
            support: entry.puzzles.len(),
            truths: size,
            has_example,
        })
    }

    /// What a rule has to say to be proved, and where it is: of all that it could say of its cells as little as will do, and of its lines that
    /// digits share them only where they must.
    fn simplest(
        &self,
        entry: &KnotEntry,
        text: impl Fn(&LayoutSaying) -> String,
    ) -> Result<(LayoutSaying, &'static str), String> {
        let mut saying = LayoutSaying {
            facts: place_facts(self.open, &entry.layout),
            apart: Vec::new(),
        };
        let mut verdict = self.verdict(&text(&saying), PROOF_TIME)?;
        let mut try_to_say = |simpler: LayoutSaying, saying: &mut LayoutSaying| {
            let proved = self.verdict(&text(&simpler), SIMPLER_TIME);
            if let Ok(words) = proved {
                (*saying, verdict) = (simpler, words);
            }
            proved.is_ok()
        };
        // Many are not needed: so half of them are left out at once where that will do, then a quarter, down to one.
        let mut length = saying.facts.len().div_ceil(2);
        while length > 0 {
            let mut from = 0;
            while from < saying.facts.len() && !self.stop.now() {
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
            if self.stop.now() {
                break;
            }
            let mut wider = saying.clone();
            wider.apart.push(line);
            try_to_say(wider, &mut saying);
        }
        Ok((saying, verdict))
    }

    /// Where a rule is proved to be sound.
    fn verdict(&self, text: &str, time: Duration) -> Result<&'static str, String> {
        let library = load(text)?;
        let mut words = "";
        for technique in &library.techniques {
            let deadline = soundness::Deadline::new((self.now)(), time);
            match soundness::decide(technique, &library.relations, || true, deadline) {
                soundness::Verdict::Sound { scope, .. } => words = scope.words(),
                other => return Err(format!("the verdict is {}", other.word())),
            }
        }
        Ok(words)
    }

    /// Where a rule comes from: the command, the puzzle, the core; and what supports it.
    fn provenance(&self, entry: &KnotEntry, novelty: &Novelty, verdict: &str) -> Vec<String> {
        let mut lines = vec![format!("Mined by: {}", self.command)];
        if let Some(first) = entry.sightings.first() {
            let truths = first.truths.iter().map(|&g| self.board.group_name(g));
            let truths: Vec<String> = truths.collect();
            let target = self.board.candidate_name(first.target);
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

fn source(text: &str) -> RuleFile {
    RuleFile {
        path: "90-mined/knot.rule".into(),
        family: "90-mined".into(),
        text: text.to_owned(),
    }
}

fn load(text: &str) -> Result<Library, String> {
    lang::load(&[source(text)]).map_err(|diagnostics| diagnostics.render(100))
}
