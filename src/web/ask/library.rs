//! `library` and `example`: the rules by family, and their examples as pictures.

use qedoku_app::names::no_such_rule;
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, RuleInfo};
use qedoku_core::trial;
use serde::Serialize;
use serde_json::Value;

use super::step::Shown;
use crate::board::BoardView;
use crate::protocol::{ApiError, OwnRule};
use crate::service::{Service, value};

// The verdicts on the rules of the standard library, by name.
include!(concat!(env!("OUT_DIR"), "/verdicts.rs"));

/// The recorded verdict on a rule of the standard library, such as `sound on every board`.
pub fn standard_verdict(rule: &str) -> Option<&'static str> {
    let known = VERDICTS.iter().find(|(name, _)| *name == rule);
    known.map(|(_, words)| *words)
}

#[derive(Serialize)]
struct ListedFamily {
    name: String,
    rules: Vec<ListedRule>,
}

#[derive(Serialize)]
struct ListedRule {
    name: String,
    /// Doc comment of the rule.
    doc: String,
    path: String,
    /// Text of the rule in the file.
    text: String,
    /// The whole file.
    file: String,
    /// Whether the rule is a user rule.
    own: bool,
    techniques: Vec<ListedTechnique>,
}

#[derive(Serialize)]
struct ListedTechnique {
    name: String,
    /// Its names elsewhere: a program or an author, and the name there.
    known_as: Vec<(String, String)>,
    level: &'static str,
    score: u32,
    assumes_unique: bool,
    on_request: bool,
    /// The recorded verdict. `None` for user rules.
    verdict: Option<&'static str>,
}

pub fn answer(service: &mut Service, rules: &[OwnRule]) -> Result<Value, ApiError> {
    let library = service.library(rules)?;
    let mut families: Vec<ListedFamily> = Vec::new();
    for rule in &library.rules {
        let own = rules.iter().any(|file| *file.path == *rule.path);
        let listed = listed(&library, rule, own);
        match families.iter_mut().find(|f| *f.name == *rule.family) {
            Some(family) => family.rules.push(listed),
            None => families.push(ListedFamily {
                name: rule.family.to_string(),
                rules: vec![listed],
            }),
        }
    }
    value(&families)
}

fn listed(library: &Library, rule: &RuleInfo, own: bool) -> ListedRule {
    let verdict = standard_verdict(rule.name()).filter(|_| !own);
    let technique = |t: &Technique| ListedTechnique {
        name: t.title.clone(),
        known_as: t.known_as.clone(),
        level: t.level.word(),
        score: t.score,
        assumes_unique: t.assumes_unique,
        on_request: t.on_request,
        verdict,
    };
    ListedRule {
        name: rule.name().to_owned(),
        doc: rule.ast.doc.join("\n").trim().to_owned(),
        path: rule.path.to_string(),
        text: rule.text.trim_end().to_owned(),
        file: rule.file.to_string(),
        own,
        techniques: techniques(library, rule).map(technique).collect(),
    }
}

fn techniques<'l>(library: &'l Library, rule: &'l RuleInfo) -> impl Iterator<Item = &'l Technique> {
    let all = library.techniques.iter();
    all.filter(|t| *t.rule == *rule.name())
}

#[derive(Serialize)]
struct DrawnExample {
    board: BoardView,
    step: Shown,
}

/// For each technique of a rule, a step on the board of an example.
pub fn example(
    service: &mut Service,
    name: &str,
    rules: &[OwnRule],
    most: Option<usize>,
) -> Result<Value, ApiError> {
    let library = service.library(rules)?;
    let rule = library
        .rule(name)
        .ok_or_else(|| no_such_rule(name, library.rules.iter().map(RuleInfo::name)))?;
    let step = |technique: &Technique| {
        let (puzzle, step) = trial::shown(rule, technique)?;
        let board = BoardView::of(&puzzle);
        let step = Shown::of_rule(&puzzle, technique, &step);
        Some(DrawnExample { board, step })
    };
    let shown: Vec<DrawnExample> = techniques(&library, rule)
        .filter_map(step)
        .take(most.unwrap_or(usize::MAX))
        .collect();
    value(&shown)
}
