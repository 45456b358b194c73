//! Rules for the entries of the catalogue: cores that propagate.
//!
//! A file has comments about its origin and support, a board on which the rule fires and a near
//! miss. It is published only if it loads, its examples pass and the rule is proved sound.

use std::collections::BTreeMap;

use super::draft::load;
use super::exhibit::Exhibit;
use super::phrase::{Heading, rule_text};
use super::{Draft, ExampleSearch, PublishedRule, Publisher};
use crate::campaign::catalogue::{Catalogue, CatalogueEntry, SharedForm};
use crate::equiv::{LibraryNames, PatternName};
use crate::pattern::generalise::{Breadth, Clause, Excluder, Family};
use crate::pattern::subsume::is_instance;
use crate::state::occurrence::Occurrence;
use qedoku_core::grid::Board;
use qedoku_core::grid::text::candidate_list;
use qedoku_core::matcher::Matcher;

/// An entry that is not published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnpublishedEntry {
    /// The name that the rule would have had.
    pub rule: String,
    /// The reason.
    pub reason: String,
}

/// An entry with its name.
struct NamedEntry<'c> {
    form: &'c SharedForm,
    entry: &'c CatalogueEntry,
    rule: String,
    title: String,
    number: usize,
    /// The library's rule that equals the entry.
    known: Option<String>,
    /// The rewrites that prove the equality.
    evidence: Vec<String>,
}

/// The name of a rule before it is numbered.
struct RuleTitle {
    word: String,
    title: String,
    rule: Option<String>,
    evidence: Vec<String>,
}

/// Publishes all entries supported by at least `least_support` puzzles, the best supported of each
/// form first. Passes each rule to `take` at once, so that a caller that saves them loses none when
/// the program is ended.
pub fn publish<E>(
    catalogue: &Catalogue,
    least_support: usize,
    publisher: &Publisher<'_>,
    mut take: impl FnMut(Result<PublishedRule, UnpublishedEntry>) -> Result<(), E>,
) -> Result<(), E> {
    let drafts = drafts(catalogue, least_support);
    for draft in &drafts {
        let unpublished = |reason: String| UnpublishedEntry {
            rule: draft.rule.clone(),
            reason,
        };
        if publisher.cancel.is_set() {
            take(Err(unpublished("the time ran out first".into())))?;
            continue;
        }
        let family = &draft.entry.family;
        let instance_of: Vec<&str> = (drafts.iter())
            .filter(|d| d.rule != draft.rule && is_instance(family, &d.entry.family))
            .filter(|d| !is_instance(&d.entry.family, family))
            .map(|d| d.rule.as_str())
            .collect();
        let file = file(draft, &instance_of, publisher);
        take(file.map_err(unpublished))?;
    }
    Ok(())
}

/// The entries with enough support, in order, with their names.
fn drafts(catalogue: &Catalogue, least_support: usize) -> Vec<NamedEntry<'_>> {
    let group = |form: &SharedForm| match form {
        SharedForm::Named(_) => 0,
        SharedForm::Family(Breadth::Full, _) => 1,
        SharedForm::Family(Breadth::Grouped, _) => 2,
        SharedForm::Family(Breadth::Exact, _) => 3,
    };
    // Otherwise an exact family that equals a wide family would be published twice.
    let is_wide = |form: &SharedForm| match form {
        SharedForm::Family(Breadth::Exact, key) => {
            let wide = |breadth| SharedForm::Family(breadth, key.clone());
            let all = [wide(Breadth::Full), wide(Breadth::Grouped)];
            all.iter().any(|form| catalogue.entries.contains_key(form))
        }
        _ => false,
    };
    let mut entries: Vec<(&SharedForm, &CatalogueEntry)> = (catalogue.entries.iter())
        .filter(|(form, entry)| entry.puzzles.len() >= least_support && !is_wide(form))
        .collect();
    entries.sort_by_key(|(form, entry)| {
        let truths = entry.family.clauses.len();
        let support = std::cmp::Reverse(entry.puzzles.len());
        (group(form), truths, support, *form)
    });
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let draft = |(form, entry)| {
        let RuleTitle {
            word,
            title: words,
            rule: known,
            evidence,
        } = names(catalogue.names(), form, entry);
        let number = numbers.entry(word.clone()).or_default();
        *number += 1;
        let (rule, title) = match *number {
            1 => (format!("mined_{word}"), format!("Mined {words}")),
            n => (
                format!("mined_{word}_no_{n}"),
                format!("Mined {words}, No. {n}"),
            ),
        };
        NamedEntry {
            form,
            entry,
            rule,
            title,
            number: *number,
            known,
            evidence,
        }
    };
    entries.into_iter().map(draft).collect()
}

