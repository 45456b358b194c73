//! The rule language: from the text of rule files to techniques that can be matched.
//!
//! ```text
//! text --parse--> File (ast) --check--> checked --lower--> Technique, Relation (ir)
//! ```
//!
//! Takes sources, gives a [`Library`], or all that is wrong with them at once. The grammar is
//! `grammar/rule.pest`; what the constructs mean is in `grammar/README.md`.

pub mod ast;
mod check;
mod definitions;
pub mod diagnostics;
mod excerpt;
pub mod ir;
mod lower;
mod parse;
mod print;
mod standard;
pub mod vars;
mod walk;

use std::collections::BTreeMap;
use std::sync::Arc;

use miette::NamedSource;

use ast::{File, Item, Span};
use definitions::Definitions;
pub use diagnostics::{Diagnostics, Finding, Problem};
use excerpt::Text;
use ir::{Relation, Technique};
pub use parse::MAX_FILE;
pub use print::print;
pub use standard::{overlay, standard_library, standard_sources};

/// A rule file that has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its path, as it is shown: `40-fish/fish.rule`.
    pub path: String,
    /// The family of its rules: the folder, `40-fish`.
    pub family: String,
    /// Its text.
    pub text: String,
}

impl Source {
    /// A source from the bytes of a file; the family is the last folder of its path.
    pub fn new(path: &str, bytes: &[u8]) -> Result<Source, Diagnostics> {
        let folder = path.rsplit(['/', '\\']).nth(1).unwrap_or_default();
        let error = match std::str::from_utf8(bytes) {
            Ok(text) => {
                return Ok(Source {
                    path: path.to_string(),
                    family: folder.to_string(),
                    text: text.to_string(),
                });
            }
            Err(error) => error,
        };
        // What can be shown of the file ends where the text does.
        let offset = error.valid_up_to();
        let shown = String::from_utf8_lossy(&bytes[..offset]).into_owned();
        let at = shown.len().saturating_sub(1);
        let problem = Problem::NotUtf8 {
            byte: bytes[offset],
            offset,
        };
        let finding = Finding::new(problem, &Span(at..shown.len()), "the text ends here");
        let finding = finding.help("save the file as UTF-8");
        let source = Arc::new(NamedSource::new(path, Text(shown)));
        Err(Diagnostics {
            findings: vec![finding.in_source(&source)],
            left_out: 0,
        })
    }
}

/// Techniques that can be matched, and the rules they come from.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The techniques, the simplest first: by level, by score, then as they were read.
    pub techniques: Vec<Technique>,
    /// The derived relations; techniques and relations name them by their index.
    pub relations: Arc<[Relation]>,
    /// The rules, as they were read.
    pub rules: Vec<RuleInfo>,
}

/// A rule as its author wrote it.
#[derive(Clone, Debug)]
pub struct RuleInfo {
    /// The tree: name, doc comment, examples.
    pub ast: ast::Rule,
    /// The text, with its doc comment.
    pub text: String,
    /// The family it belongs to.
    pub family: Arc<str>,
    /// The path of its file.
    pub path: Arc<str>,
    /// The text of its file, to which the places in the tree refer.
    pub file: Arc<str>,
}

impl RuleInfo {
    /// Its name in the language.
    pub fn name(&self) -> &str {
        &self.ast.name.node
    }
}

impl Library {
    /// The rule with this name.
    pub fn rule(&self, name: &str) -> Option<&RuleInfo> {
        self.rules.iter().find(|rule| rule.name() == name)
    }

    /// The same library, its techniques known to be sound: they are found faster. Of one that is not,
    /// steps that cannot be proved may go unnoticed.
    pub fn proved(mut self) -> Library {
        for technique in &mut self.techniques {
            technique.proved = true;
        }
        self
    }
}

/// The whole way from text to techniques. Problems in any file are all reported together.
pub fn load(sources: &[Source]) -> Result<Library, Diagnostics> {
    let mut findings = Vec::new();
    let mut files: Vec<(&Source, File)> = Vec::new();
    for source in sources {
        let (file, problems) = parse::parse(&source.text);
        findings.extend(problems.into_iter().map(|problem| (files.len(), problem)));
        files.push((source, file));
    }
    let trees: Vec<&File> = files.iter().map(|(_, file)| file).collect();
    findings.extend(check::check(&trees));
    if !findings.is_empty() {
        return Err(diagnostics(findings, sources));
    }
    let definitions = Definitions::of(&trees);
    let relations = definitions.relations.iter();
    let mut library = Library {
        relations: relations
            .map(|r| lower::relation(r, &definitions))
            .collect(),
        ..Library::default()
    };
    for (source, file) in &files {
        let family: Arc<str> = source.family.as_str().into();
        let whole: Arc<str> = source.text.as_str().into();
        for item in &file.items {
            let Item::Rule(rule) = item else { continue };
            library
                .techniques
                .extend(lower::techniques(rule, &family, &definitions));
            library.rules.push(RuleInfo {
                ast: rule.clone(),
                text: source.text[rule.span.0.clone()].to_string(),
                family: Arc::clone(&family),
                path: source.path.as_str().into(),
                file: Arc::clone(&whole),
            });
        }
    }
    for technique in &mut library.techniques {
        technique.relations = Arc::clone(&library.relations);
    }
    library.techniques.sort_by_key(|t| (t.level, t.score));
    Ok(library)
}

/// The tree of a single file, without any check of what it means.
pub fn parse(source: &Source) -> Result<File, Diagnostics> {
    let (file, findings) = parse::parse(&source.text);
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
pub fn format(source: &Source) -> Result<String, Diagnostics> {
    Ok(print::format(&parse(source)?, &source.text))
}

/// Puts the problems into the order of the files and of the text, with the text to show.
fn diagnostics(mut findings: Vec<(usize, Finding)>, sources: &[Source]) -> Diagnostics {
    findings.sort_by_key(|(file, finding)| (*file, finding.span.0.start));
    // Two variables of one list can be wrong in the same place.
    let same = |a: &Finding, b: &Finding| a.problem == b.problem && a.span.0 == b.span.0;
    findings.dedup_by(|a, b| a.0 == b.0 && same(&a.1, &b.1));
    let left_out = findings.len().saturating_sub(MAX_SHOWN);
    findings.truncate(MAX_SHOWN);
    let mut shown = BTreeMap::new();
    let findings = findings.into_iter().map(|(file, finding)| {
        let Source { path, text, .. } = &sources[file];
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
