//! Code lenses above each rule: its verdict, its examples, the cost of a search, and commands.

use lsp_types::{CodeLens, CodeLensParams, Command};
use serde_json::json;

use super::commands;
use super::diagnostics::own_rules;
use crate::background::RuleResults;
use crate::session::Session;
use qedoku_core::lang::RuleInfo;

/// The lenses of a document.
pub fn answer(session: &mut Session<'_>, params: CodeLensParams) -> Option<Vec<CodeLens>> {
    let url = params.text_document.uri;
    let view = session.view(&url)?;
    let read = view.read.clone();
    let places: Vec<(RuleInfo, lsp_types::Range)> = own_rules(&view)
        .map(|rule| (rule.clone(), view.document.range(&rule.ast.name.span.0)))
        .collect();
    let mut lenses = Vec::new();
    for (rule, range) in places {
        let checked = session.background.checked(&read.library, &rule);
        let title = checked
            .as_ref()
            .map_or("not checked yet".into(), |o| summary(o));
        let arguments = Some(vec![json!(url), json!(rule.name())]);
        let mut add = |title: String, command: &str| {
            lenses.push(CodeLens {
                range,
                command: Some(Command {
                    title,
                    command: command.into(),
                    arguments: arguments.clone(),
                }),
                data: None,
            });
        };
        let is_wrong = |o: &RuleResults| o.verdicts.iter().any(|report| report.board.is_some());
        match checked.as_deref().is_some_and(is_wrong) {
            true => add(title, commands::OPEN_COUNTEREXAMPLE),
            false => add(title, commands::RUN_EXAMPLES),
        }
        if !rule.ast.examples.is_empty() {
            add("run examples".into(), commands::RUN_EXAMPLES);
            add("open the picture".into(), commands::OPEN_PICTURE);
        }
    }
    Some(lenses)
}

/// A summary such as `sound on every board · 3 examples pass · 0.2 ms per search`.
pub fn summary(checked: &RuleResults) -> String {
    let mut parts = vec![verdict(checked)];
    let failed = checked
        .trials
        .iter()
        .filter(|t| t.failure.is_some())
        .count();
    let count = checked.trials.len();
    parts.push(match (count, failed) {
        (0, _) => "no examples".into(),
        (1, 0) => "1 example passes".into(),
        (n, 0) => format!("{n} examples pass"),
        (n, bad) => format!("{bad} of {n} examples fail"),
    });
    parts.extend(
        checked
            .search_time
            .map(|mean| format!("{} per search", time(mean))),
    );
    parts.join(" · ")
}

/// The worst verdict over all values of the parameter. If all are sound, the one with the narrowest
/// scope.
fn verdict(checked: &RuleResults) -> String {
    let bad = |word| checked.verdicts.iter().find(|report| report.word == word);
    if let Some(report) = bad("unsound").or_else(|| bad("unknown")) {
        return match checked.verdicts.len() {
            1 => report.line.clone(),
            _ => format!("{}: {}", report.name, report.line),
        };
    }
    let lines = checked.verdicts.iter().map(|report| report.line.as_str());
    // Scopes from narrow to wide: "on the 9x9 board", "on every board with rectangular boxes", "on
    // every board".
    let rank = |line: &&str| (line.contains("9x9"), line.len());
    lines.max_by_key(rank).unwrap_or("no technique").to_string()
}

/// A duration with its unit: `0.2 ms`.
pub fn time(milliseconds: f64) -> String {
    match milliseconds {
        ms if ms < 0.095 => format!("{ms:.2} ms"),
        ms if ms < 9.95 => format!("{ms:.1} ms"),
        ms => format!("{ms:.0} ms"),
    }
}
