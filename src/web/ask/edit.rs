//! `edit` and `format`: feedback on a rule file while it is written.
//!
//! The answer has every problem with its place, the results of the examples, and the steps that the
//! rule finds on the board. Only the patterns and relations of the library are loaded with it, so
//! the answer comes while the user types.

use qedoku_core::engine::Solver;
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Diagnostics, Finding, Library, RuleFile, RuleInfo};
use qedoku_core::lang::{format as formatted, load, overlay};
use qedoku_core::matcher::{Matcher, PlanLine, Position};
use qedoku_core::trial;
use serde::Serialize;
use serde_json::Value;

use super::complete;
use super::definitions::definitions;
use super::language::{self, HelpRow};
use super::step::Shown;
use crate::board::BoardView;
use crate::protocol::{ApiError, OwnRule};
use crate::service::{Service, value};

/// Maximum number of steps listed. Further steps are counted.
const MAX_EDITED_STEPS: usize = 50;

#[derive(Default, Serialize)]
struct Edited {
    problems: Vec<Underlined>,
    /// The words that complete the text at the cursor.
    words: Vec<String>,
    /// The reference of the word at the cursor.
    help: Vec<HelpRow>,
    /// The techniques that the file defines.
    techniques: Vec<Defined>,
    /// The plans by which the matcher looks for them.
    plans: Vec<Planned>,
    /// The results of its examples.
    examples: Vec<TriedExample>,
    /// The steps that it finds on the board.
    steps: Vec<Shown>,
    /// The number of further steps.
    left_out: usize,
    /// The number of matches without a certificate, which are never steps.
    refused: usize,
}

/// A problem with its place in UTF-16 units, as in JavaScript.
#[derive(Debug, Serialize)]
struct Underlined {
    start: usize,
    end: usize,
    code: String,
    message: String,
    label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

#[derive(Serialize)]
struct Formatted {
    /// The text in the house style.
    text: String,
}

#[derive(Serialize)]
struct Defined {
    rule: String,
    name: String,
    level: &'static str,
    assumes_unique: bool,
}

/// The plan for one pattern of a technique.
#[derive(Serialize)]
struct Planned {
    /// The name of the technique.
    name: String,
    /// The operations, indented by the number of binds before them.
    lines: Vec<String>,
}

#[derive(Serialize)]
struct TriedExample {
    rule: String,
    number: usize,
    /// The failure, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

/// A rule file from the page. Its family is its folder.
pub fn source(file: &OwnRule) -> RuleFile {
    let folder = file.path.rsplit('/').nth(1).unwrap_or("own");
    RuleFile {
        path: file.path.clone(),
        family: folder.to_owned(),
        text: file.text.clone(),
    }
}

/// The library of a file and the definitions that it may use. Other user files are included if they
/// have no mistakes.
pub fn library_with(file: &OwnRule, others: &[OwnRule]) -> Result<Library, Diagnostics> {
    let mut sources = definitions();
    let others = others.iter().filter(|other| other.path != file.path);
    for other in others.map(source) {
        let more = overlay(sources.clone(), vec![other]);
        if load(&more).is_ok() {
            sources = more;
        }
    }
    load(&overlay(sources, vec![source(file)]))
}

pub fn answer(
    _desk: &mut Service,
    file: &OwnRule,
    others: &[OwnRule],
    board: Option<&BoardView>,
    at: Option<usize>,
) -> Result<Value, ApiError> {
    let cursor = at.map(|at| complete::byte_of(&file.text, at));
    let words = cursor.map_or_else(Vec::new, |at| complete::words(&file.text, at));
    let help = cursor.map_or_else(Vec::new, |at| language::at(&file.text, at));
    let library = match library_with(file, others) {
        Ok(library) => library,
        Err(found) => {
            let problems = found.findings.iter().map(|f| place(&file.text, f));
            return value(&Edited {
                problems: problems.collect(),
                words,
                help,
                ..Edited::default()
            });
        }
    };
    let is_own = |rule: &&RuleInfo| *rule.path == *file.path;
    let own: Vec<&RuleInfo> = library.rules.iter().filter(is_own).collect();
    let of_own = |t: &&Technique| own.iter().any(|rule| *rule.name() == *t.rule);
    let techniques: Vec<&Technique> = library.techniques.iter().filter(of_own).collect();
    let mut edited = Edited {
        words,
        help,
        techniques: techniques.iter().map(|t| defined(t)).collect(),
        ..Edited::default()
    };
    let Some(board) = board else {
        return value(&edited);
    };
    let trials = own.iter().flat_map(|rule| trial::run(&library, rule));
    let tried = trials.map(|trial| TriedExample {
        rule: trial.rule,
        number: trial.number,
        failure: trial.failure,
    });
    edited.examples = tried.collect();
    edited.plans = techniques.iter().flat_map(|t| plans(t)).collect();
    // Mistakes of the board are reported with the board.
    if let Ok(puzzle) = board.puzzle() {
        let position = Position::of(&puzzle);
        let solver = Solver::with(&puzzle.board, techniques.iter().copied());
        for (id, technique) in solver.ids().zip(&techniques) {
            for step in solver.certified(id, &position) {
                match step {
                    Ok(step) if edited.steps.len() < MAX_EDITED_STEPS => {
                        let shown = Shown::of_rule(&puzzle, technique, &step);
                        edited.steps.push(shown);
                    }
                    Ok(_) => edited.left_out += 1,
                    Err(_) => edited.refused += 1,
                }
            }
        }
    }
    value(&edited)
}

/// The plan of each pattern of a technique.
fn plans(technique: &Technique) -> Vec<Planned> {
    let plans = Matcher::new(technique).plan_lines(technique);
    let shown = |line: &PlanLine| {
        let indent = "  ".repeat(line.depth);
        format!("{indent}{:<6} {}", line.op, line.text)
            .trim_end()
            .to_owned()
    };
    let planned = |lines: Vec<PlanLine>| Planned {
        name: technique.title.clone(),
        lines: lines.iter().map(shown).collect(),
    };
    plans.into_iter().map(planned).collect()
}

fn defined(technique: &Technique) -> Defined {
    Defined {
        rule: technique.rule.to_string(),
        name: technique.title.clone(),
        level: technique.level.word(),
        assumes_unique: technique.assumes_unique,
    }
}

fn place(text: &str, finding: &Finding) -> Underlined {
    let units = |at: usize| {
        let before = text.get(..at).unwrap_or(text);
        before.encode_utf16().count()
    };
    Underlined {
        start: units(finding.span.0.start),
        end: units(finding.span.0.end),
        code: finding.code(),
        message: finding.to_string(),
        label: finding.label.clone(),
        help: finding.help.clone(),
    }
}

/// The text in the house style.
pub fn format(file: &OwnRule) -> Result<Value, ApiError> {
    let text = formatted(&source(file)).map_err(|error| ApiError::of_rules(&error))?;
    value(&Formatted { text })
}
