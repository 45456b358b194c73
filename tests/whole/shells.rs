//! One table of 40 questions, `shells/questions.json`, for the program, the page, the language
//! server and Python. All give the same answers, field by field.
//!
//! A question has a kind, a puzzle or a rule, and options. A question with `error` is
//! refused with this code, in the same words. The program and the page answer every question, the
//! language server those about rules. `tests/python/test_shells.py` asks Python.

mod editor;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::sync::LazyLock;

use qedoku_web::{Offline, Service};
use serde_json::{Value, json};

use super::program::{Run, command, json as parsed, run};
use editor::Editor;

static TABLE: LazyLock<Value> = LazyLock::new(|| parsed(include_str!("shells/questions.json")));

/// A question of the table.
struct Question {
    entry: &'static Value,
    /// The puzzle or the rule.
    text: &'static str,
}

/// The questions of one kind.
fn questions(ask: &str) -> impl Iterator<Item = Question> {
    let all = TABLE["questions"].as_array().expect("a list").iter();
    all.filter(move |entry| entry["ask"] == *ask).map(|entry| {
        let (kind, field) = match entry.get("rule") {
            Some(_) => ("rules", "rule"),
            None => ("puzzles", "puzzle"),
        };
        let text = &TABLE[kind][entry[field].as_str().expect("a name")];
        let text = text.as_str().expect("a text");
        Question { entry, text }
    })
}

impl Question {
    /// The options, as the page reads them.
    fn how(&self) -> Value {
        self.entry.get("how").cloned().unwrap_or(json!({}))
    }

    fn technique(&self) -> Option<&str> {
        self.entry.get("technique")?.as_str()
    }

    /// The code of the expected error.
    fn error(&self) -> Option<&str> {
        self.entry.get("error")?.as_str()
    }

    /// The options as arguments of the program.
    fn arguments(&self) -> Vec<String> {
        let mut arguments = Vec::new();
        for (field, value) in self.how().as_object().expect("options") {
            match (field.as_str(), value) {
                ("search", Value::Bool(false)) => arguments.push("--no-search".to_owned()),
                (field, Value::String(word)) => {
                    arguments.extend([format!("--{}", field.replace('_', "-")), word.clone()]);
                }
                (field, Value::Array(names)) => {
                    let names = names.iter().map(|name| name.as_str().expect("a name"));
                    arguments.extend(names.flat_map(|name| [format!("--{field}"), name.into()]));
                }
                other => panic!("{other:?}"),
            }
        }
        let technique = self
            .technique()
            .map(|name| ["--rule".to_owned(), name.to_owned()]);
        arguments.extend(technique.into_iter().flatten());
        arguments
    }

    /// Runs a command of the program on the puzzle.
    fn run(&self, command: &str, more: &[&str]) -> Run {
        let own = self.arguments();
        let own: Vec<&str> = own.iter().map(String::as_str).collect();
        run(&[&[command, self.text], &own[..], more].concat())
    }

    /// The answer of the program on the puzzle. `None` if it refuses the question, which the page
    /// must do as well.
    fn program(&self, command: &str, more: &[&str], page: &Value) -> Option<Value> {
        let result = self.run(command, &[more, &["--json"]].concat());
        if let Some(code) = self.error() {
            assert_ne!(result.code, 0, "{}", self.entry);
            assert_same_error(code, page, &result.err);
            return None;
        }
        assert_eq!(result.code, 0, "{}: {}", self.entry, result.err);
        assert!(page.get("error").is_none(), "{}: {page}", self.entry);
        Some(parsed(&result.out))
    }

    /// A question to the page about the board of the puzzle.
    fn page(&self, ask: &str) -> (Value, Vec<Value>) {
        let (read, _) = page("read", json!({ "text": self.text }));
        let mut fields = json!({ "board": read["answer"]["board"], "how": self.how() });
        if let Some(technique) = self.technique() {
            fields["technique"] = json!(technique);
        }
        page(ask, fields)
    }

    /// The rule as a file of the page.
    fn file(&self) -> Value {
        json!({ "file": { "path": "own/a.rule", "text": self.text } })
    }

    /// Runs `qedoku rules` on a file with the rule. Returns also the text of the file afterwards.
    fn run_on_file(&self, arguments: &[&str]) -> (Run, String) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.rule");
        fs::write(&path, self.text).expect("a file");
        let name = path.to_str().expect("a path");
        let result = run(&[&["rules"], arguments, &[name]].concat());
        (result, fs::read_to_string(&path).expect("a file"))
    }
}

