//! Runs the examples of rules: boards on which they must fire, and near misses.

use crate::engine::{RuleStep, Solver, Stop, TechniqueId};
use crate::grid::Puzzle;
use crate::grid::text::{Source, read_puzzle};
use crate::lang::ast::{Example, Spanned};
use crate::lang::ir::Technique;
use crate::lang::{Library, RuleInfo};
use crate::matcher::Position;
use crate::report::explain;
use crate::variant::read_variant;

/// The first word of a board with constraints.
const BOARD: &str = "board ";

/// The result of an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleResult {
    /// The rule.
    pub rule: String,
    /// The number of the example, counted from 1.
    pub number: usize,
    /// The failure, if there is one.
    pub failure: Option<String>,
    /// The steps of the rule on the board, as texts.
    pub found: Vec<String>,
}

/// Runs all examples of a rule.
pub fn run(library: &Library, rule: &RuleInfo) -> Vec<ExampleResult> {
    let examples = rule.ast.examples.iter().enumerate();
    examples
        .map(|(index, example)| {
            let mut found = Vec::new();
            let failure = failure(library, rule, example, &mut found).err();
            ExampleResult {
                rule: rule.name().to_owned(),
                number: index + 1,
                failure,
                found,
            }
        })
        .collect()
}

/// The techniques of a rule that an example concerns.
pub fn techniques<'l>(
    library: &'l Library,
    rule: &RuleInfo,
    example: &Example,
) -> Vec<&'l Technique> {
    let instance = example.instance.as_ref().map(|(_, n)| n.node);
    (library.techniques.iter())
        .filter(|t| &*t.rule == rule.name() && (instance.is_none() || t.instance == instance))
        .collect()
}

fn failure(
    library: &Library,
    rule: &RuleInfo,
    example: &Example,
    seen: &mut Vec<String>,
) -> Result<(), String> {
    let position = position(rule, example)?;
    let board = &**position.board();
    let solver = Solver::with(position.board(), techniques(library, rule, example));
    for id in solver.ids() {
        let steps = solver.steps_of(id, &position);
        for step in steps.map_err(|error| format!("not certified: {error}"))? {
            seen.push(explain::effects(board, &step.found));
        }
    }
    let Some(expected) = &example.expected else {
        return match seen.first() {
            None => Ok(()),
            Some(effects) => Err(format!("it must be silent, but it finds {effects}")),
        };
    };
    let is_wanted = |effects: &String| is_expected(example, expected, effects);
    let derives = if example.derives { "one of " } else { "" };
    let wanted = format!("{derives}{}", in_order(expected).join(", "));
    match (seen.iter().any(is_wanted), seen.is_empty()) {
        (true, _) => Ok(()),
        (false, true) => Err(format!("it finds nothing, but it must find {wanted}")),
        (false, false) => Err(format!(
            "it must find {wanted}, but it finds {}",
            seen.join("; ")
        )),
    }
}

/// The position of an example: of a classic puzzle, or of a variant with constraints.
fn position(rule: &RuleInfo, example: &Example) -> Result<Position, String> {
    let text = &example.board.node;
    if text.trim_start().starts_with(BOARD) {
        let puzzle = read_variant(text, &[]).map_err(|error| error.to_string())?;
        return Ok(puzzle.position());
    }
    let puzzle = read_puzzle(&Source::new(rule.name(), text)).map_err(|error| error.to_string())?;
    Ok(Position::of(&puzzle))
}

fn in_order(expected: &[Spanned<String>]) -> Vec<&str> {
    let mut wanted: Vec<&str> = expected.iter().map(|name| name.node.as_str()).collect();
    wanted.sort_unstable();
    wanted
}

/// Whether the effects are the expected effects, in any order.
fn is_expected(example: &Example, expected: &[Spanned<String>], effects: &str) -> bool {
    let derived = effects.strip_prefix("one of ");
    if derived.is_some() != example.derives {
        return false;
    }
    let effects = derived.unwrap_or(effects);
    let mut names: Vec<&str> = effects.split(", ").collect();
    names.sort_unstable();
    names == in_order(expected)
}

/// Whether a technique must find a step in an example.
fn is_about(example: &Example, technique: &Technique) -> bool {
    let instance = example.instance.as_ref().map(|(_, n)| n.node);
    example.expected.is_some() && (instance.is_none() || instance == technique.instance)
}

/// The classic example boards on which a technique must find a step.
pub fn boards(rule: &RuleInfo, technique: &Technique) -> impl Iterator<Item = Puzzle> {
    let own = (rule.ast.examples.iter()).filter(|example| is_about(example, technique));
    own.filter_map(|example| read_puzzle(&Source::new(rule.name(), &example.board.node)).ok())
}

/// The first classic example of a technique: its board, and the expected step. An example of
/// another technique of the rule may show any step of this technique.
pub fn shown(rule: &RuleInfo, technique: &Technique) -> Option<(Puzzle, RuleStep)> {
    let of = |example: &Example, wanted: &dyn Fn(&str) -> bool| {
        let puzzle = read_puzzle(&Source::new(rule.name(), &example.board.node)).ok()?;
        let solver = Solver::with(&puzzle.board, [technique]);
        let position = Position::of(&puzzle);
        let mut steps = solver.certified(TechniqueId::FIRST, &position);
        let step = steps.find_map(|step| {
            step.ok()
                .filter(|step| wanted(&explain::effects(&puzzle.board, &step.found)))
        });
        step.map(|step| (puzzle.clone(), step))
    };
    let own = || rule.ast.examples.iter().filter(|e| is_about(e, technique));
    let expected = |example: &Example| {
        let expected = example.expected.as_ref()?;
        of(example, &|effects| is_expected(example, expected, effects))
    };
    own()
        .find_map(expected)
        .or_else(|| own().find_map(|example| of(example, &|_| true)))
}

/// Whether a technique fires on the board of one of its examples, found before `stop`.
pub fn fires(rule: &RuleInfo, technique: &Technique, stop: &Stop) -> bool {
    let own = (rule.ast.examples.iter()).filter(|example| is_about(example, technique));
    let mut positions = own.filter_map(|example| position(rule, example).ok());
    positions.any(|position| {
        let solver = Solver::with(position.board(), [technique]).until(stop.clone());
        !solver.matches(TechniqueId::FIRST, &position).is_empty()
    })
}
