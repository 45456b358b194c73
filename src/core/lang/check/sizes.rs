//! Checks of sizes and numbers: parameters, sets, members of families, one title per instance, and
//! limits.

use std::collections::BTreeMap;

use super::super::ast::{
    Body, ConclusionExpr, ConditionExpr, Declaration, Rule, Size, Span, Spanned,
};
use super::super::definitions::{Definitions, MAX_PATTERN_DEPTH};
use super::super::diagnostics::{Finding, Problem};
use super::super::lower::INDEX;
use super::super::walk::{self, Mention, MentionPlace};
use super::bounds::ParameterBounds;
use super::definition::Definition;
use super::scope::NameBinding;
use crate::grid::MAX_SIZE;

/// Maximum number of variables of a definition, including those of its patterns.
const MAX_VARIABLES: usize = 64;
/// Maximum number of mentions of variables in a definition.
const MAX_MENTIONS: usize = 1000;

/// Checks the limits before patterns are expanded. Returns true if no limit is exceeded.
pub(super) fn check_limits(
    body: &Body,
    conclusions: &[Spanned<ConclusionExpr>],
    definitions: &Definitions,
    findings: &mut Vec<Finding>,
) -> bool {
    let found = count(body, definitions, &mut BTreeMap::new(), 0);
    if found > MAX_VARIABLES {
        too_many_variables(found, body, findings);
    }
    let concluded = conclusions.iter().map(|c| walk::mentions_in(&c.node).len());
    let mentions = walk::mentions(body).len() + concluded.sum::<usize>();
    if mentions > MAX_MENTIONS {
        let problem = Problem::TooManyClauses { found: mentions };
        let finding = Finding::new(problem, &head(body), "too much here");
        let help = format!("a definition mentions its variables at most {MAX_MENTIONS} times");
        findings.push(finding.help(help));
    }
    found <= MAX_VARIABLES && mentions <= MAX_MENTIONS
}

fn too_many_variables(found: usize, body: &Body, findings: &mut Vec<Finding>) {
    let problem = Problem::TooManyVariables { found };
    let finding = Finding::new(problem, &head(body), "too much here");
    let help = format!("a definition has at most {MAX_VARIABLES}, with those of its patterns");
    findings.push(finding.help(help));
}

/// The beginning of a body.
fn head(body: &Body) -> Span {
    let Span(range) = &body.span;
    Span(range.start..range.end.min(range.start + 1))
}

/// Counts the members of families, once the sizes are known.
fn check_members(definition: &Definition, findings: &mut Vec<Finding>) {
    let members = definition.scope.names.values().map(|binding| {
        let family = binding.is_family() && (binding.pattern.is_none() || binding.counted);
        let size = binding.size.as_ref().filter(|_| family);
        let range = size.and_then(|s| definition.bounds.range(&s.least));
        range.map_or(1, |(_, most)| usize::try_from(most).unwrap_or(0))
    });
    let members = members.fold(0, usize::saturating_add);
    let copies = definition.body.declarations.iter().map(|d| {
        let Declaration::Pattern {
            name,
            count: Some(times),
            ..
        } = d
        else {
            return 0;
        };
        let pattern = definition.definitions.patterns.get(name.node.as_str());
        let inside = pattern.map_or(0, |p| {
            count(&p.body, definition.definitions, &mut BTreeMap::new(), 1)
        });
        let range = definition.bounds.range(&times.least);
        let times = range.map_or(1, |(_, most)| usize::try_from(most).unwrap_or(0));
        inside.saturating_mul(times)
    });
    let found = members.max(copies.fold(0, usize::saturating_add));
    if found > MAX_VARIABLES {
        too_many_variables(found, definition.body, findings);
    }
}

