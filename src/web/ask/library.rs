//! `library` and `example`: the rules by family, and their examples drawn.

use std::collections::BTreeMap;

use qedoku_core::engine::solve::Engine;
use qedoku_core::grid::Puzzle;
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, RuleInfo};
use qedoku_core::matcher::Position;
use qedoku_core::report::examples;
use serde::Serialize;
use serde_json::Value;

use super::step::Shown;
use crate::board::BoardView;
use crate::desk::{Desk, value};
use crate::protocol::{OwnRule, Trouble};

/// What Z3 said of the techniques of the standard library, by their names: `fish(2)`. The tests ask it again.
const VERDICTS: &str = include_str!("../verdicts.json");

#[derive(Serialize)]
struct ListedFamily {
    name: String,
    rules: Vec<ListedRule>,
}

#[derive(Serialize)]
struct ListedRule {
    name: String,
    /// What it is about.
    doc: String,
    path: String,
    /// Its text in the file.
    text: String,
    /// The whole file.
    file: String,
    /// Whether it is one's own.
    own: bool,
    techniques: Vec<ListedTechnique>,
}

#[derive(Serialize)]
struct ListedTechnique {
    name: String,
    level: &'static str,
    score: u32,
    assumes_unique: bool,
    on_request: bool,
    /// The verdict that was reached when the library was made; none for one's own rules.
    verdict: Option<String>,
}

pub fn answer(desk: &mut Desk, rules: &[OwnRule]) -> Result<Value, Trouble> {
    let library = desk.library(rules)?;
    let verdicts: BTreeMap<String, String> =
        serde_json::from_str(VERDICTS).map_err(|e| Trouble::new("engine::json", e.to_string()))?;
    let mut families: Vec<ListedFamily> = Vec::new();
    for rule in &library.rules {
        let own = rules.iter().any(|file| *file.path == *rule.path);
        let listed = listed(&library, rule, own, &verdicts);
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

fn listed(
    library: &Library,
    rule: &RuleInfo,
    own: bool,
    verdicts: &BTreeMap<String, String>,
) -> ListedRule {
    let technique = |t: &Technique| {
        let key = match t.instance {
            Some(n) => format!("{}({n})", t.rule),
            None => t.rule.to_string(),
        };
        ListedTechnique {
            name: t.title.clone(),
            level: t.level.word(),
            score: t.score,
            assumes_unique: t.assumes_unique,
            on_request: t.on_request,
            verdict: verdicts.get(&key).filter(|_| !own).cloned(),
        }
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
pub fn example(desk: &mut Desk, name: &str, rules: &[OwnRule]) -> Result<Value, Trouble> {
    let library = desk.library(rules)?;
    let rule = library
        .rule(name)
        .ok_or_else(|| Trouble::new("rule::unknown", format!("there is no rule `{name}`")))?;
    let step = |technique: &Technique| {
        examples::boards(rule, technique).find_map(|puzzle| {
            let step = first_step(&puzzle, technique)?;
            let board = BoardView::of(&puzzle);
            Some(DrawnExample { board, step })
        })
    };
    let shown: Vec<DrawnExample> = techniques(&library, rule).filter_map(step).collect();
    value(&shown)
}

fn first_step(puzzle: &Puzzle, technique: &Technique) -> Option<Shown> {
    let engine = Engine::new(&puzzle.board, [technique]);
    let position = Position::of(puzzle);
    let step = engine.certified(0, &position).find_map(Result::ok)?;
    Some(Shown::of_rule(puzzle, technique, &step))
}
