//! A library: techniques, the simplest first, with the rules that they come from.

use std::sync::Arc;

use super::ast;
use super::diagnostics::closest;
use super::ir::{Relation, Technique};
use super::source::RuleFile;

/// Techniques that can be matched, and the rules they come from.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The techniques, the simplest first: by level, by score, then in the order of the files.
    pub techniques: Vec<Technique>,
    /// The derived relations, which techniques and relations refer to by index.
    pub relations: Arc<[Relation]>,
    /// The rules, in the order of the files.
    pub rules: Vec<RuleInfo>,
}

/// A rule as its author wrote it.
#[derive(Clone, Debug)]
pub struct RuleInfo {
    /// The tree: name, doc comment, examples.
    pub ast: ast::Rule,
    /// The text, with its doc comment.
    pub text: String,
    /// The family of the rule.
    pub family: Arc<str>,
    /// The path of the rule's file.
    pub path: Arc<str>,
    /// The text of its file, which the places in the tree refer to.
    pub file: Arc<str>,
}

impl RuleInfo {
    /// A rule of a file. All rules of a file share its text.
    pub(super) fn new(rule: &ast::Rule, source: &RuleFile, file: &Arc<str>) -> RuleInfo {
        RuleInfo {
            ast: rule.clone(),
            text: source.text[rule.span.0.clone()].to_string(),
            family: source.family.as_str().into(),
            path: source.path.as_str().into(),
            file: Arc::clone(file),
        }
    }

    /// Name of the rule in the language.
    pub fn name(&self) -> &str {
        &self.ast.name.node
    }
}

impl Library {
    /// The rule with this name.
    pub fn rule(&self, name: &str) -> Option<&RuleInfo> {
        self.rules.iter().find(|rule| rule.name() == name)
    }

    /// Checks that a rule or technique has this name. Fails with the most similar name, if any is
    /// similar enough.
    pub fn knows(&self, name: &str) -> Result<(), Option<&str>> {
        let names = || {
            let techniques = self.techniques.iter();
            techniques.flat_map(|t| [&*t.rule, t.title.as_str()])
        };
        match names().any(|known| known == name) {
            true => Ok(()),
            false => Err(closest(name, names())),
        }
    }

    /// This library with its techniques marked as proved sound, which makes the search faster. For
    /// an unsound technique, steps that cannot be certified may go unnoticed.
    pub fn proved(mut self) -> Library {
        for technique in &mut self.techniques {
            technique.proved = true;
        }
        self
    }
}
