//! Checks of the parts of a rule besides its pattern: level, conclusion, assumption, sentence and
//! examples.

use super::super::ast::{ConclusionExpr, Example, Instance, Rule, Span};
use super::super::definitions::{needed, template};
use super::super::diagnostics::{Finding, Problem};
use super::super::ir::Level;
use super::super::lower::{FILLING, SentencePiece, cut, placeholder};
use super::definition::Definition;
use super::fillings;
use super::guardians;
use super::links;
use super::scope::Plurality;
use crate::grid::Puzzle;
use crate::grid::text::{Source, read_puzzle};

/// Checks that the levels of a rule exist.
pub(super) fn check_levels(rule: &Rule, findings: &mut Vec<Finding>) {
    for level in &rule.levels {
        if Level::parse(&level.node).is_none() {
            let problem = Problem::UnknownLevel {
                name: level.node.clone(),
            };
            let words = Level::ALL.iter().map(|(_, word)| *word);
            let finding = Finding::new(problem, &level.span, "not a level");
            let finding = finding.help("easy, medium, hard, unfair or extreme");
            findings.push(finding.suggest(&level.node, words));
        }
    }
}

pub(super) fn check(rule: &Rule, definition: &Definition, findings: &mut Vec<Finding>) {
    if rule.conclusions.is_empty() {
        let problem = Problem::MissingThen {
            name: rule.name.node.clone(),
        };
        let finding = Finding::new(problem, &rule.name.span, "has no `then`");
        findings.push(finding.help("write, for example, `then eliminate d from C except R`"));
    }
    for conclusion in &rule.conclusions {
        if let ConclusionExpr::Eliminate(_, cells) = &conclusion.node
            && cells.within.is_empty()
            && cells.inside.is_empty()
            && cells.seeing.is_empty()
        {
            let finding = Finding::new(
                Problem::EliminatesEverything,
                &conclusion.span,
                "from all cells",
            );
            findings.push(finding.help("say which cells, such as `cells seeing a and b`"));
        }
    }
    assumption(rule, definition, findings);
    guardians::check(rule, findings);
    links::check(rule, findings);
    fillings::check(rule, findings);
    templates(rule, definition, findings);
    sentence(rule, definition, findings);
    for named in rule.on_request.iter().flat_map(|r| &r.node) {
        instance(rule, named, findings);
    }
    for named in rule.examples.iter().filter_map(|e| e.instance.as_ref()) {
        instance(rule, named, findings);
    }
}

/// Checks that the boards of examples can be read, and that the expected effects are on them.
pub fn check_examples(rule: &Rule, findings: &mut Vec<Finding>) {
    for example in &rule.examples {
        self::example(example, findings);
    }
}

fn assumption(rule: &Rule, definition: &Definition, findings: &mut Vec<Finding>) {
    let is_used = definition.definitions.uses_deadly(&rule.body);
    match (&rule.assuming_unique, rule.body.deadly.first()) {
        (None, Some(deadly)) => {
            let finding = Finding::new(Problem::DeadlyWithoutAssumption, &deadly.span, "used here");
            findings.push(finding.help("write `assuming unique` before `for`"));
        }
        (None, None) if is_used => {
            let span = &rule.name.span;
            let finding = Finding::new(
                Problem::DeadlyWithoutAssumption,
                span,
                "one of its patterns or relations is deadly",
            );
            findings.push(finding.help("write `assuming unique` before `for`"));
        }
        (Some(span), None) if !is_used => {
            let finding = Finding::new(Problem::UnusedAssumption, span, "not needed");
            findings.push(finding.help("remove it, or say what is `deadly`"));
        }
        _ => {}
    }
}

/// Checks that a rule about templates has `by template`, because its clauses do not show how it is
/// found.
fn templates(rule: &Rule, definition: &Definition, findings: &mut Vec<Finding>) {
    let is_used = definition.definitions.uses_templates(&rule.body);
    match (&rule.by_template, template(&rule.body)) {
        (None, Some(span)) => {
            let finding = Finding::new(Problem::UndeclaredTemplate, span, "used here");
            findings.push(finding.help("write `by template` before `for`"));
        }
        (None, None) if is_used => {
            let words = "one of its patterns or relations speaks of templates";
            let finding = Finding::new(Problem::UndeclaredTemplate, &rule.name.span, words);
            findings.push(finding.help("write `by template` before `for`"));
        }
        (Some(span), None) if !is_used => {
            let finding = Finding::new(Problem::UnusedTemplate, span, "not needed");
            findings.push(finding.help("remove it, or say what is `in no template`"));
        }
        _ => {}
    }
}