/// The number of variables of a body and of its patterns. A family counts once.
fn count<'a>(
    body: &'a Body,
    definitions: &Definitions<'a>,
    known: &mut BTreeMap<&'a str, usize>,
    depth: usize,
) -> usize {
    let mut total = 0usize;
    for declaration in body.declarations.iter().chain(&body.targets) {
        total = total.saturating_add(match declaration {
            Declaration::Variables { names, .. } => names.len(),
            Declaration::Pattern { name, .. } => match known.get(name.node.as_str()) {
                Some(&count) => count,
                None => match definitions.patterns.get(name.node.as_str()) {
                    Some(pattern) if depth < MAX_PATTERN_DEPTH => {
                        let inside = count(&pattern.body, definitions, known, depth + 1);
                        // Even an empty pattern takes time to expand.
                        let inside = inside.max(1);
                        known.insert(&pattern.name.node, inside);
                        inside
                    }
                    _ => 0,
                },
            },
        });
    }
    total
}

/// Checks sizes of sets, and members of families.
pub(super) fn check(definition: &Definition, findings: &mut Vec<Finding>) {
    check_members(definition, findings);
    for (name, binding) in &definition.scope.names {
        let own = binding.pattern.is_none() || binding.counted;
        if let Some(size) = binding.size.as_ref().filter(|_| own) {
            check_size(name, binding, size, &definition.bounds, findings);
        }
    }
    let conclusions = definition
        .conclusions
        .iter()
        .flat_map(|c| walk::mentions_in(&c.node));
    for mention in walk::mentions(definition.body)
        .into_iter()
        .chain(conclusions)
    {
        check_member(definition, &mention, findings);
    }
    for condition in &definition.body.conditions {
        if let ConditionExpr::Sizes(left, right) = &condition.node {
            for (_, name) in left.names.iter().chain(&right.names) {
                let known = definition.bounds.fixed && definition.bounds.name() == Some(&name.node);
                if !known {
                    unknown_size(&name.node, &name.span, definition, findings);
                }
            }
        }
    }
}

fn unknown_size(name: &str, span: &Span, definition: &Definition, findings: &mut Vec<Finding>) {
    let problem = Problem::UnknownSize {
        name: name.to_string(),
    };
    let finding = Finding::new(problem, span, "not the parameter");
    findings.push(match definition.bounds.name() {
        Some(parameter) if definition.bounds.fixed => {
            finding.help(format!("the parameter is `{parameter}`"))
        }
        _ => finding.help("a rule gets a parameter by `rule name(n: 2..4)`"),
    });
}

fn check_size(
    name: &str,
    binding: &NameBinding,
    size: &Size,
    bounds: &ParameterBounds,
    findings: &mut Vec<Finding>,
) {
    let family = binding.is_family();
    let has_parameter = size.least.name.is_some();
    if family && (size.most.is_some() || has_parameter && !bounds.fixed) {
        let problem = Problem::FamilySize {
            name: name.to_string(),
        };
        let finding = Finding::new(problem, &size.span, "not one number");
        findings.push(finding.help("write one number, such as `[2]`"));
        return;
    }
    // An empty set may be one of the choices, but not the only one.
    let smallest = i64::from(!family && size.most.is_none());
    let mut ranges = Vec::new();
    for expr in [Some(&size.least), size.most.as_ref()]
        .into_iter()
        .flatten()
    {
        let Some((least, most)) = bounds.range(expr) else {
            let name = expr
                .name
                .as_ref()
                .map(|n| n.node.clone())
                .unwrap_or_default();
            let finding = Finding::new(
                Problem::UnknownSize { name },
                &expr.span,
                "not the parameter",
            );
            findings.push(match bounds.name() {
                Some(parameter) => finding.help(format!("the parameter is `{parameter}`")),
                None => finding.help("a rule gets a parameter by `rule name(n: 2..4)`"),
            });
            continue;
        };
        let wrong = [least, most]
            .into_iter()
            .find(|&size| size < smallest || size > MAX_SIZE as i64);
        if let Some(size) = wrong {
            let label = format!("a set has {smallest} to {MAX_SIZE} members");
            let finding = Finding::new(Problem::ImpossibleSize { size }, &expr.span, label);
            findings.push(finding.help("choose another size, or another range of the parameter"));
        }
        ranges.push((least, most));
    }
    if let [(first, _), (_, last)] = ranges.as_slice()
        && first > last
    {
        let problem = Problem::EmptyRange {
            first: *first,
            last: *last,
        };
        let finding = Finding::new(problem, &size.span, "the smaller number comes first");
        findings.push(finding.help("write, for example, `[1..3]`"));
    }
}

