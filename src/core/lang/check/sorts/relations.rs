//! Checks of the ends of relations: their sorts must fit the declaration of the relation.
//!
//! Covers conditions `chain(g, h)` and verbs `every candidate of a refutes t`. Finds a `chain` with
//! three ends or with a cell as an end, and unknown relations.

use super::super::super::ast::{Name, Related, SortWord, Use};
use super::super::super::diagnostics::{Finding, Problem};
use super::super::super::parse::words::called;
use super::super::need::{CANDIDATE, ONE_NODE};
use super::Sorts;

impl Sorts<'_, '_> {
    pub(super) fn related(&mut self, related: &Related) {
        let Some(ends) = self.relation(&related.name) else {
            return;
        };
        let found = related.arguments.len();
        if found != 2 {
            let name = related.name.node.clone();
            let problem = Problem::ArgumentCount {
                name,
                expected: 2,
                found,
            };
            let finding = Finding::new(problem, &related.name.span, "a relation has two ends");
            let help = format!("write `{}(g, h)`, with two of its ends", related.name.node);
            self.findings.push(finding.help(help));
        }
        for (argument, end) in related.arguments.iter().zip(ends) {
            let need = if end == SortWord::Candidate {
                CANDIDATE
            } else {
                ONE_NODE
            };
            self.want(argument, need);
        }
    }

    /// The sorts of the ends of a relation. Reports a problem if there is no such relation.
    pub(super) fn relation(&mut self, name: &Name) -> Option<Vec<SortWord>> {
        let relations = &self.definition.definitions.relations;
        let definitions = self.definition.definitions;
        let Some(number) = definitions.relation(&name.node) else {
            if definitions.unread.contains(name.node.as_str()) {
                return None;
            }
            let problem = Problem::UnknownRelation {
                name: name.node.clone(),
            };
            let finding = Finding::new(problem, &name.span, "no relation has this name");
            let known = relations.iter().map(|r| r.name.node.as_str());
            let verbs = ["is", "sees", "excludes"];
            let finding = match called(&name.node, &verbs) {
                Some(verb) => finding
                    .help(format!("`{}` is called `{verb}` here", name.node))
                    .fix(verb),
                None => finding.suggest(&name.node, known.chain(verbs)),
            };
            let help = || "the verb of a clause is `is`, `sees`, `excludes` or a relation".into();
            self.findings.push(finding.or_help(help));
            return None;
        };
        let ends = relations[number].arguments.iter();
        Some(
            ends.filter_map(|(sort, _)| sort.first().map(|w| w.node))
                .collect(),
        )
    }

    /// Reports `p refutes` without `it`. Returns true if the word was missing.
    pub(super) fn lacks_it(&mut self, name: &Name, one: &Use) -> bool {
        let definitions = self.definition.definitions;
        let is_variable = |name: &Name| {
            let thing = Use {
                name: name.clone(),
                index: None,
            };
            self.definition.scope.get(&thing).is_some()
        };
        let verb = &one.name.node;
        let lacks_it = is_variable(name)
            && definitions.relation(&name.node).is_none()
            && definitions.relation(verb).is_some();
        if lacks_it {
            let problem = Problem::UnknownRelation {
                name: name.node.clone(),
            };
            let finding = Finding::new(problem, &name.span, "this is a variable");
            let from = &name.node;
            self.findings.push(finding.help(format!(
                "write `{verb} {from}`, or `{from} {verb} it` for the relation from {from} to the candidate"
            )));
        }
        lacks_it
    }
}
