//! Checks of links and capacities, which the matcher computes from some cells: a rule has at most
//! one of them, states its cells and its count, and eliminates the candidates that it excludes.
//!
//! Finds mistakes in `links L`, `|L| = |S|`, `every candidate of S is in L` and `then eliminate
//! candidates excluded by L`. Links without a number would prove nothing. The form is the same for
//! `capacities K`, which may have a range: `capacities K[0..1]`.

use super::super::ast::{
    AlternativeExpr, Body, ConclusionExpr, ConditionExpr, Declaration, EveryExpr, Name,
    PresenceExpr, Rule, SizeSum, Span, Spanned, SubjectExpr, Use,
};
use super::super::ast::{Size, SortWord};
use super::super::diagnostics::{Finding, Problem};

/// The messages about links or about capacities: why, where and what to do.
struct ComputedWords {
    word: SortWord,
    problem: fn(&'static str) -> Problem,
    several: &'static str,
    chosen: [&'static str; 2],
    misused: [&'static str; 2],
    uncounted: [&'static str; 3],
    nothing: [&'static str; 3],
    concluded: &'static str,
    in_a_pattern: &'static str,
}

const LINKS: ComputedWords = ComputedWords {
    word: SortWord::Link,
    problem: |why| Problem::Links { why },
    several: "a rule has one set of links",
    chosen: [
        "links are not chosen: they are as few as there can be",
        "write `links L` alone, and `|L| = |S|` in `with`",
    ],
    misused: [
        "links have all candidates of some cells, and nothing else is said of them",
        "write `every candidate of S is in L`, with no other alternative, and `|L| = |S|` in `with`",
    ],
    uncounted: [
        "it is not said how many links there are",
        "how many?",
        "write `|L| = |S|` in `with`, once: as many as the cells whose candidates are in them",
    ],
    nothing: [
        "it is not said what the links have",
        "links of which cells?",
        "write `every candidate of S is in L` in `when`",
    ],
    concluded: "links imply only that the candidates they exclude are false",
    in_a_pattern: "only a rule has links",
};

const CAPACITIES: ComputedWords = ComputedWords {
    word: SortWord::Capacity,
    problem: |why| Problem::Capacities { why },
    several: "a rule has capacities once",
    chosen: [
        "capacities are not chosen: they are those of the layouts",
        "write `capacities K`, or `capacities K[0..1]` if no digit may fit twice",
    ],
    misused: [
        "capacities are those of some cells, and nothing else is said of them",
        "write `every candidate of S is in K`, with no other alternative, and `|K| = |S|` in `with`",
    ],
    uncounted: [
        "it is not said what the capacities add up to",
        "how many?",
        "write `|K| = |S|` in `with`, once: as many as the cells that they are of",
    ],
    nothing: [
        "it is not said of which cells the capacities are",
        "capacities of which cells?",
        "write `every candidate of S is in K` in `when`",
    ],
    concluded: "capacities imply only that the candidates they exclude are false",
    in_a_pattern: "only a rule has capacities",
};

/// Maximum of the range of capacities.
const MAX_CAPACITY: i32 = 16;

pub(super) fn check(rule: &Rule, findings: &mut Vec<Finding>) {
    for words in [LINKS, CAPACITIES] {
        words.check(rule, findings);
    }
    if let ([_, ..], [(name, ..), ..]) = (
        &declared(&rule.body, SortWord::Link)[..],
        &declared(&rule.body, SortWord::Capacity)[..],
    ) {
        let why = "a rule has links or capacities, and not both";
        let finding = Finding::new(Problem::Capacities { why }, &name.span, "declared here");
        findings.push(finding.help("write two rules"));
    }
}

impl ComputedWords {
    fn check(&self, rule: &Rule, findings: &mut Vec<Finding>) {
        let declared = declared(&rule.body, self.word);
        let [(name, size, is_plain), others @ ..] = &declared[..] else {
            return;
        };
        let mut wrong = |why: &'static str, span: &Span, label: &'static str, help| {
            let finding = Finding::new((self.problem)(why), span, label);
            findings.push(finding.help(help));
        };
        if let Some((other, ..)) = others.first() {
            let help = "one name is enough for all of them";
            wrong(self.several, &other.span, "another one", help);
        }
        if size.is_some_and(|size| !self.is_range(size)) || !is_plain {
            let [why, help] = self.chosen;
            wrong(why, &name.span, "declared here", help);
        }
        let is_it = |thing: &Use| thing.name.node == name.node;
        let misused = misused(rule, &is_it);
        for said in &misused {
            let [why, help] = self.misused;
            wrong(why, said, "not like this", help);
        }
        let counts = (rule.body.conditions.iter()).filter(|c| is_count(&c.node, &is_it));
        if counts.count() != 1 {
            let [why, label, help] = self.uncounted;
            wrong(why, &name.span, label, help);
        }
        let mut clauses = rule.body.knowledge.iter();
        if misused.is_empty() && !clauses.any(|every| is_clause(&every.node, &is_it)) {
            let [why, label, help] = self.nothing;
            wrong(why, &name.span, label, help);
        }
        let concluded = rule.conclusions.iter().map(|c| &c.node);
        let excluded = |c: &ConclusionExpr| matches!(c, ConclusionExpr::EliminateExcluded(all) if all.iter().all(is_it));
        if !{ concluded }.all(excluded) || rule.conclusions.len() != 1 {
            let help =
                "write `then eliminate candidates excluded by` and their name, and nothing else";
            wrong(self.concluded, &name.span, "declared here", help);
        }
    }

    /// Whether the size is a range of capacities, `[0..1]`.
    fn is_range(&self, size: &Size) -> bool {
        let starts_at_0 = size.least.name.is_none() && size.least.plus == 0;
        let most = size.most.as_ref().filter(|most| most.name.is_none());
        self.word == SortWord::Capacity
            && starts_at_0
            && most.is_some_and(|most| (1..=MAX_CAPACITY).contains(&most.plus))
    }
}

/// The places where the name is used in an invalid way.
fn misused<'r>(rule: &'r Rule, is_it: &dyn Fn(&Use) -> bool) -> Vec<&'r Span> {
    let speaks = |a: &Spanned<AlternativeExpr>| matches!(&a.node, AlternativeExpr::In(all) if all.iter().any(is_it));
    let mut spans = Vec::new();
    for every in &rule.body.knowledge {
        let said = every.node.alternatives.iter().find(|a| speaks(a));
        spans.extend(
            said.filter(|_| !is_clause(&every.node, is_it))
                .map(|a| &a.span),
        );
    }
    for presence in &rule.body.presence {
        if let PresenceExpr::Count(count) = &presence.node {
            spans.extend(
                count
                    .alternatives
                    .iter()
                    .filter(|a| speaks(a))
                    .map(|a| &a.span),
            );
        }
    }
    for condition in &rule.body.conditions {
        if let ConditionExpr::Sizes(left, right) = &condition.node {
            let mut sets = left.sets.iter().chain(&right.sets);
            let speaks = sets.any(|(_, set)| is_it(set));
            spans.extend((speaks && !is_count(&condition.node, is_it)).then_some(&condition.span));
        }
    }
    spans
}

/// Whether the clause is `every candidate of S is in L`.
fn is_clause(every: &EveryExpr, is_it: &dyn Fn(&Use) -> bool) -> bool {
    let is_links = |a: &AlternativeExpr| matches!(a, AlternativeExpr::In(all) if matches!(&all[..], [one] if is_it(one)));
    matches!(every.subject, SubjectExpr::CandidatesOf(_))
        && matches!(&every.alternatives[..], [one] if is_links(&one.node))
}

/// Whether the condition is `|L| = |S| + |T|`.
fn is_count(condition: &ConditionExpr, is_it: &dyn Fn(&Use) -> bool) -> bool {
    let ConditionExpr::Sizes(left, right) = condition else {
        return false;
    };
    let is_left = |sum: &SizeSum| {
        sum.names.is_empty()
            && sum.plus.plus == 0
            && matches!(&sum.sets[..], [(1, one)] if is_it(one))
    };
    is_left(left)
        && right
            .sets
            .iter()
            .all(|(sign, set)| *sign > 0 && !is_it(set))
}

/// Bodies of patterns and relations have no conclusions.
pub(super) fn none_in(body: &Body, findings: &mut Vec<Finding>) {
    for words in [LINKS, CAPACITIES] {
        for (name, ..) in declared(body, words.word) {
            let problem = (words.problem)(words.in_a_pattern);
            let finding = Finding::new(problem, &name.span, "not here");
            findings.push(
                finding
                    .help("declare them in the rule that eliminates the candidates they exclude"),
            );
        }
    }
}

/// The names of this sort, their sizes, and whether the declaration has no qualifiers.
fn declared(body: &Body, sort_word: SortWord) -> Vec<(&Name, Option<&Size>, bool)> {
    let mut found = Vec::new();
    for declaration in body.declarations.iter().chain(&body.targets) {
        if let Declaration::Variables {
            sort,
            names,
            of,
            inside,
            outside,
            seen_by,
        } = declaration
            && sort.iter().any(|word| word.node == sort_word)
        {
            let lists = [inside, outside, seen_by];
            let is_plain = of.is_none() && lists.iter().all(|list| list.is_empty());
            found.extend(
                names
                    .iter()
                    .map(|(name, size)| (name, size.as_ref(), is_plain)),
            );
        }
    }
    found
}