/// Asks the page's service. Returns the final message and the progress messages.
fn page(ask: &str, fields: Value) -> (Value, Vec<Value>) {
    let mut service = Service::new(Box::new(Offline));
    let mut told = Vec::new();
    let question = question(ask, fields);
    let answer = service.respond(question.as_bytes(), &mut |line| {
        told.push(parsed(&line));
    });
    (parsed(&answer), told)
}

/// Asks a worker of the served page, which has verdicts. Returns the final message.
fn served(ask: &str, fields: Value) -> Value {
    let mut worker = command(&["serve", "--worker"]);
    let mut worker = worker.spawn().expect("the program starts");
    let mut to = worker.stdin.take().expect("a pipe");
    writeln!(to, "{}", question(ask, fields)).expect("a worker");
    let lines = BufReader::new(worker.stdout.take().expect("a pipe")).lines();
    let mut lines = lines.map(|line| line.expect("text"));
    let answer = lines.find(|line| !line.starts_with('+'));
    // At the end of its input, the worker ends.
    drop(to);
    worker.wait().expect("it ends");
    parsed(&answer.expect("an answer"))
}

/// A question of the page as text.
fn question(ask: &str, fields: Value) -> String {
    let mut question = json!({ "version": 1, "id": 1, "ask": ask });
    let object = question.as_object_mut().expect("an object");
    object.extend(fields.as_object().expect("fields").clone());
    question.to_string()
}

/// Asserts that the page's error is shown by the program.
fn assert_same_error(code: &str, message: &Value, shown: &str) {
    let error = &message["error"];
    assert_eq!(error["code"], code, "{message}");
    for field in ["code", "message", "help"] {
        let words = error.get(field).and_then(Value::as_str);
        assert!(words.is_some() || field == "help", "{message}");
        assert!(
            words.is_none_or(|words| shown.contains(words)),
            "{field}: {message}\n{shown}"
        );
    }
}

/// Asserts that both steps have the same rule, name, effects and sentence.
fn assert_same_step(one: &Value, other: &Value, about: &Value) {
    for field in ["rule", "name", "place", "eliminate", "sentence"] {
        assert_eq!(one[field], other[field], "{about}: {field}");
    }
}

fn assert_same_steps(one: &Value, other: &Value, about: &Value) {
    let list = |value: &Value| value.as_array().expect("steps").clone();
    let (one, other) = (list(one), list(other));
    assert_eq!(one.len(), other.len(), "{about}: number of steps");
    for (one, other) in one.iter().zip(&other) {
        assert_same_step(one, other, about);
    }
}

#[test]
fn table_has_forty_different_questions() {
    let all = TABLE["questions"].as_array().expect("a list");
    let kinds = ["hint", "path", "steps", "mistakes", "format", "verdict"];
    let asked: usize = kinds.iter().map(|kind| questions(kind).count()).sum();
    assert_eq!((all.len(), asked), (40, 40));
    let different: std::collections::BTreeSet<String> = all.iter().map(Value::to_string).collect();
    assert_eq!(different.len(), 40);
}

#[test]
fn hints_agree_between_program_and_page() {
    for question in questions("hint") {
        let (message, _) = question.page("hint");
        let Some(own) = question.program("hint", &["--tell", "everything"], &message) else {
            continue;
        };
        let (other, about) = (&message["answer"], question.entry);
        for field in ["claim", "mistake", "place", "look", "technique"] {
            assert_eq!(own.get(field), other.get(field), "{about}: {field}");
        }
        assert_eq!(own.get("step").is_some(), other.get("step").is_some());
        assert_same_step(&own["step"], &other["step"], about);
    }
}

#[test]
fn paths_and_grades_agree_between_program_and_page() {
    for question in questions("path") {
        let (message, _) = question.page("path");
        let Some(own) = question.program("solve", &[], &message) else {
            continue;
        };
        let (other, about) = (&message["answer"], question.entry);
        for field in ["claim", "solutions"] {
            assert_eq!(own[field], other[field], "{about}: {field}");
        }
        assert_same_steps(&own["steps"], &other["steps"], about);
        let (grade, _) = question.page("grade");
        assert_eq!(own["grade"], grade["answer"], "{about}: grade");
    }
}

