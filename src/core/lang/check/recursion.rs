//! Recursion: a relation must have a way to begin, and a pattern must not contain itself.

use std::collections::BTreeSet;

use super::super::ast::{Declaration, PatternDef, RelationDef};
use super::super::definitions::Definitions;
use super::super::diagnostics::{Finding, Problem};

/// Whether the relation can ever hold: some way to it must need only relations that can.
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
}

/// Reports a pattern that contains itself, through whatever others, and says whether it does.
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
