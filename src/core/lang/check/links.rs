//! Checks of links: a rule has at most one set of them, states their cells and their number, and
//! eliminates the candidates that they exclude.
//!
//! Finds mistakes in `links L`, `|L| = |S|`, `every candidate of S is in L` and `then eliminate
//! candidates excluded by L`. Links without a number would prove nothing.

use super::super::ast::{
    AlternativeExpr, Body, ConclusionExpr, ConditionExpr, Declaration, EveryExpr, Name,
    PresenceExpr, Rule, SizeSum, Span, Spanned, SubjectExpr, Use,
};
use super::super::ast::{Size, SortWord};
use super::super::diagnostics::{Finding, Problem};

pub(super) fn check(rule: &Rule, findings: &mut Vec<Finding>) {
    let declared = declared(&rule.body);
    let [(name, size, is_plain), others @ ..] = &declared[..] else {
        return;
    };
    let mut wrong = |why: &'static str, span: &Span, label: &'static str, help: &'static str| {
        let finding = Finding::new(Problem::Links { why }, span, label);
        findings.push(finding.help(help));
    };
    if let Some((other, ..)) = others.first() {
        let why = "a rule has one set of links";
        let help = "one name is enough for all of them";
        wrong(why, &other.span, "another one", help);
    }
    if size.is_some() || !is_plain {
        let why = "links are not chosen: they are as few as there can be";
        let help = "write `links L` alone, and `|L| = |S|` in `with`";
        wrong(why, &name.span, "declared here", help);
    }
    let is_it = |thing: &Use| thing.name.node == name.node;
    let misused = misused(rule, &is_it);
    for said in &misused {
        let why = "links have all candidates of some cells, and nothing else is said of them";
        let help = "write `every candidate of S is in L`, with no other alternative, and `|L| = |S|` in `with`";
        wrong(why, said, "not like this", help);
    }
    let counts = (rule.body.conditions.iter()).filter(|c| is_count(&c.node, &is_it));
    if counts.count() != 1 {
        let why = "it is not said how many links there are";
        let help =
            "write `|L| = |S|` in `with`, once: as many as the cells whose candidates are in them";
        wrong(why, &name.span, "how many?", help);
    }
    let mut clauses = rule.body.knowledge.iter();
    if misused.is_empty() && !clauses.any(|every| is_clause(&every.node, &is_it)) {
        let why = "it is not said what the links have";
        let help = "write `every candidate of S is in L` in `when`";
        wrong(why, &name.span, "links of which cells?", help);
    }
    let concluded = rule.conclusions.iter().map(|c| &c.node);
    let excluded = |c: &ConclusionExpr| matches!(c, ConclusionExpr::EliminateExcluded(all) if all.iter().all(is_it));
    if !{ concluded }.all(excluded) || rule.conclusions.len() != 1 {
        let why = "links imply only that the candidates they exclude are false";
        let help = "write `then eliminate candidates excluded by` and their name, and nothing else";
        wrong(why, &name.span, "declared here", help);
    }
}

/// The places where links are used in an invalid way.
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
    for (name, ..) in declared(body) {
        let why = "only a rule has links";
        let finding = Finding::new(Problem::Links { why }, &name.span, "not here");
        findings.push(
            finding.help("declare them in the rule that eliminates the candidates they exclude"),
        );
    }
}

/// The names of links, their sizes, and whether the declaration has no qualifiers.
fn declared(body: &Body) -> Vec<(&Name, Option<&Size>, bool)> {
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
            && sort.iter().any(|word| word.node == SortWord::Link)
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
