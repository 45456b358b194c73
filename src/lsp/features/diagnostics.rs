//! Diagnostics: the findings of `rules check`, the verdicts on rules, and failing examples.

use std::ops::Range;

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Url,
};

use crate::background::{Background, Report, RuleResults};
use crate::host::Host;
use crate::project::View;
use qedoku_core::lang::{Finding, RuleInfo};
use qedoku_core::trial::ExampleResult;

/// The source shown with diagnostics.
const SOURCE_NAME: &str = "qedoku";

/// All current diagnostics of a document.
pub fn of(view: &View<'_>, background: &Background, host: &dyn Host) -> Vec<Diagnostic> {
    let findings = view.read.findings(view.number).into_iter();
    let mut all: Vec<Diagnostic> = findings.map(|finding| of_finding(view, finding)).collect();
    let library = &view.read.library;
    for rule in own_rules(view) {
        if let Some(checked) = background.checked(library, rule) {
            of_checked(view, rule, &checked, host, &mut all);
        }
    }
    all
}

/// The rules of a document that have no mistakes.
pub fn own_rules<'v>(view: &'v View<'_>) -> impl Iterator<Item = &'v RuleInfo> {
    let path = &view.document.path;
    let rules = view.read.library.rules.iter();
    rules.filter(move |rule| *rule.path == **path)
}

/// A diagnostic for a finding of `rules check`.
fn of_finding(view: &View<'_>, finding: &Finding) -> Diagnostic {
    let mut message = finding.to_string();
    if !finding.label.is_empty() {
        message += &format!("\n{}", finding.label);
    }
    if let Some(help) = &finding.help {
        message += &format!("\nhelp: {help}");
    }
    let also = finding.also.as_ref().map(|(span, label)| {
        vec![DiagnosticRelatedInformation {
            location: Location::new(view.document.url.clone(), view.document.range(&span.0)),
            message: label.clone(),
        }]
    });
    Diagnostic {
        range: view.document.range(&finding.span.0),
        severity: Some(DiagnosticSeverity::ERROR),
        code: Some(NumberOrString::String(finding.code())),
        source: Some(SOURCE_NAME.into()),
        message,
        related_information: also,
        ..Diagnostic::default()
    }
}

fn of_checked(
    view: &View<'_>,
    rule: &RuleInfo,
    checked: &RuleResults,
    host: &dyn Host,
    all: &mut Vec<Diagnostic>,
) {
    let name = &rule.ast.name.span.0;
    let plain = |range: &Range<usize>, severity, code: &str, message: String| Diagnostic {
        range: view.document.range(range),
        severity: Some(severity),
        code: Some(NumberOrString::String(code.into())),
        source: Some(SOURCE_NAME.into()),
        message,
        ..Diagnostic::default()
    };
    for report in &checked.verdicts {
        match report.word {
            "unsound" => all.push(unsound(view, rule, report, host)),
            "unknown" => {
                let message = format!("{}: {}", report.name, report.line);
                all.push(plain(
                    name,
                    DiagnosticSeverity::WARNING,
                    "rule::unknown",
                    message,
                ));
            }
            _ if report.is_odd => {
                let message = format!("{}: {}", report.name, report.line);
                all.push(plain(
                    name,
                    DiagnosticSeverity::WARNING,
                    "rule::never_fires",
                    message,
                ));
            }
            _ => {}
        }
    }
    for (trial, example) in checked.trials.iter().zip(&rule.ast.examples) {
        if let Some(failure) = &trial.failure {
            let message = failed(trial, failure);
            let code = "rule::example_fails";
            all.push(plain(
                &example.span.0,
                DiagnosticSeverity::ERROR,
                code,
                message,
            ));
        }
    }
}

/// The message of a failing example.
fn failed(trial: &ExampleResult, failure: &str) -> String {
    format!("example {}: {failure}", trial.number)
}

/// A diagnostic for an unsound rule. The counterexample is part of the message and can be opened.
fn unsound(view: &View<'_>, rule: &RuleInfo, report: &Report, host: &dyn Host) -> Diagnostic {
    let start = rule.ast.span.0.start;
    let place = |range: &Range<usize>| {
        view.document
            .range(&(start + range.start..start + range.end))
    };
    let mut labels = report.labels.iter();
    let first = labels.next();
    let range = match first {
        Some((_, range)) => place(range),
        None => view.document.range(&rule.ast.name.span.0),
    };
    let mut message = format!("rule `{}` is unsound", report.name);
    if let Some((words, _)) = first {
        message += &format!(": {words}");
    }
    if let Some(suggestion) = &report.suggestion {
        message += &format!("\nhelp: it would be sound if you {}", suggestion.words);
    }
    let mut related: Vec<DiagnosticRelatedInformation> = labels
        .map(|(words, range)| DiagnosticRelatedInformation {
            location: Location::new(view.document.url.clone(), place(range)),
            message: words.clone(),
        })
        .collect();
    if let Some((drawing, _)) = &report.board {
        message += &format!("\n\n{drawing}");
        related.extend(kept(report, host).map(|url| DiagnosticRelatedInformation {
            location: Location::new(url, Default::default()),
            message: "the board on which it is wrong".into(),
        }));
    }
    Diagnostic {
        range,
        severity: Some(DiagnosticSeverity::ERROR),
        code: Some(NumberOrString::String("rule::unsound".into())),
        source: Some(SOURCE_NAME.into()),
        message: message.trim_end().to_string(),
        related_information: Some(related),
        ..Diagnostic::default()
    }
}

/// Writes the counterexample to a rule into a file. Returns its URL.
pub fn kept(report: &Report, host: &dyn Host) -> Option<Url> {
    let (drawing, puzzle) = report.board.as_ref()?;
    let text = format!(
        "{} is wrong on this board.\n\n{drawing}\n{puzzle}\n",
        report.name
    );
    let path = host.keep(&format!("counterexamples/{}.txt", report.name), &text)?;
    Url::from_file_path(path).ok()
}