/// The page lists 200 steps of each technique and counts the others.
#[test]
fn steps_agree_between_program_and_page() {
    for question in questions("steps") {
        let (message, told) = question.page("steps");
        let Some(own) = question.program("steps", &[], &message) else {
            continue;
        };
        let answer = &message["answer"];
        let listed = told
            .iter()
            .filter_map(|m| m["progress"]["steps"].as_array());
        let listed: Vec<Value> = listed.flatten().cloned().collect();
        assert_eq!(answer["found"], listed.len(), "{message}");
        let left_out = answer["left_out"].as_u64().expect("a number") as usize;
        let all = own.as_array().expect("a list");
        assert_eq!(all.len(), listed.len() + left_out, "{}", question.entry);
        if left_out == 0 && question.technique().is_some() {
            assert_same_steps(&own, &json!(listed), question.entry);
        }
        for step in &listed {
            let same = |own: &&Value| own["sentence"] == step["sentence"];
            let own = all.iter().find(same).expect("a step of the program");
            assert_same_step(own, step, question.entry);
        }
    }
}

/// A mistake has the same place, code and words in every shell.
#[test]
fn mistakes_agree_in_all_shells() {
    for question in questions("mistakes") {
        let (message, _) = page("edit", question.file());
        let problems = message["answer"]["problems"].as_array().expect("a list");
        let (result, _) = question.run_on_file(&["check", "--text-only"]);
        assert_eq!(result.code == 0, problems.is_empty(), "{}", result.err);
        let shown = Editor::open(question.text).mistakes();
        assert_eq!(shown.len(), problems.len(), "{shown:?}");
        for (problem, (start, end, code, message)) in problems.iter().zip(shown) {
            assert_eq!(problem["start"], start, "{problem}");
            assert_eq!(problem["end"], end, "{problem}");
            assert_eq!(problem["code"], code, "{problem}");
            let before = &question.text[..start];
            let line = before.matches('\n').count() + 1;
            let column = start - before.rfind('\n').map_or(0, |at| at + 1) + 1;
            let place = format!("a.rule:{line}:{column}");
            assert!(result.err.contains(&place), "{place}: {}", result.err);
            for field in ["code", "message", "label", "help"] {
                let words = problem[field].as_str().unwrap_or_default();
                assert!(field == "help" || !words.is_empty(), "{problem}");
                assert!(result.err.contains(words), "{words}: {}", result.err);
                assert!(field == "code" || message.contains(words), "{message}");
            }
        }
    }
}

#[test]
fn formatted_rules_agree_in_all_shells() {
    for question in questions("format") {
        let (message, _) = page("format", question.file());
        let (result, written) = question.run_on_file(&["fmt"]);
        let formatted = Editor::open(question.text).formatted();
        match question.error() {
            Some(code) => {
                assert_ne!(result.code, 0, "{}", result.out);
                assert_same_error(code, &message, &result.err);
                assert_eq!(written, question.text);
                assert!(formatted.is_none_or(|text| text == question.text));
            }
            None => {
                assert_eq!(result.code, 0, "{}", result.err);
                assert_ne!(written, question.text);
                assert_eq!(message["answer"]["text"], written);
                assert_eq!(formatted, Some(written));
            }
        }
    }
}

#[test]
fn verdicts_agree_in_all_shells() {
    for question in questions("verdict") {
        let (result, _) = question.run_on_file(&["check", "--json"]);
        let own = &parsed(&result.out)[0];
        let message = served("judge", question.file());
        let other = &message["answer"][0];
        for field in ["rule", "name", "verdict"] {
            assert_eq!(own[field], other[field], "{message}");
        }
        let (text, _) = question.run_on_file(&["check"]);
        let words = other["words"].as_str().expect("words");
        assert!(text.out.contains(words), "{words}: {}", text.out);
        let (lens, codes) = Editor::open(question.text).verdict();
        let verdict = lens.split(" · ").next().expect("a verdict");
        assert!(words.ends_with(verdict), "{lens}: {words}");
        match own.get("counterexample") {
            None => assert!(
                other.get("refuted").is_none() && codes.is_empty(),
                "{codes:?}"
            ),
            Some(counterexample) => {
                assert_eq!(other["refuted"]["sentence"], counterexample["sentence"]);
                assert_eq!(codes, ["rule::unsound"]);
                assert!(text.out.contains("rule::unsound"), "{}", text.out);
            }
        }
    }
}
