//! Checks of names, sorts and sizes, definition by definition.
//!
//! Example: `every candidate of H is x` is rejected if `H` is a house.

mod bounds;
mod definition;
pub mod describe;
mod fillings;
mod guardians;
mod indices;
mod links;
mod names;
mod need;
mod recursion;
mod scope;
mod sizes;
mod sorts;
mod wording;

use std::collections::BTreeMap;

use super::ast::{Body, File, Item, Rule, Span};
use super::definitions::Definitions;
use super::diagnostics::{Finding, Problem};
use super::lower;
use super::walk;
use bounds::ParameterBounds;
use definition::Definition;
use scope::NameScope;
pub(super) use wording::check_examples;

/// Every item with the number of its file and its problems. Skips rules of files that the caller
/// does not need.
pub(super) fn check<'f>(
    files: &[&'f File],
    definitions: &Definitions,
    wanted: &dyn Fn(usize) -> bool,
) -> Vec<(usize, &'f Item, Vec<Finding>)> {
    let mut known: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut found = Vec::new();
    for (number, file) in files.iter().enumerate() {
        for item in &file.items {
            let mut findings = Vec::new();
            let name = item.name();
            if let Some(first) = known.insert((item.word(), &name.node), number) {
                let problem = Problem::DuplicateDefinition {
                    name: name.node.clone(),
                    what: item.word(),
                };
                let finding = Finding::new(problem, &name.span, "defined again");
                findings.push(match first == number {
                    true => finding.help("give one of them another name"),
                    false => finding.help(
                        "give it another name; a file that is to replace one of the library \
                         is called as that one is",
                    ),
                });
            }
            if matches!(item, Item::Rule(_)) && !wanted(number) {
                continue;
            }
            check_item(item, definitions, &mut findings);
            found.push((number, item, findings));
        }
    }
    found
}

/// The problems of items with syntax errors, in their other sections, each with the number of its
/// file. Leaves out problems that a missing section may cause.
pub(super) fn check_rest(
    files: &[&File],
    definitions: &Definitions,
    wanted: &dyn Fn(usize) -> bool,
) -> Vec<(usize, Finding)> {
    let mut found = Vec::new();
    let files = files.iter().enumerate();
    for (number, file) in files.filter(|(number, _)| wanted(*number)) {
        for rest in file.unread.iter().filter_map(|unread| unread.rest.as_ref()) {
            let mut findings = Vec::new();
            check_item(&rest.item, definitions, &mut findings);
            if let Item::Rule(rule) = &rest.item {
                check_examples(rule, &mut findings);
            }
            findings.retain(|finding| stands_alone(&finding.problem, rest.declares_all));
            found.extend(findings.into_iter().map(|finding| (number, finding)));
        }
    }
    found
}

/// Whether a problem has another cause than missing sections. `declares_all` is true if no section
/// with declarations is missing.
fn stands_alone(problem: &Problem, declares_all: bool) -> bool {
    match problem {
        Problem::UnknownLevel { .. }
        | Problem::UnknownPattern { .. }
        | Problem::UnknownRelation { .. }
        | Problem::ArgumentCount { .. }
        | Problem::DuplicateVariable { .. }
        | Problem::EmptyRange { .. }
        | Problem::ImpossibleSize { .. }
        | Problem::BadBoard { .. }
        | Problem::BadCandidate { .. } => true,
        Problem::UnknownVariable { .. }
        | Problem::WrongSort { .. }
        | Problem::TwoDigits
        | Problem::BadPlaceholder { .. } => declares_all,
        _ => false,
    }
}

fn check_item(item: &Item, definitions: &Definitions, findings: &mut Vec<Finding>) {
    match item {
        Item::Rule(rule) => check_rule(rule, definitions, findings),
        Item::Pattern(pattern) => {
            if names::check_any(&pattern.name, "pattern", &pattern.body, findings) {
                return;
            }
            if !sizes::check_limits(&pattern.body, &[], definitions, findings) {
                return;
            }
            if recursion::check_pattern(pattern, definitions, findings) {
                return;
            }
            let families = walk::families(walk::mentions(&pattern.body));
            let mut scope = NameScope::new(families);
            scope.declare(&pattern.body, definitions, findings);
            let bounds = ParameterBounds::of_pattern(pattern.parameter.as_ref(), findings);
            let definition = Definition {
                definitions,
                body: &pattern.body,
                conclusions: &[],
                outside: pattern.arguments.iter().map(|a| &a.node).collect(),
                bounds,
                scope,
            };
            check_definition(&definition, findings);
            names::check_arguments(pattern, &definition, findings);
            no_target(&pattern.body, findings);
            guardians::none_in(&pattern.body, findings);
            links::none_in(&pattern.body, findings);
            fillings::none_in(&pattern.body, findings);
        }
        Item::Relation(relation) => {
            names::check_ends(relation, findings);
            for case in &relation.cases {
                if !sizes::check_limits(case, &[], definitions, findings) {
                    continue;
                }
                let mut scope = NameScope::new(walk::families(walk::mentions(case)));
                let mut of_case = Vec::new();
                for (sort, name) in &relation.arguments {
                    scope.argument(sort, name, &mut of_case);
                }
                scope.declare(case, definitions, &mut of_case);
                let definition = Definition {
                    definitions,
                    body: case,
                    conclusions: &[],
                    outside: Vec::new(),
                    bounds: ParameterBounds::none(),
                    scope,
                };
                check_definition(&definition, &mut of_case);
                names::check_case(relation, case, &mut of_case);
                no_target(case, &mut of_case);
                guardians::none_in(case, &mut of_case);
                links::none_in(case, &mut of_case);
                fillings::none_in(case, &mut of_case);
                findings.extend(of_case);
            }
            recursion::check_relation(relation, definitions, findings);
        }
    }
}

fn check_rule(rule: &Rule, definitions: &Definitions, findings: &mut Vec<Finding>) {
    wording::check_levels(rule, findings);
    if names::check_any(&rule.name, "rule", &rule.body, findings) {
        return;
    }
    if !sizes::check_limits(&rule.body, &rule.conclusions, definitions, findings) {
        return;
    }
    let mut scope = NameScope::new(lower::rule_families(rule));
    scope.declare(&rule.body, definitions, findings);
    let bounds = ParameterBounds::of_rule(rule.parameter.as_ref(), findings);
    let definition = Definition {
        definitions,
        body: &rule.body,
        conclusions: &rule.conclusions,
        outside: Vec::new(),
        bounds,
        scope,
    };
    check_definition(&definition, findings);
    names::check_bound(&definition, findings);
    sizes::check_instances(rule, findings);
    wording::check(rule, &definition, findings);
}

fn check_definition(definition: &Definition, findings: &mut Vec<Finding>) {
    names::check(definition, findings);
    sorts::check(definition, findings);
    sizes::check(definition, findings);
    indices::check(definition, findings);
}

fn no_target(body: &Body, findings: &mut Vec<Finding>) {
    if let Some(target) = body.targets.first() {
        let span = target_span(target);
        let finding = Finding::new(Problem::TargetOutsideRule, &span, "not here");
        findings.push(finding.help("only a rule has a target; use `for`"));
    }
}

fn target_span(declaration: &super::ast::Declaration) -> Span {
    match declaration {
        super::ast::Declaration::Variables { sort, .. } => {
            sort.first().map(|w| w.span.clone()).unwrap_or_default()
        }
        super::ast::Declaration::Pattern { name, .. } => name.span.clone(),
    }
}
