//! Checks of recursion: a relation needs a base case and must not negate itself in `where`, and a
//! pattern must not contain itself.

use std::collections::BTreeSet;

use super::super::ast::{Declaration, Name, PatternDef, RelationDef};
use super::super::definitions::{self, Definitions};
use super::super::diagnostics::{Finding, Problem};

/// Checks that the relation can hold: some case must need no relations that cannot hold. Also
/// checks that the relation is monotonic: a `where` clause may count and negate, so it must not use
/// the relation itself.
pub(super) fn check_relation(
    relation: &RelationDef,
    definitions: &Definitions,
    findings: &mut Vec<Finding>,
) {
    if !definitions.grounded().contains(relation.name.node.as_str()) {
        let problem = Problem::EndlessRecursion {
            name: relation.name.node.clone(),
        };
        let finding = Finding::new(problem, &relation.name.span, "has no beginning");
        findings.push(finding.help("add a case that does not use it: `{ ... } or { ... }`"));
    }
    for case in &relation.cases {
        let own = std::iter::once((case, true));
        let patterns = definitions.patterns_of(case).into_iter();
        for (body, is_own) in own.chain(patterns.map(|body| (body, false))) {
            let demanded = definitions::demanded(body);
            let comes_back = |verb: &&&Name| definitions.needs(&verb.node, &relation.name.node);
            let Some(verb) = demanded.iter().find(comes_back) else {
                continue;
            };
            let problem = Problem::RecursionInWhere {
                name: relation.name.node.clone(),
            };
            let span = if is_own {
                &verb.span
            } else {
                &relation.name.span
            };
            let finding = Finding::new(problem, span, "needs the relation that is being defined");
            findings.push(finding.help("`where` may use other relations only"));
        }
    }
}

/// Reports a pattern that contains itself, directly or through other patterns. Returns true if it
/// does.
pub(super) fn check_pattern(
    pattern: &PatternDef,
    definitions: &Definitions,
    findings: &mut Vec<Finding>,
) -> bool {
    let mut open = vec![pattern];
    let mut seen = BTreeSet::new();
    while let Some(next) = open.pop() {
        for declaration in &next.body.declarations {
            let Declaration::Pattern { name, .. } = declaration else {
                continue;
            };
            if name.node == pattern.name.node {
                let problem = Problem::RecursivePattern {
                    name: name.node.clone(),
                };
                let finding = Finding::new(problem, &pattern.name.span, "part of itself");
                findings.push(finding.help("only relations can be recursive"));
                return true;
            }
            if let Some(inner) = definitions.patterns.get(name.node.as_str())
                && seen.insert(&inner.name.node)
            {
                open.push(inner);
            }
        }
    }
    false
}
