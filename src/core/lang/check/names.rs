//! Checks of names: every used variable is declared, every declared one is used, and the variables
//! of conclusions are bound by the body.

use std::collections::BTreeSet;

use super::super::ast::{Body, ConclusionExpr, Name, PatternDef, RelationDef, SortWord, Span};
use super::super::diagnostics::{Finding, Problem};
use super::super::walk::{self, Mention, MentionPlace};
use super::definition::Definition;

/// Unknown and unused variables.
pub(super) fn check(definition: &Definition, findings: &mut Vec<Finding>) {
    let names = &definition.scope.names;
    let mentions = all_mentions(definition);
    let mut reported = BTreeSet::new();
    for mention in &mentions {
        let name = &mention.name.node;
        let known = names.contains_key(name) || definition.scope.blank.contains(name);
        if known || !reported.insert(name) {
            continue;
        }
        let problem = Problem::UnknownVariable { name: name.clone() };
        let finding = Finding::new(problem, &mention.name.span, "no variable has this name");
        let finding = finding.suggest(name, names.keys().map(String::as_str));
        findings.push(finding.or_help(|| format!("declare it in `for`, such as `cell {name}`")));
    }
    let used: BTreeSet<&String> = mentions.iter().map(|m| &m.name.node).collect();
    let used = |name: &String| used.contains(name) || definition.outside.contains(&name);
    for (name, binding) in names {
        // A use of a pattern may ignore some of its arguments.
        let siblings = names
            .iter()
            .filter(|(_, other)| binding.pattern.is_some() && other.pattern == binding.pattern);
        let excused = siblings.into_iter().any(|(other, _)| used(other));
        if !used(name) && !excused && !is_end(definition, &binding.span) {
            let problem = Problem::UnusedVariable { name: name.clone() };
            let finding = Finding::new(problem, &binding.span, "declared here, and nowhere else");
            findings.push(finding.help("remove it, or use it in a clause"));
        }
    }
}

/// Checks that a definition declares variables if it uses any. Otherwise every name in it would be
/// reported, and one message is enough.
pub(super) fn check_any(
    name: &Name,
    what: &'static str,
    body: &Body,
    findings: &mut Vec<Finding>,
) -> bool {
    let mentions = walk::mentions(body);
    let first = mentions.iter().min_by_key(|m| m.name.span.0.start);
    let Some(first) = first.filter(|_| body.declarations.is_empty() && body.targets.is_empty())
    else {
        return false;
    };
    let problem = Problem::NoVariables {
        what,
        name: name.node.clone(),
    };
    let finding = Finding::new(problem, &first.name.span, "the first that is not declared");
    findings.push(finding.help("declare its variables: `for digit d, lines R[2]`"));
    true
}

/// The ends of a relation are declared outside its cases and checked by [`check_case`].
fn is_end(definition: &Definition, span: &Span) -> bool {
    definition.conclusions.is_empty() && span.0.end <= definition.body.span.0.start
}

fn all_mentions<'a>(definition: &'a Definition) -> Vec<Mention<'a>> {
    let conclusions = definition.conclusions.iter();
    let conclusions = conclusions.flat_map(|c| walk::mentions_in(&c.node));
    walk::mentions(definition.body)
        .into_iter()
        .chain(conclusions)
        .collect()
}