fn check_member(definition: &Definition, mention: &Mention, findings: &mut Vec<Finding>) {
    let name = mention.name.node.clone();
    let Some(binding) = definition.scope.names.get(&name) else {
        return;
    };
    if mention.index.is_none() && !mention.earlier {
        return;
    }
    if !binding.is_family() {
        let problem = Problem::NotAFamily { name: name.clone() };
        let finding = Finding::new(
            problem,
            &mention.name.span,
            format!("this is {}", binding.describe()),
        );
        let finding = finding.also(&binding.span, "declared here");
        findings.push(finding.help(format!("declare it with a size, `{name}[2]`")));
        return;
    }
    let (Some(index), Some(size)) = (mention.index, &binding.size) else {
        return;
    };
    if let Some(index_name) = &index.name
        && definition.bounds.name() != Some(&index_name.node)
    {
        let runs = matches!(
            mention.part,
            MentionPlace::Condition | MentionPlace::Knowledge | MentionPlace::Presence
        );
        if index_name.node != INDEX || !runs {
            let problem = Problem::NoIndex {
                name: index_name.node.clone(),
            };
            let finding = Finding::new(problem, &index_name.span, "not known here");
            findings.push(finding.help("in `with`, `when` and `where`, `i` runs over all members"));
        }
        return;
    }
    if !definition.bounds.has_member(index, &size.least) {
        let shown = match (&index.name, index.plus) {
            (Some(name), 0) => name.node.clone(),
            (Some(name), plus) => format!("{}{plus:+}", name.node),
            (None, plus) => plus.to_string(),
        };
        let problem = Problem::NoSuchMember { name, index: shown };
        let finding = Finding::new(problem, &index.span, "no such member");
        let finding = finding.also(&binding.span, "declared here");
        findings.push(finding.help("members are counted from 1 to the size"));
    }
}

/// Checks that there is one title, code, level and score for all instances, or one for each.
pub(super) fn check_instances(rule: &Rule, findings: &mut Vec<Finding>) {
    let expected = match &rule.parameter {
        Some(p) if p.first.node <= p.last.node => (p.last.node - p.first.node) as usize + 1,
        Some(_) => return,
        None => 1,
    };
    let mut check = |what, spans: Vec<&Span>| {
        let found = spans.len();
        if let [first, .., last] = spans.as_slice()
            && found != expected
        {
            let (instances, help) = match (&rule.parameter, expected) {
                (None, _) => (
                    "a rule without a parameter".to_string(),
                    format!(
                        "give one, or a parameter with {found} values, such as `(n: 2..{})`",
                        found + 1
                    ),
                ),
                (Some(_), 1) => (
                    "1 value of the parameter".to_string(),
                    "give one".to_string(),
                ),
                (Some(_), n) => (
                    format!("{n} values of the parameter"),
                    format!("one for all, or {n}"),
                ),
            };
            let problem = Problem::InstanceCount {
                what,
                found,
                instances,
            };
            let finding = Finding::new(problem, &first.to(last), "counted here");
            findings.push(finding.help(help));
        }
    };
    check("names", rule.titles.iter().map(|s| &s.span).collect());
    check("levels", rule.levels.iter().map(|s| &s.span).collect());
    check("scores", rule.scores.iter().map(|s| &s.span).collect());
    for (_, codes) in &rule.known_as {
        check("codes", codes.iter().map(|s| &s.span).collect());
    }
}