fn sentence(rule: &Rule, definition: &Definition, findings: &mut Vec<Finding>) {
    let Some(say) = &rule.say else { return };
    let names = &definition.scope.names;
    let related = needed(&rule.body);
    for piece in cut(&say.node) {
        match piece {
            SentencePiece::Text(_) => {}
            SentencePiece::Unclosed(at) => {
                let span = inside(&say.span, &say.node, at, 1);
                let finding = Finding::new(Problem::UnclosedPlaceholder, &span, "never closed");
                findings.push(
                    finding
                        .help("a variable stands in `{` and `}`; a brace itself is written `{{`"),
                );
            }
            SentencePiece::Placeholder(text, at) => {
                let found = placeholder(text);
                let fits = found.as_ref().is_some_and(|(name, index)| {
                    if index.is_none() && (related.contains(name) || *name == FILLING) {
                        return *name != FILLING || fillings::has_one(rule);
                    }
                    let binding = names.get(*name);
                    binding.is_some_and(|b| index.is_none() || b.form == Plurality::Family)
                });
                if !fits {
                    let span = inside(&say.span, &say.node, at, text.len() + 2);
                    let problem = Problem::BadPlaceholder {
                        name: text.to_string(),
                    };
                    let finding = Finding::new(problem, &span, "not a variable");
                    let name = found.map_or(text, |(name, _)| name);
                    let mut finding = finding.suggest(name, names.keys().map(String::as_str));
                    // The place is the placeholder with its braces.
                    finding.fix = finding.fix.map(|name| format!("{{{name}}}"));
                    let known: Vec<&str> = names.keys().map(String::as_str).collect();
                    let known = known.join(", ");
                    let help =
                        || format!("the variables are {known}; a brace itself is written `{{{{`");
                    findings.push(finding.or_help(help));
                }
            }
        }
    }
}

/// The place in the file of a part of a string. Escapes lengthen the written text.
fn inside(span: &Span, text: &str, at: usize, length: usize) -> Span {
    let escapes = text[..at].matches(['"', '\\']).count();
    let start = span.0.start + 1 + at + escapes;
    Span(start..(start + length).min(span.0.end))
}

/// Checks that there is an instance with this value of the parameter.
fn instance(rule: &Rule, named: &Instance, findings: &mut Vec<Finding>) {
    let (name, value) = named;
    match &rule.parameter {
        Some(p) => {
            if name.node != p.name.node {
                let problem = Problem::UnknownParameter {
                    name: name.node.clone(),
                };
                let finding = Finding::new(problem, &name.span, "not the parameter");
                findings.push(finding.help(format!("the parameter is `{}`", p.name.node)));
            } else if !(p.first.node..=p.last.node).contains(&value.node) {
                let problem = Problem::NoSuchInstance { value: value.node };
                let (first, last) = (p.first.node, p.last.node);
                let label = format!("the parameter goes from {first} to {last}");
                let finding = Finding::new(problem, &value.span, label);
                let help = format!("choose one from {first} to {last}, or change the parameter");
                findings.push(finding.help(help));
            }
        }
        None => {
            let problem = Problem::UnknownParameter {
                name: name.node.clone(),
            };
            let finding = Finding::new(problem, &name.span, "the rule has no parameter");
            findings.push(finding.help("a rule gets a parameter by `rule name(n: 2..4)`"));
        }
    }
}

fn example(example: &Example, findings: &mut Vec<Finding>) {
    // The layer of variant puzzles reads boards with constraints, when the example is run.
    if example.board.node.trim_start().starts_with("board ") {
        return;
    }
    let puzzle = match read_puzzle(&Source::new("example", &example.board.node)) {
        Ok(puzzle) => puzzle,
        Err(error) => {
            let problem = Problem::BadBoard {
                reason: error.to_string(),
            };
            let finding = Finding::new(problem, &example.board.span, "this board");
            let help =
                "a board has 81 characters, `.` for an empty cell, or is what `qedoku show` draws";
            findings.push(finding.help(help));
            return;
        }
    };
    for literal in example.expected.iter().flatten() {
        check_literal(&literal.node, &literal.span, &puzzle, findings);
    }
}

fn check_literal(name: &str, span: &Span, puzzle: &Puzzle, findings: &mut Vec<Finding>) {
    if puzzle.board.parse_candidate(name).is_none() {
        let problem = Problem::BadCandidate {
            name: name.to_string(),
        };
        let finding = Finding::new(problem, span, "no such candidate");
        findings.push(finding.help("write `r4c5<>7` for an elimination, `r4c5=7` for a placement"));
    }
}