/// Checks that the variables of a conclusion are bound.
pub(super) fn check_bound(definition: &Definition, findings: &mut Vec<Finding>) {
    let says = |m: &Mention| {
        matches!(
            m.part,
            MentionPlace::Condition | MentionPlace::Knowledge | MentionPlace::Qualifier
        )
    };
    let body = walk::mentions(definition.body);
    let tied: BTreeSet<&String> = body
        .iter()
        .filter(|m| says(m))
        .map(|m| &m.name.node)
        .collect();
    // The missing variable may be a misspelt name elsewhere.
    if body
        .iter()
        .any(|m| !definition.scope.names.contains_key(&m.name.node))
    {
        return;
    }
    let mut reported = BTreeSet::new();
    // The puzzle itself restricts the cells of a constraint.
    let is_filling = |c: &ConclusionExpr| matches!(c, ConclusionExpr::EliminateUnfilled(_));
    let others = definition.conclusions.iter();
    for conclusion in others.filter(|conclusion| !is_filling(&conclusion.node)) {
        for mention in walk::mentions_in(&conclusion.node) {
            let name = &mention.name.node;
            let Some(binding) = definition.scope.names.get(name) else {
                continue;
            };
            let bound = tied.contains(name) || binding.qualified || binding.pattern.is_some();
            if !bound && reported.insert(name) {
                let problem = Problem::UnboundConclusion { name: name.clone() };
                let finding =
                    Finding::new(problem, &mention.name.span, "concluded of any whatsoever");
                let finding = finding.also(&binding.span, "declared here");
                findings.push(finding.help("use it in `with` or `when`"));
            }
        }
    }
}

/// Checks that the arguments of a pattern are distinct variables of its body.
pub(super) fn check_arguments(
    pattern: &PatternDef,
    definition: &Definition,
    findings: &mut Vec<Finding>,
) {
    let names = &definition.scope.names;
    let mut seen = BTreeSet::new();
    for argument in &pattern.arguments {
        let name = argument.node.clone();
        if !seen.insert(&argument.node) {
            let problem = Problem::DuplicateVariable { name };
            let finding = Finding::new(problem, &argument.span, "listed twice");
            findings.push(finding.help("list each argument once"));
        } else if !names.contains_key(&argument.node) {
            let problem = Problem::UnknownVariable { name };
            let finding = Finding::new(problem, &argument.span, "not declared in the pattern");
            let finding = finding.suggest(&argument.node, names.keys().map(String::as_str));
            findings.push(finding.or_help(|| format!("declare `{}` in its `for`", argument.node)));
        }
    }
}

/// Checks that a relation has two ends, which are candidates or groups.
pub(super) fn check_ends(relation: &RelationDef, findings: &mut Vec<Finding>) {
    if relation.arguments.len() != 2 {
        let problem = Problem::ArgumentCount {
            name: relation.name.node.clone(),
            expected: 2,
            found: relation.arguments.len(),
        };
        let finding = Finding::new(problem, &relation.name.span, "a relation has two ends");
        findings.push(finding.help("write, for example, `relation chain(group g, group h)`"));
    }
    for (sort, name) in &relation.arguments {
        let fits =
            |w: SortWord| matches!(w, SortWord::Candidate | SortWord::Group | SortWord::Cluster);
        if let Some(word) = sort.iter().find(|w| !fits(w.node)) {
            let problem = Problem::WrongSort {
                name: name.node.clone(),
                found: format!("a {}", word.node.text(false)),
                expected: "a candidate, a group or a cluster".to_string(),
            };
            let finding = Finding::new(problem, &word.span, "the end of a relation");
            findings.push(finding.help("write `group`, which may also be a single candidate"));
        }
    }
}

/// Checks that each case of a relation uses both ends.
pub(super) fn check_case(relation: &RelationDef, case: &Body, findings: &mut Vec<Finding>) {
    let mentions = walk::mentions(case);
    if mentions.is_empty() {
        let problem = Problem::EmptyBody {
            name: relation.name.node.clone(),
        };
        let finding = Finding::new(problem, &case.span, "this way holds always");
        findings.push(finding.help("say when it holds, such as `with g excludes h`"));
        return;
    }
    for (_, name) in &relation.arguments {
        if !mentions.iter().any(|m| m.name.node == name.node) {
            let problem = Problem::UnusedVariable {
                name: name.node.clone(),
            };
            let finding = Finding::new(problem, &case.span, "not used in this case");
            let finding = finding.also(&name.span, "declared here");
            findings.push(finding.help("each case must use both ends"));
        }
    }
}