/// The name and title of a rule before it is numbered: the library's name, or a name made from its
/// form if the library has none.
fn names(names: &LibraryNames, form: &SharedForm, entry: &CatalogueEntry) -> RuleTitle {
    let family = &entry.family;
    let called = |name: &PatternName| RuleTitle {
        word: name.word(),
        title: name.title(),
        rule: name.rule().map(str::to_owned),
        evidence: Vec::new(),
    };
    if let SharedForm::Named(name) = form {
        return called(name);
    }
    let draft = Heading {
        rule: "draft".into(),
        title: "Draft".into(),
        ..Heading::default()
    };
    let loaded = load("draft", &rule_text(family, &draft)).ok();
    let technique = loaded.as_ref().and_then(|l| l.techniques.first());
    if let Some(named) = technique.and_then(|t| names.of_technique(t)) {
        return RuleTitle {
            evidence: named.evidence,
            ..called(&named.name)
        };
    }
    let (word, title) = match form {
        SharedForm::Family(..) if !family.propagates => ("knot", "Knot"),
        SharedForm::Family(Breadth::Grouped, _) => ("grouped_net", "Grouped Net"),
        SharedForm::Family(Breadth::Full, _) => ("wide_net", "Wide Net"),
        _ if is_thread(family) => ("thread", "Thread"),
        _ => ("net", "Net"),
    };
    let count = family.clauses.len();
    RuleTitle {
        word: format!("{word}_{count}"),
        title: format!("{title} of {count}"),
        rule: None,
        evidence: Vec::new(),
    }
}

/// Whether each truth continues from the slot just before it.
fn is_thread(family: &Family) -> bool {
    let goes_on = |(last, clause): (usize, &Clause)| clause.stars.contains(&Excluder::Slot(last));
    family.clauses[1..].iter().enumerate().all(goes_on)
}

/// The rule of an entry, or the reason why there is none.
fn file(
    named: &NamedEntry<'_>,
    instance_of: &[&str],
    publisher: &Publisher<'_>,
) -> Result<PublishedRule, String> {
    let NamedEntry { form, entry, .. } = *named;
    let truths = entry.family.clauses.len();
    let heading = Heading {
        rule: named.rule.clone(),
        title: named.title.clone(),
        known_as: (named.known.clone()).map(|rule| ("library".into(), rule)),
        score: 200 + 100 * truths as u32 + named.number as u32,
        ..Heading::default()
    };
    let text = |heading: &Heading| rule_text(&entry.family, heading);
    let library = load(&named.rule, &text(&heading))?;
    if !(library.techniques.iter()).all(|t| Matcher::new(t).is_one_for_each_target()) {
        return Err("no plan finds it fast".into());
    }
    let origin = |shown: Option<&Exhibit<'_>>, scope: &str| {
        let mut lines = shown.map_or_else(Vec::new, |shown| {
            provenance(publisher.board, named, shown, publisher.command, scope)
        });
        if let Some((first, more)) = instance_of.split_first() {
            let others = match more.len() {
                0 => String::new(),
                n => format!(" and {n} more"),
            };
            lines.push(format!("An instance of {first}{others}."));
        }
        lines
    };
    let published = publisher.publish(Draft {
        heading,
        text: &text,
        occurrences: &entry.examples,
        examples: ExampleSearch::Required,
        origin: &origin,
        support: entry.puzzles.len(),
        truths,
    })?;
    Ok(PublishedRule {
        family: Some((form.clone(), entry.family.clone())),
        ..published
    })
}

/// The comment lines on the origin of a rule: the command, the puzzle, the state, the core, the
/// support, and related rules.
fn provenance(
    board: &Board,
    named: &NamedEntry<'_>,
    shown: &Exhibit<'_>,
    command: &str,
    verdict: &str,
) -> Vec<String> {
    let NamedEntry { form, entry, .. } = *named;
    let Occurrence {
        puzzle,
        state,
        target,
        truths,
        ..
    } = shown.occurrence;
    let truths: Vec<String> = truths.iter().map(|&g| board.group_name(g)).collect();
    let target = board.candidate_name(*target);
    let mut lines = vec![
        format!("Mined by: {command}"),
        format!("From the puzzle {puzzle}"),
    ];
    let because = format!("{target} cannot hold with {}", truths.join(", "));
    if shown.whole_state {
        lines.push(format!("in the state of the first example: {because}."));
    } else {
        lines.push(format!("{because} in the state with these candidates:"));
        let marks: Vec<char> = candidate_list(board, state).chars().collect();
        let rows = marks.chunks(board.size() * board.size());
        lines.extend(rows.map(|row| format!("  {}", row.iter().collect::<String>())));
    }
    lines.push(format!(
        "Support: {} puzzles, {} candidates. Verdict: sound, {verdict}.",
        entry.puzzles.len(),
        entry.uses
    ));
    let SharedForm::Named(name) = form else {
        if let Some(rule) = &named.known {
            let by = match named.evidence.as_slice() {
                [] => "the normal forms are equal".to_owned(),
                rewrites => rewrites.join(", "),
            };
            lines.push(format!("The library has it as {rule}: {by}."));
        }
        let names: Vec<String> = (entry.names.iter())
            .map(|(name, uses)| format!("{} ({uses})", name.title()))
            .collect();
        if !names.is_empty() {
            lines.push(format!("Also finds steps of: {}.", names.join(", ")));
        }
        return lines;
    };
    if let Some(rule) = name.rule() {
        lines.push(format!("The library has it as {rule}, which egg shows so:"));
    }
    for (i, line) in entry.evidence.iter().enumerate() {
        let begin = if i == 0 { "As a chain: " } else { "  = " };
        lines.push(format!("{begin}{line}"));
    }
    lines
}
