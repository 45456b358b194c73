//! Checks of guardians: a rule has at most one set of them, states their maximum number, and
//! concludes that one of them is true.
//!
//! Finds mistakes in `guardians G[0..4]`, `or in G` and `then one of G`. A tridagon that both
//! derives its guardians and eliminates a candidate would have two conclusions.

use super::super::ast::{
    AlternativeExpr, Body, ConclusionExpr, Declaration, Name, PresenceExpr, Rule, Size, SortWord,
    Span,
};
use super::super::diagnostics::{Finding, Problem};

/// Bodies of patterns and relations have no conclusions.
const MAX_GUARDIANS: i32 = 16;

pub(super) fn check(rule: &Rule, findings: &mut Vec<Finding>) {
    let declared = declared(&rule.body);
    let mut wrong = |why: &'static str, span: &Span, label: &'static str, help: &'static str| {
        let finding = Finding::new(Problem::Guardians { why }, span, label);
        findings.push(finding.help(help));
    };
    let concluded = rule.conclusions.iter();
    let derives = concluded.filter(|c| matches!(c.node, ConclusionExpr::OneOf(_)));
    let [(name, size), others @ ..] = &declared[..] else {
        return;
    };
    if let Some((other, _)) = others.first() {
        let help = "one name is enough for all of them";
        wrong(
            "a rule has one set of guardians",
            &other.span,
            "another one",
            help,
        );
    }
    let is_range = |size: &Size| {
        let most = size
            .most
            .as_ref()
            .map(|most| (most.name.is_none(), most.plus));
        let none = size.least.name.is_none() && size.least.plus == 0;
        none && most
            .is_some_and(|(is_number, most)| is_number && (1..=MAX_GUARDIANS).contains(&most))
    };
    if !size.is_some_and(is_range) {
        let help = "write `guardians G[0..4]`: up to four; there can be up to 16";
        wrong(
            "it is not said how many guardians there may be",
            &name.span,
            "how many?",
            help,
        );
    }
    if derives.count() != 1 || rule.conclusions.len() != 1 {
        let help = "write `then one of` and their name, and nothing else";
        let why = "guardians imply only that one of them is true";
        wrong(why, &name.span, "declared here", help);
    }
    let speaks = |alternative: &AlternativeExpr| match alternative {
        AlternativeExpr::In(all) => all.iter().any(|thing| thing.name.node == name.node),
        _ => false,
    };
    for presence in &rule.body.presence {
        if let PresenceExpr::Count(count) = &presence.node
            && let Some(said) = { count.alternatives.iter() }.find(|a| speaks(&a.node))
        {
            let help = "the clauses of `when` define the guardians; leave this out";
            wrong(
                "nothing is demanded of guardians",
                &said.span,
                "not here",
                help,
            );
        }
    }
}

/// Only rules have conclusions.
pub(super) fn none_in(body: &Body, findings: &mut Vec<Finding>) {
    for (name, _) in declared(body) {
        let why = "only a rule has guardians";
        let finding = Finding::new(Problem::Guardians { why }, &name.span, "not here");
        findings.push(finding.help("declare them in the rule that concludes `one of G`"));
    }
}

fn declared(body: &Body) -> Vec<(&Name, Option<&Size>)> {
    let declarations = body.declarations.iter().chain(&body.targets);
    let own = declarations.filter_map(|declaration| match declaration {
        Declaration::Variables { sort, names, .. }
            if sort.iter().any(|word| word.node == SortWord::Guardian) =>
        {
            Some(names)
        }
        _ => None,
    });
    own.flatten()
        .map(|(name, size)| (name, size.as_ref()))
        .collect()
}
