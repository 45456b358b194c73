//! Quick fixes: correct a misspelt word, add a missing condition, add a near miss, update an
//! example.

use std::collections::HashMap; // order does not matter: the protocol wants it
use std::ops::Range;
use std::sync::Arc;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, TextEdit, WorkspaceEdit,
};

use super::diagnostics::own_rules;
use crate::background::{Report, RuleResults};
use crate::project::View;
use crate::session::Session;
use qedoku_core::lang::ast::{Example, Rule, Spanned};
use qedoku_core::lang::{IncrementalLibrary, RuleInfo};
use qedoku_core::trial::ExampleResult;

/// The quick fixes at a place.
pub fn answer(
    session: &mut Session<'_>,
    params: CodeActionParams,
) -> Option<Vec<CodeActionOrCommand>> {
    let url = params.text_document.uri;
    let view = session.view(&url)?;
    let start = view.document.offset(params.range.start);
    let end = view.document.offset(params.range.end);
    let touches = |range: &Range<usize>| range.start <= end && start <= range.end;
    let mut edits = meant(&view, &touches);
    let rules = own_rules(&view).filter(|rule| touches(&rule.ast.span.0));
    let checked = |rule: &RuleInfo| {
        let checked = session.background.checked(&view.read.library, rule)?;
        Some((rule.clone(), checked))
    };
    let known: Vec<(RuleInfo, Arc<RuleResults>)> = rules.filter_map(checked).collect();
    for (rule, checked) in &known {
        for report in &checked.verdicts {
            edits.extend(missing(&view, rule, report));
            edits.extend(near_miss(&view, rule, report));
        }
        for (trial, example) in checked.trials.iter().zip(&rule.ast.examples) {
            if touches(&example.span.0) && trial.failure.is_some() {
                edits.extend(record(trial, example));
                edits.extend(silence(trial, example));
            }
        }
    }
    let action = |(title, range, text): QuickFix| {
        let edit = TextEdit::new(view.document.range(&range), text);
        #[allow(clippy::mutable_key_type)] // an address does not change
        let changes = HashMap::from([(url.clone(), vec![edit])]); // order does not matter
        CodeActionOrCommand::CodeAction(CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            edit: Some(WorkspaceEdit {
                changes: Some(changes),
                ..WorkspaceEdit::default()
            }),
            ..CodeAction::default()
        })
    };
    Some(edits.into_iter().map(action).collect())
}

/// A title, the byte range to replace, and the new text.
type QuickFix = (String, Range<usize>, String);

/// Corrections of misspelt words.
fn meant(view: &View<'_>, touches: &dyn Fn(&Range<usize>) -> bool) -> Vec<QuickFix> {
    let findings = view.read.findings(view.number).into_iter();
    let edit = |finding: &qedoku_core::lang::Finding| {
        let fix = finding.fix.clone()?;
        let title = match fix.is_empty() {
            true => "Remove this".to_string(),
            false => format!("Write `{fix}`"),
        };
        Some((title, finding.span.0.clone(), fix))
    };
    let here = findings.filter(|finding| touches(&finding.span.0));
    here.filter_map(edit).collect()
}

/// Adds the condition that makes a rule sound. Offered only if the edited text has no mistakes.
fn missing(view: &View<'_>, rule: &RuleInfo, report: &Report) -> Option<QuickFix> {
    let (section, words) = report.suggestion.as_ref()?.write.as_ref()?;
    let (at, text) = insertion(view.text(), &rule.ast, section, words)?;
    let mut edited = view.document.source();
    edited.text.insert_str(at, &text);
    let mut sources = view.read.sources.clone();
    sources[view.number] = edited;
    let path = &view.document.path;
    let read = IncrementalLibrary::default().read(sources, |own| own == path);
    let good = read.library.rule(rule.name()).is_some();
    good.then(|| (format!("Add `{words}` to `{section}`"), at..at, text))
}

/// The offset at which to insert the text into a section, and the text. Includes the section word
/// if the section does not exist.
fn insertion(text: &str, rule: &Rule, section: &str, words: &str) -> Option<(usize, String)> {
    fn last<T>(all: &[Spanned<T>]) -> Option<usize> {
        all.last().map(|part| part.span.0.end)
    }
    let body = &rule.body;
    let (known, separator) = match section {
        "with" => (last(&body.conditions), ", "),
        _ => (last(&body.knowledge), "\n           "),
    };
    if let Some(end) = known {
        return Some((end, format!("{separator}{words}")));
    }
    // `with` stands before the first of the later sections.
    let deadly = body.deadly.first().map(|d| d.span.0.start);
    let every = body.knowledge.first().map(|e| e.span.0.start);
    let next = deadly
        .or(every)
        .or(rule.conclusions.first().map(|c| c.span.0.start))?;
    let line = text[..next].rfind('\n').map_or(0, |i| i + 1);
    Some((line, format!("  {section:<9}{words}\n")))
}

/// Adds the board on which a rule is wrong as a near miss.
fn near_miss(view: &View<'_>, rule: &RuleInfo, report: &Report) -> Option<QuickFix> {
    let (_, puzzle) = report.board.as_ref()?;
    let end = rule.ast.span.0.end;
    let brace = view.text()[..end].rfind('}')?;
    let line = view.text()[..brace].rfind('\n').map_or(brace, |i| i + 1);
    let instance = instance(rule, report);
    let text = format!(
        "  silent   {instance}\"{}\"\n",
        puzzle.trim().replace('"', "\\\"")
    );
    Some(("Make this board a near miss".into(), line..line, text))
}

/// `n=3 ` if the rule has a parameter, otherwise empty.
fn instance(rule: &RuleInfo, report: &Report) -> String {
    let value = report.name.split(['(', ')']).nth(1);
    match (&rule.ast.parameter, value) {
        (Some(parameter), Some(value)) => format!("{}={value} ", parameter.name.node),
        _ => String::new(),
    }
}

/// Turns a board into an example with the step that the rule finds on it.
fn record(trial: &ExampleResult, example: &Example) -> Option<QuickFix> {
    let found = trial.found.first()?;
    let title = "Record what the rule finds here as an example".to_string();
    let range = example.span.0.clone();
    Some((title, range, written("example", example, Some(found))))
}

/// Turns a board on which the rule finds nothing into a near miss.
fn silence(trial: &ExampleResult, example: &Example) -> Option<QuickFix> {
    if !trial.found.is_empty() || example.expected.is_none() {
        return None;
    }
    let title = "Make this board a near miss".to_string();
    Some((
        title,
        example.span.0.clone(),
        written("silent", example, None),
    ))
}

/// The source text of an example.
fn written(word: &str, example: &Example, found: Option<&String>) -> String {
    let instance = match &example.instance {
        Some((name, value)) => format!("{}={} ", name.node, value.node),
        None => String::new(),
    };
    let board = example
        .board
        .node
        .replace('\\', "\\\\")
        .replace('"', "\\\"");
    let effects = found.map_or(String::new(), |found| format!(" => {found}"));
    format!("{word:<9}{instance}\"{board}\"{effects}")
}
