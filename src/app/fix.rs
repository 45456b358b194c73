//! Applies a suggestion: inserts the missing condition into the text of a rule file.
//!
//! A suggestion is a phrase such as ``add `a sees b` to `with` ``. The edited file is loaded and
//! its rule checked again. It is returned only if all its techniques are sound.

use std::time::Duration;

use qedoku_core::lang::{RuleFile, RuleInfo, load, overlay, standard_sources};
use qedoku_soundness::Suggestion;

use crate::cancel::Cancel;
use crate::judge::{judge, techniques};

/// Time limit for each technique of an edited rule.
const FIX_TIME: Duration = Duration::from_secs(10);

/// The file with the suggestion applied, if its rule is then sound.
pub fn fixed(rule: &RuleInfo, suggestion: &Suggestion) -> Option<String> {
    let tried = edits(rule, suggestion);
    tried.into_iter().find(|text| is_sound(rule, text))
}

/// The possible edits of the text.
fn edits(rule: &RuleInfo, suggestion: &Suggestion) -> Vec<String> {
    let quoted: Vec<&str> = suggestion.words.split('`').skip(1).step_by(2).collect();
    let text: &str = &rule.file;
    let body = &rule.ast.body;
    let insert = |at: usize, words: String| format!("{}{words}{}", &text[..at], &text[at..]);
    let conclusions = || rule.ast.conclusions.iter().map(|c| c.span.0.clone());
    match (suggestion.words.split(' ').next(), &quoted[..]) {
        (Some("add"), [condition, "with"]) => match body.conditions.last() {
            Some(last) => vec![insert(last.span.0.end, format!(", {condition}"))],
            None => {
                let first = body.knowledge.first().map(|every| every.span.0.start);
                let first = first.or_else(|| conclusions().next().map(|c| c.start));
                let word = first.and_then(|at| {
                    let words = ["when", "where", "then"].iter();
                    words.filter_map(|word| text[..at].rfind(word)).max()
                });
                let line = format!("with {condition}\n  ");
                word.map(|at| insert(at, line)).into_iter().collect()
            }
        },
        (Some("add"), [clause, "when"]) => {
            let last = body.knowledge.last().map(|every| every.span.0.end);
            last.map(|at| insert(at, format!("\n       {clause}")))
                .into_iter()
                .collect()
        }
        (Some("add"), [restriction]) => {
            let name = restriction.rsplit(' ').next().unwrap_or_default();
            let forms = [
                format!(" {restriction}"),
                format!(" and {name}"),
                format!(" or {name}"),
                format!(", {name}"),
            ];
            conclusions()
                .flat_map(|span| forms.clone().map(|words| insert(span.end, words)))
                .collect()
        }
        (Some("remove"), [is, was]) => conclusions()
            .filter_map(|span| {
                let conclusion = &text[span.clone()];
                let at = span.start + conclusion.find(&format!(" {was} "))? + 1;
                Some(format!("{}{is}{}", &text[..at], &text[at + was.len()..]))
            })
            .collect(),
        (Some("drop"), [alternative]) => {
            let clauses = body.knowledge.iter().map(|every| every.span.0.clone());
            let forms = [format!(" or {alternative}"), format!("{alternative} or ")];
            clauses
                .flat_map(|span| {
                    let cut = |form: &String| {
                        let at = span.start + text[span.clone()].find(form.as_str())?;
                        Some(format!("{}{}", &text[..at], &text[at + form.len()..]))
                    };
                    forms.iter().filter_map(cut).collect::<Vec<_>>()
                })
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Whether all techniques of the edited rule are sound.
fn is_sound(rule: &RuleInfo, text: &str) -> bool {
    let file = RuleFile {
        path: rule.path.to_string(),
        family: rule.family.to_string(),
        text: text.to_owned(),
    };
    let Ok(library) = load(&overlay(standard_sources(), vec![file])) else {
        return false;
    };
    let own = techniques(&library, |r| r.path == rule.path && r.name() == rule.name());
    !own.is_empty()
        && own.iter().all(|(rule, technique)| {
            let report = judge(&library, rule, technique, FIX_TIME, &Cancel::default());
            report.verdict.is_sound()
        })
}
