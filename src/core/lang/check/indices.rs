//! The index `i` of `a[i]`: it must run over members that exist.
//!
//! A clause with `i` is expanded for each `i` whose members exist. If there is no such `i`, the
//! clause would silently disappear. `a[i] sees b[i+3]` is such a clause for families of 2. So are
//! `every candidate of a is at b[i]`, whose subject has no index, and `deadly x at a[i]`, because a
//! deadly pattern concerns all cells at once.

use std::ops::RangeInclusive;

use super::super::ast::{AlternativeExpr, ConditionExpr, PresenceExpr, Span, Spanned, SubjectExpr};
use super::super::diagnostics::{Finding, Problem};
use super::super::lower::INDEX;
use super::super::walk::{self, Mention};
use super::definition::Definition;

/// Range of the values of `i`.
type Indices = RangeInclusive<i64>;
const ALL_INDICES: Indices = i64::MIN..=i64::MAX;

pub(super) fn check(definition: &Definition, findings: &mut Vec<Finding>) {
    let body = definition.body;
    for condition in &body.conditions {
        let mentions = walk::mentions_of(|walk| walk.condition(&condition.node));
        match counts_computed(definition, &condition.node) {
            true => none(&mentions, "links and capacities are counted once", findings),
            false => drop(run(definition, &mentions, ALL_INDICES, findings)),
        }
    }
    for deadly in &body.deadly {
        let mentions = walk::mentions_of(|walk| {
            walk.uses(&deadly.node.digits);
            walk.uses(&deadly.node.cells);
        });
        none(&mentions, "a deadly pattern has all of its cells", findings);
    }
    for every in &body.knowledge {
        clause(
            definition,
            &every.node.subject,
            &every.node.alternatives,
            findings,
        );
    }
    for presence in &body.presence {
        match &presence.node {
            PresenceExpr::Count(count) => {
                clause(definition, &count.subject, &count.alternatives, findings);
            }
            PresenceExpr::EachIn(digits, cells) => {
                let mentions = walk::mentions_of(|walk| walk.all([digits, cells]));
                run(definition, &mentions, ALL_INDICES, findings);
            }
            PresenceExpr::OnlyOpen(cell, house) => {
                let mentions = walk::mentions_of(|walk| walk.all([cell, house]));
                none(&mentions, "this is said once", findings);
            }
            PresenceExpr::SomeAmong(all) => {
                let mentions =
                    walk::mentions_of(|walk| all.iter().for_each(|among| walk.uses(&among.houses)));
                none(&mentions, "this is said once", findings);
            }
        }
    }
}

/// Checks `every SUBJECT is ALTERNATIVE or ALTERNATIVE`: the subject determines the values of `i`.
fn clause(
    definition: &Definition,
    subject: &SubjectExpr,
    alternatives: &[Spanned<AlternativeExpr>],
    findings: &mut Vec<Finding>,
) {
    let of_subject = walk::mentions_of(|walk| walk.subject(subject));
    if alternatives
        .iter()
        .any(|a| mentions_computed(definition, &a.node))
    {
        return none(
            &of_subject,
            "links and capacities are those of all cells",
            findings,
        );
    }
    let Some(indices) = run(definition, &of_subject, ALL_INDICES, findings) else {
        return;
    };
    for alternative in alternatives {
        let mentions = walk::mentions_of(|walk| walk.alternative(&alternative.node));
        match of_subject
            .iter()
            .any(|mention| index_span(mention).is_some())
        {
            true => drop(run(definition, &mentions, indices.clone(), findings)),
            false => none(&mentions, "what is said of it has no index", findings),
        }
    }
}

/// The values of `i` for which all members exist. If there are none, reports a finding and returns
/// `None`.
fn run(
    definition: &Definition,
    mentions: &[Mention<'_>],
    among: Indices,
    findings: &mut Vec<Finding>,
) -> Option<Indices> {
    let (mut first, mut last) = among.into_inner();
    for mention in mentions {
        let Some((span, plus)) = index_span(mention) else {
            continue;
        };
        let binding = definition.scope.names.get(&mention.name.node);
        let size = binding.and_then(|binding| binding.size.as_ref());
        // A name without a known size is reported elsewhere.
        let (_, most) = definition.bounds.range(&size?.least)?;
        (first, last) = (first.max(1 - plus), last.min(most - plus));
        if first > last {
            let problem = Problem::NoSuchMember {
                name: mention.name.node.clone(),
                index: match plus {
                    0 => INDEX.to_owned(),
                    plus => format!("{INDEX}{plus:+}"),
                },
            };
            let finding = Finding::new(problem, span, "not for any i");
            findings.push(finding.help("members are counted from 1 to the size"));
            return None;
        }
    }
    Some(first..=last)
}

/// Reports an index that has nothing to run over.
fn none(mentions: &[Mention<'_>], why: &str, findings: &mut Vec<Finding>) {
    if let Some((span, _)) = mentions.iter().find_map(index_span) {
        let problem = Problem::NoIndex {
            name: INDEX.to_owned(),
        };
        let finding = Finding::new(problem, span, why);
        findings.push(finding.help("name the whole family, or one member such as `a[1]`"));
    }
}

/// The place of `i` in a mention, and the number added to it.
fn index_span<'a>(mention: &Mention<'a>) -> Option<(&'a Span, i64)> {
    let index = mention.index?;
    let name = index.name.as_ref().filter(|name| name.node == INDEX)?;
    Some((&name.span, i64::from(index.plus)))
}

fn mentions_computed(definition: &Definition, alternative: &AlternativeExpr) -> bool {
    let mentions = walk::mentions_of(|walk| walk.alternative(alternative));
    mentions
        .iter()
        .any(|mention| definition.is_computed(mention.name))
}

/// `|L| = |S|`, `|K| = |S|`
fn counts_computed(definition: &Definition, condition: &ConditionExpr) -> bool {
    let mentions = walk::mentions_of(|walk| walk.condition(condition));
    mentions
        .iter()
        .any(|mention| definition.is_computed(mention.name))
}
