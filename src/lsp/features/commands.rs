//! Commands: run the examples of a rule, open its picture, open its counterexample.

use lsp_types::notification::ShowMessage;
use lsp_types::{ExecuteCommandParams, MessageType, ShowMessageParams, Url};
use serde_json::{Value, json};

use super::diagnostics::kept;
use crate::session::{ServerError, Session};
use qedoku_core::engine::Solver;
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::lang::ast::Example;
use qedoku_core::lang::{ReadFiles, RuleInfo};
use qedoku_core::matcher::Position;
use qedoku_core::picture::{self, Look, Scene};
use qedoku_core::report::explain;
use qedoku_core::trial;

/// Runs the examples of a rule.
pub const RUN_EXAMPLES: &str = "qedoku.runExamples";
/// Draws the first example of a rule with the step that it shows.
pub const OPEN_PICTURE: &str = "qedoku.openPicture";
/// Opens the board on which a rule is wrong.
pub const OPEN_COUNTEREXAMPLE: &str = "qedoku.openCounterexample";

/// All commands. Each takes the URL of a document and the name of a rule.
pub const COMMANDS: [&str; 3] = [RUN_EXAMPLES, OPEN_PICTURE, OPEN_COUNTEREXAMPLE];

/// Executes a command.
pub fn answer(
    session: &mut Session<'_>,
    params: ExecuteCommandParams,
) -> Result<Value, ServerError> {
    let [url, name] = params.arguments.as_slice() else {
        return Err("the command takes the URL of a document and the name of a rule".into());
    };
    let url: Url = serde_json::from_value(url.clone())?;
    let name: String = serde_json::from_value(name.clone())?;
    let view = session.view(&url).ok_or("this document is not open")?;
    let read = view.read.clone();
    let rule = read.library.rule(&name);
    let rule = rule.ok_or_else(|| format!("rule `{name}` does not exist or has mistakes"))?;
    match params.command.as_str() {
        RUN_EXAMPLES => run(session, &read, rule),
        OPEN_PICTURE => {
            let svg = svg(&read, rule).ok_or("no example of this rule shows a step")?;
            open(session, &format!("pictures/{name}.svg"), &svg)
        }
        OPEN_COUNTEREXAMPLE => {
            let checked = session.background.checked(&read.library, rule);
            let checked = checked.ok_or("the rule is not checked yet")?;
            let wrong = checked
                .verdicts
                .iter()
                .find_map(|report| kept(report, &*session.host));
            let url = wrong.ok_or("there is no counterexample to this rule")?;
            session.show(url.clone(), false)?;
            Ok(json!(url))
        }
        other => Err(format!("`{other}` is not a command").into()),
    }
}

fn run(session: &Session<'_>, read: &ReadFiles, rule: &RuleInfo) -> Result<Value, ServerError> {
    let trials = trial::run(&read.library, rule);
    let failed: Vec<String> = trials
        .iter()
        .filter_map(|t| Some(format!("example {}: {}", t.number, t.failure.as_ref()?)))
        .collect();
    let name = rule.name();
    let (typ, message) = match (trials.len(), failed.is_empty()) {
        (0, _) => (MessageType::INFO, format!("{name} has no examples")),
        (1, true) => (MessageType::INFO, format!("{name}: 1 example passes")),
        (n, true) => (MessageType::INFO, format!("{name}: {n} examples pass")),
        (_, false) => (MessageType::ERROR, format!("{name}: {}", failed.join("\n"))),
    };
    session.notify::<ShowMessage>(ShowMessageParams { typ, message })?;
    Ok(json!({ "examples": trials.len(), "failed": failed }))
}

fn open(session: &mut Session<'_>, name: &str, text: &str) -> Result<Value, ServerError> {
    let path = session.host.keep(name, text);
    let path = path.ok_or("the file cannot be written")?;
    let url = Url::from_file_path(path).map_err(|()| "the file cannot be written")?;
    session.show(url.clone(), true)?;
    Ok(json!(url))
}

/// A picture of the first step that an example of the rule shows. `None` if there is none.
fn svg(read: &ReadFiles, rule: &RuleInfo) -> Option<String> {
    let firing = rule.ast.examples.iter().filter(|e| e.expected.is_some());
    { firing }.find_map(|example| of_example(read, rule, example))
}

fn of_example(read: &ReadFiles, rule: &RuleInfo, example: &Example) -> Option<String> {
    let puzzle = read_puzzle(&Source::new(rule.name(), &example.board.node)).ok()?;
    let position = Position::of(&puzzle);
    let techniques = trial::techniques(&read.library, rule, example);
    let solver = Solver::with(&puzzle.board, techniques.iter().copied());
    for id in solver.ids() {
        let steps = solver.steps_of(id, &position).ok()?;
        if let Some(step) = steps.first() {
            let note = explain::annotation(&puzzle.board, solver.technique(id), &step.found);
            let scene = Scene {
                board: &puzzle.board,
                state: position.state(),
                givens: &puzzle.given_cells(),
                certificate: &step.certificate,
                note: Some(&note),
            };
            return Some(picture::draw(&scene, &Look::default()));
        }
    }
    None
}
