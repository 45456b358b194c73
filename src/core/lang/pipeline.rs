//! The whole way from the text of rule files to techniques, on one page:
//!
//! ```text
//! text --parse--> File (ast) --check--> findings
//!                      '-------lower--> Technique, Relation (ir) --never--> findings
//! ```
//!
//! Each pass runs once. A definition that `check` finds nothing wrong with is lowered, and what it means is
//! looked at once more for clauses that can never hold; the problems of all files are reported together.

use std::collections::BTreeMap;
use std::sync::Arc;

use miette::NamedSource;

use super::ast::{File, Item};
use super::definitions::Definitions;
use super::diagnostics::{Diagnostics, Finding};
use super::excerpt::Text;
use super::library::{Library, RuleInfo};
use super::source::RuleFile;
use super::{check, lower, never, parse as grammar, print};

/// The whole way from text to techniques. Problems in any file are all reported together.
pub fn load(sources: &[RuleFile]) -> Result<Library, Diagnostics> {
    let mut findings = Vec::new();
    let mut files: Vec<File> = Vec::new();
    for source in sources {
        let (file, problems) = grammar::parse(&source.text);
        findings.extend(problems.into_iter().map(|problem| (files.len(), problem)));
        files.push(file);
    }
    let definitions = Definitions::of(&files);
    let checked = check::check(&files, &definitions);
    let mut library = Library::default();
    let mut relations = vec![None; definitions.relations.len()];
    for (number, item, mut problems) in checked {
        // What uses a definition that could not be read cannot be written out.
        if problems.is_empty() && definitions.unread.is_empty() {
            match item {
                Item::Rule(rule) => {
                    let source = &sources[number];
                    let techniques =
                        lower::techniques(rule, &source.family.as_str().into(), &definitions);
                    never::check_rule(rule, &techniques, &mut problems);
                    library.techniques.extend(techniques);
                    library.rules.push(RuleInfo::new(rule, source));
                }
                Item::Relation(relation) => {
                    let lowered = lower::relation(relation, &definitions);
                    never::check_relation(relation, &lowered, &mut problems);
                    let id = definitions.relation(&relation.name.node);
                    id.into_iter()
                        .for_each(|id| relations[id] = Some(lowered.clone()));
                }
                // A pattern is written out where it is used.
                Item::Pattern(_) => {}
            }
        }
        findings.extend(problems.into_iter().map(|problem| (number, problem)));
    }
    if !findings.is_empty() {
        return Err(diagnostics(findings, sources));
    }
    library.relations = relations.into_iter().flatten().collect();
    for technique in &mut library.techniques {
        technique.relations = Arc::clone(&library.relations);
    }
    library.techniques.sort_by_key(|t| (t.level, t.score));
    Ok(library)
}

/// The tree of a single file, without any check of what it means.
pub fn parse(source: &RuleFile) -> Result<File, Diagnostics> {
    let (file, findings) = grammar::parse(&source.text);
    if findings.is_empty() {
        return Ok(file);
    }
    let findings = findings.into_iter().map(|finding| (0, finding));
    Err(diagnostics(
        findings.collect(),
        std::slice::from_ref(source),
    ))
}

/// The text of a file in the house style. Comments are kept.
pub fn format(source: &RuleFile) -> Result<String, Diagnostics> {
    Ok(print::format(&parse(source)?, &source.text))
}

/// Puts the problems into the order of the files and of the text, with the text to show.
fn diagnostics(mut findings: Vec<(usize, Finding)>, sources: &[RuleFile]) -> Diagnostics {
    findings.sort_by_key(|(file, finding)| (*file, finding.span.0.start));
    // Two variables of one list can be wrong in the same place.
    let same = |a: &Finding, b: &Finding| a.problem == b.problem && a.span.0 == b.span.0;
    findings.dedup_by(|a, b| a.0 == b.0 && same(&a.1, &b.1));
    let left_out = findings.len().saturating_sub(MAX_SHOWN);
    findings.truncate(MAX_SHOWN);
    let mut shown = BTreeMap::new();
    let findings = findings.into_iter().map(|(file, finding)| {
        let RuleFile { path, text, .. } = &sources[file];
        let named = || Arc::new(NamedSource::new(path, Text(text.clone())));
        finding.in_source(shown.entry(file).or_insert_with(named))
    });
    Diagnostics {
        findings: findings.collect(),
        left_out,
    }
}

/// More problems than this are counted, not shown.
const MAX_SHOWN: usize = 100;
