//! Checks of constraints: a rule about fillings names one or two constraints and nothing else, and
//! eliminates the candidates that their fillings exclude.
//!
//! Finds mistakes in `for cage K` and `then eliminate candidates excluded by every filling of K`. A
//! cage that no conclusion names would restrict nothing.

use super::super::ast::{Body, ConclusionExpr, Declaration, Name, Rule, Size, SortWord, Span};
use super::super::diagnostics::{Finding, Problem};

/// Maximum number of constraints that are filled together.
const MAX_FILLED_TOGETHER: usize = 2;
/// The sorts of constraints.
const CONSTRAINTS: [SortWord; 6] = [
    SortWord::Cage,
    SortWord::Sum,
    SortWord::Path,
    SortWord::Clue,
    SortWord::Equation,
    SortWord::Constraint,
];

pub(super) fn check(rule: &Rule, findings: &mut Vec<Finding>) {
    let declared = declared(&rule.body);
    let mut wrong = |why: &'static str, span: &Span, label: &'static str, help: &'static str| {
        let finding = Finding::new(Problem::Fillings { why }, span, label);
        findings.push(finding.help(help));
    };
    let Some((name, _)) = declared.first() else {
        return;
    };
    if let Some((name, _)) = declared.iter().find(|(_, size)| size.is_some()) {
        let why = "constraints have no size: each has a name of its own";
        wrong(why, &name.span, "declared here", "write `cages K, L`");
    }
    if let Some((name, _)) = declared.get(MAX_FILLED_TOGETHER) {
        let why = "at most two constraints are filled together";
        let help = "write a rule about two of them";
        wrong(why, &name.span, "one more", help);
    }
    let body = &rule.body;
    let has_more = body.declarations.iter().any(|it| !is_about(it))
        || !body.targets.is_empty()
        || !body.conditions.is_empty()
        || !body.deadly.is_empty()
        || !body.knowledge.is_empty()
        || !body.presence.is_empty();
    if has_more {
        let why = "a rule about constraints has no other variables or clauses";
        let help = "write `for cage K then eliminate candidates excluded by every filling of K`";
        wrong(why, &name.span, "declared here", help);
    }
    let names_all = |conclusion: &ConclusionExpr| match conclusion {
        ConclusionExpr::EliminateUnfilled(all) => { declared.iter() }
            .all(|(name, _)| all.iter().any(|thing| thing.name.node == name.node)),
        _ => false,
    };
    if !matches!(&rule.conclusions[..], [one] if names_all(&one.node)) {
        let why =
            "constraints imply only that the candidates that their fillings exclude are false";
        let help = "write `then eliminate candidates excluded by every filling of` and their names";
        wrong(why, &name.span, "declared here", help);
    }
}

/// Whether a rule is about one constraint, so that its sentence can list the digits of its
/// fillings.
pub(super) fn has_one(rule: &Rule) -> bool {
    declared(&rule.body).len() == 1
}

/// Bodies of patterns and relations have no conclusions.
pub(super) fn none_in(body: &Body, findings: &mut Vec<Finding>) {
    for (name, _) in declared(body) {
        let why = "only a rule is about constraints";
        let finding = Finding::new(Problem::Fillings { why }, &name.span, "not here");
        findings.push(finding.help("declare them in the rule that names their fillings"));
    }
}

fn is_about(declaration: &Declaration) -> bool {
    match declaration {
        Declaration::Variables {
            sort,
            of,
            inside,
            outside,
            seen_by,
            ..
        } => {
            let lists = [inside, outside, seen_by];
            sort.iter().all(|word| CONSTRAINTS.contains(&word.node))
                && of.is_none()
                && lists.iter().all(|list| list.is_empty())
        }
        Declaration::Pattern { .. } => false,
    }
}

/// The names of constraints, with their sizes.
fn declared(body: &Body) -> Vec<(&Name, Option<&Size>)> {
    let mut found = Vec::new();
    for declaration in body.declarations.iter().chain(&body.targets) {
        if let Declaration::Variables { sort, names, .. } = declaration
            && sort.iter().any(|word| CONSTRAINTS.contains(&word.node))
        {
            found.extend(names.iter().map(|(name, size)| (name, size.as_ref())));
        }
    }
    found
}
