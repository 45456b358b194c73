//! From the text of rule files to techniques, on one page:
//!
//! ```text
//! text --parse--> File (ast) --check--> findings
//!                      '-------lower--> Technique, Relation (ir) --never--> findings
//! ```
//!
//! Each pass runs once. A definition without problems is lowered, unless it uses a broken one. The
//! result is checked for clauses that can never hold. A definition with syntax errors is checked
//! without the sections that have them. The problems of all files are reported together.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use miette::NamedSource;

use super::ast::{File, Item, RelationDef};
use super::definitions::Definitions;
use super::diagnostics::{Diagnostics, Finding};
use super::excerpt::Text;
use super::library::{Library, RuleInfo};
use super::source::RuleFile;
use super::{check, ir, lower, never, parse as grammar, print};

/// Loads rule files. Reports the problems of all files together.
pub fn load(sources: &[RuleFile]) -> Result<Library, Diagnostics> {
    load_with(sources, Checks::All)
}

/// Whether files are searched for mistakes of meaning, which takes longer than lowering them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Checks {
    /// Names, sorts, sizes, clauses that never hold, and the boards of examples are checked.
    All,
    /// The files are known to be valid. Syntax errors are still reported.
    Syntax,
}

/// Loads rule files and makes the selected checks.
pub(super) fn load_with(sources: &[RuleFile], checks: Checks) -> Result<Library, Diagnostics> {
    let parsed: Vec<_> = sources.iter().map(|s| grammar::parse(&s.text)).collect();
    let files: Vec<&File> = parsed.iter().map(|(file, _)| file).collect();
    let (library, mut findings) = understand(sources, &files, &|_| true, checks);
    for (number, (_, problems)) in parsed.into_iter().enumerate() {
        findings.extend(problems.into_iter().map(|problem| (number, problem)));
    }
    match findings.is_empty() {
        true => Ok(library),
        false => Err(diagnostics(findings, sources)),
    }
}

/// Lowers the rules of the wanted files that are correct and use only correct definitions. Returns
/// also the problems, each with the number of its file.
pub(super) fn understand(
    sources: &[RuleFile],
    files: &[&File],
    wanted: &dyn Fn(usize) -> bool,
    checks: Checks,
) -> (Library, Vec<(usize, Finding)>) {
    let definitions = Definitions::of(files);
    let is_checked = checks == Checks::All;
    let checked = match is_checked {
        true => check::check(files, &definitions, wanted),
        false => unchecked(files),
    };
    let broken = broken(&checked, &definitions);
    let uses_broken = |item| !Definitions::named_by(item).is_disjoint(&broken);
    let mut library = Library::default();
    // A relation with mistakes keeps its number. No lowered definition uses it.
    let empty = |relation: &&RelationDef| ir::Relation {
        name: relation.name.node.as_str().into(),
        cases: Vec::new(),
    };
    let mut relations: Vec<ir::Relation> = definitions.relations.iter().map(empty).collect();
    let mut texts: BTreeMap<usize, Arc<str>> = BTreeMap::new();
    let mut findings = Vec::new();
    for (number, item, mut problems) in checked {
        if let (Item::Rule(rule), true) = (item, is_checked) {
            check::check_examples(rule, &mut problems);
        }
        if problems.is_empty() && !uses_broken(item) {
            match item {
                Item::Rule(rule) => {
                    let source = &sources[number];
                    let techniques =
                        lower::techniques(rule, &source.family.as_str().into(), &definitions);
                    if is_checked {
                        never::check_rule(rule, &techniques, &mut problems);
                    }
                    library.techniques.extend(techniques);
                    let text = texts.entry(number);
                    let text = text.or_insert_with(|| source.text.as_str().into());
                    library.rules.push(RuleInfo::new(rule, source, text));
                }
                Item::Relation(relation) => {
                    let lowered = lower::relation(relation, &definitions);
                    if is_checked {
                        never::check_relation(relation, &lowered, &mut problems);
                    }
                    let id = definitions.relation(&relation.name.node);
                    id.into_iter()
                        .for_each(|id| relations[id] = lowered.clone());
                }
                // A pattern is expanded where it is used.
                Item::Pattern(_) => {}
            }
        }
        findings.extend(problems.into_iter().map(|problem| (number, problem)));
    }
    if is_checked {
        findings.extend(check::check_rest(files, &definitions, wanted));
    }
    library.relations = relations.into();
    for technique in &mut library.techniques {
        technique.relations = Arc::clone(&library.relations);
    }
    library.techniques.sort_by_key(|t| (t.level, t.score));
    (library, findings)
}

/// All items, as if a check had found no problems.
fn unchecked<'f>(files: &[&'f File]) -> Vec<(usize, &'f Item, Vec<Finding>)> {
    let numbered = files.iter().enumerate();
    let items = numbered.flat_map(|(number, file)| file.items.iter().map(move |i| (number, i)));
    items.map(|(n, item)| (n, item, Vec::new())).collect()
}

/// The patterns and relations that cannot be expanded: they have mistakes, could not be parsed, or
/// use others of this kind.
fn broken<'f>(
    checked: &[(usize, &'f Item, Vec<Finding>)],
    definitions: &Definitions<'f>,
) -> BTreeSet<&'f str> {
    let mut broken: BTreeSet<&str> = definitions.unread.clone();
    let all = { checked.iter() }.filter(|(_, item, _)| !matches!(item, Item::Rule(_)));
    let all: Vec<_> = all.collect();
    loop {
        let before = broken.len();
        for (_, item, problems) in &all {
            if !problems.is_empty() || !Definitions::named_by(item).is_disjoint(&broken) {
                broken.insert(&item.name().node);
            }
        }
        if broken.len() == before {
            return broken;
        }
    }
}

/// Parses a single file, without checks of its meaning.
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

/// Sorts the problems by file and place, and adds the text to show.
fn diagnostics(mut findings: Vec<(usize, Finding)>, sources: &[RuleFile]) -> Diagnostics {
    put_in_order(&mut findings);
    let left_out = findings.len().saturating_sub(MAX_SHOWN);
    findings.truncate(MAX_SHOWN);
    let mut shown = BTreeMap::new();
    let findings = findings.into_iter().map(|(file, finding)| {
        let RuleFile { path, text, .. } = &sources[file];
        let named = || Arc::new(NamedSource::new(path, Text::of(text)));
        finding.in_source(shown.entry(file).or_insert_with(named))
    });
    Diagnostics {
        findings: findings.collect(),
        left_out,
    }
}

/// Sorts findings by file and place, without duplicates.
pub(super) fn put_in_order(findings: &mut Vec<(usize, Finding)>) {
    findings.sort_by_key(|(file, finding)| (*file, finding.span.0.start));
    // Two variables of one list can have the same problem at the same place.
    let same = |a: &Finding, b: &Finding| a.problem == b.problem && a.span.0 == b.span.0;
    findings.dedup_by(|a, b| a.0 == b.0 && same(&a.1, &b.1));
}

/// Maximum number of problems shown. The others are counted.
pub(super) const MAX_SHOWN: usize = 100;
