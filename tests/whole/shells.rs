//! One table of questions for the program and the page. Both give the same answers, field by field.
//!
//! `tests/python/test_shells.py` asks the Python package the questions about hints, steps and
//! options.

use qedoku_web::{Offline, Service};
use serde_json::{Value, json};

use super::program::{json as parsed, run};

/// Puzzles: easy, unfair, only by search, with a wrong entry, solved, with many solutions, 4x4.
const PUZZLES: [&str; 7] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "53..7...86..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    "53..7....6..1.5....98....6.8...6...34..8.3..17...2.....6....28....419..5....8....",
    "1.....2..3.....4",
];

/// Options as arguments of the program and as the page's `how`.
fn options() -> [(Vec<&'static str>, Value); 2] {
    [
        (vec![], json!({})),
        (
            vec!["--max-level", "easy", "--no-search"],
            json!({ "max_level": "easy", "search": false }),
        ),
    ]
}

/// Asks the page's service. Returns the final message and the progress messages.
fn page(ask: &str, fields: Value) -> (Value, Vec<Value>) {
    let mut service = Service::new(Box::new(Offline));
    let mut question = json!({ "version": 1, "id": 1, "ask": ask });
    let object = question.as_object_mut().expect("an object");
    object.extend(fields.as_object().expect("fields").clone());
    let mut told = Vec::new();
    let answer = service.respond(question.to_string().as_bytes(), &mut |line| {
        told.push(parsed(&line));
    });
    (parsed(&answer), told)
}

fn answer(ask: &str, fields: Value) -> Value {
    let (message, _) = page(ask, fields);
    assert!(message.get("error").is_none(), "{message}");
    message["answer"].clone()
}

fn board(puzzle: &str) -> Value {
    answer("read", json!({ "text": puzzle }))["board"].clone()
}

fn program(command: &str, puzzle: &str, options: &[&str]) -> Value {
    let result = run(&[&[command, puzzle, "--json"], options].concat());
    assert_eq!(result.code, 0, "{command} {puzzle}: {}", result.err);
    parsed(&result.out)
}

/// Asserts that both steps have the same rule, name, effects and sentence.
fn assert_same_step(one: &Value, other: &Value, about: &str) {
    for field in ["rule", "name", "place", "eliminate", "sentence"] {
        assert_eq!(one[field], other[field], "{about}: {field}");
    }
}

fn assert_same_steps(one: &Value, other: &Value, about: &str) {
    let list = |value: &Value| value["steps"].as_array().expect("steps").clone();
    let (one, other) = (list(one), list(other));
    assert_eq!(one.len(), other.len(), "{about}: number of steps");
    for (one, other) in one.iter().zip(&other) {
        assert_same_step(one, other, about);
    }
}

#[test]
fn hints_agree_between_program_and_page() {
    for puzzle in PUZZLES {
        for (arguments, how) in options() {
            let about = format!("hint {puzzle} {arguments:?}");
            let arguments = [&arguments[..], &["--tell", "everything"]].concat();
            let own = program("hint", puzzle, &arguments);
            let other = answer("hint", json!({ "board": board(puzzle), "how": how }));
            for field in ["claim", "mistake", "place", "look", "technique"] {
                assert_eq!(own.get(field), other.get(field), "{about}: {field}");
            }
            assert_eq!(own.get("step").is_some(), other.get("step").is_some());
            assert_same_step(&own["step"], &other["step"], &about);
        }
    }
}

#[test]
fn paths_and_grades_agree_between_program_and_page() {
    for puzzle in PUZZLES {
        let (arguments, how) = &options()[1];
        let about = format!("solve {puzzle}");
        let own = program("solve", puzzle, arguments);
        let fields = json!({ "board": board(puzzle), "how": how });
        let other = answer("path", fields.clone());
        for field in ["claim", "solutions"] {
            assert_eq!(own[field], other[field], "{about}: {field}");
        }
        assert_same_steps(&own, &other, &about);
        assert_eq!(own["grade"], answer("grade", fields), "{about}: grade");
    }
}

#[test]
fn steps_agree_between_program_and_page() {
    let hard = PUZZLES[1];
    let listed = |fields: Value| {
        let (message, told) = page("steps", fields);
        let answer = &message["answer"];
        let steps = told.iter().flat_map(|m| {
            let steps = m["progress"]["steps"].as_array();
            steps.cloned().unwrap_or_default()
        });
        let steps: Vec<Value> = steps.collect();
        assert_eq!(answer["found"], steps.len(), "{message}");
        (steps, answer["left_out"].as_u64().expect("a number"))
    };
    // All steps: the page lists 200 of each technique and counts the others.
    let own = program("steps", hard, &[]);
    let own = own.as_array().expect("a list");
    let (steps, left_out) = listed(json!({ "board": board(hard) }));
    assert_eq!(own.len() as u64, steps.len() as u64 + left_out);
    for step in &steps {
        let same = |own: &&Value| own["sentence"] == step["sentence"];
        let own = own.iter().find(same);
        assert_same_step(own.expect("a step of the program"), step, "steps");
    }
    for technique in ["naked_single", "fish", "als_xz", "xy_wing"] {
        let own = program("steps", hard, &["--rule", technique]);
        let (steps, _) = listed(json!({ "board": board(hard), "technique": technique }));
        let steps = json!({ "steps": steps });
        assert_same_steps(&json!({ "steps": own }), &steps, technique);
    }
}

#[test]
fn misspelt_names_agree_between_program_and_page() {
    let cases: [(&str, &[&str], &str, Value); 6] = [
        (
            "hint",
            &["--off", "fsh"],
            "hint",
            json!({ "how": { "off": ["fsh"] } }),
        ),
        (
            "hint",
            &["--on", "Swordfsh"],
            "hint",
            json!({ "how": { "on": ["Swordfsh"] } }),
        ),
        (
            "solve",
            &["--off", "fsh"],
            "path",
            json!({ "how": { "off": ["fsh"] } }),
        ),
        (
            "solve",
            &["--off", "zzzzzzzzzz"],
            "path",
            json!({ "how": { "off": ["zzzzzzzzzz"] } }),
        ),
        (
            "steps",
            &["--rule", "fsh"],
            "steps",
            json!({ "technique": "fsh" }),
        ),
        (
            "steps",
            &["--rule", "X-Wng"],
            "steps",
            json!({ "technique": "X-Wng" }),
        ),
    ];
    for (command, arguments, ask, mut fields) in cases {
        let result = run(&[&[command, PUZZLES[0]], arguments].concat());
        assert_ne!(result.code, 0, "{command} {arguments:?}");
        fields["board"] = board(PUZZLES[0]);
        let (message, _) = page(ask, fields);
        let error = &message["error"];
        for field in ["code", "message", "help"] {
            let words = error.get(field).and_then(Value::as_str);
            assert!(words.is_some() || field == "help", "{message}");
            let shown = words.is_none_or(|words| result.err.contains(words));
            assert!(shown, "{field}: {message}\n{}", result.err);
        }
    }
}
