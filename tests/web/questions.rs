//! Every request of the protocol.

use qedoku_core::engine::{Solver, Strategy};
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::lang::standard_library;
use qedoku_core::report::trace::prove;
use serde_json::{Value, json};

use crate::{Asked, EASY, UNFAIR};

const RULE: &str = "rule my_rule {
  name  \"My Rule\"
  level easy
  for   digit d, houses A, B
  when  every d in A is in B
  then  eliminate d from B except A
  say   \"{d} in {A} lies in {B}\"
}
";

#[test]
fn path_proof_equals_that_of_the_program() {
    let library = standard_library().expect("the library");
    let mut asked = Asked::default();
    for text in [EASY, UNFAIR] {
        let puzzle = read_puzzle(&Source::new("test", text)).expect("a puzzle");
        let solver = Solver::new(&puzzle.board, &library, Strategy::default());
        let native = prove(&solver, &puzzle).to_text();
        let board = asked.board(text);
        let path = asked.answer("path", json!({ "board": board }));
        assert_eq!(path["proof"], json!(native));
        let steps = path["steps"].as_array().expect("steps");
        assert_eq!(asked.told.len(), steps.len(), "each step is told of");
        let counted: u64 = steps
            .iter()
            .map(|s| s["count"].as_u64().expect("a count"))
            .sum();
        let lines = native
            .lines()
            .filter(|l| ["count", "singl"].iter().any(|w| l.starts_with(w)));
        assert_eq!(counted as usize, lines.count());
    }
}

#[test]
fn step_leads_to_the_next_state() {
    let mut asked = Asked::default();
    let board = asked.board(UNFAIR);
    let path = asked.answer("path", json!({ "board": board }));
    let steps = path["steps"].as_array().expect("steps");
    let mut state: Vec<u64> = numbers(&path["state"]);
    for at in [0, 14, 40] {
        for step in &steps[..at] {
            for change in step["changes"].as_array().expect("changes") {
                state[change[0].as_u64().expect("a cell") as usize] =
                    change[1].as_u64().expect("a mask");
            }
        }
        let step = &steps[at];
        let fields =
            json!({ "proof": path["proof"], "from": step["from"], "count": step["count"] });
        let shown = asked.answer("show", fields);
        assert_eq!(numbers(&shown["state"]), state, "step {at}");
        assert_eq!(shown["sentence"], step["sentence"]);
        assert!(
            shown["svg"]
                .as_str()
                .expect("a picture")
                .starts_with("<svg")
        );
        state = numbers(&path["state"]);
    }
}

fn numbers(list: &Value) -> Vec<u64> {
    let list = list.as_array().expect("a list").iter();
    list.map(|n| n.as_u64().expect("a number")).collect()
}

#[test]
fn proof_splits_into_its_steps() {
    let mut asked = Asked::default();
    let board = asked.board(UNFAIR);
    let path = asked.answer("path", json!({ "board": board }));
    let read = asked.answer("proof", json!({ "proof": path["proof"] }));
    assert_eq!(read["board"], board);
    assert_eq!(read["state"], path["state"]);
    let [ours, theirs] = [&path, &read].map(|p| p["steps"].as_array().expect("steps"));
    assert_eq!(ours.len(), theirs.len());
    for (one, other) in ours.iter().zip(theirs) {
        for key in ["name", "sentence", "from", "count", "place", "changes"] {
            assert_eq!(one[key], other[key], "{key}");
        }
    }
}

#[test]
fn grade_has_all_requested_scales() {
    let mut asked = Asked::default();
    let board = asked.board(UNFAIR);
    let scales = ["SE", "hodoku", "B", "gB"];
    let grade = asked.answer("grade", json!({ "board": board, "scales": scales }));
    for column in ["SE", "SE_EP", "SE_ED", "hodoku_score", "B", "gB"] {
        assert!(grade[column].is_number(), "{column} in {grade}");
    }
    let error = asked.error("grade", json!({ "board": board, "scales": ["SF"] }));
    assert_eq!(error, "scale::unknown");
}

#[test]
fn report_has_steps_and_grade() {
    let mut asked = Asked::default();
    let board = asked.board(UNFAIR);
    let path = asked.answer("path", json!({ "board": board }));
    let question = json!({ "proof": path["proof"], "title": "<b>&" });
    let report = asked.answer("report", question);
    let html = report["html"].as_str().expect("text");
    let steps = path["steps"].as_array().expect("steps");
    assert_eq!(html.matches("<div class=\"one\"").count(), steps.len());
    assert!(html.contains("<title>&lt;b&gt;&amp;</title>"));
    assert!(html.contains("<strong>unfair</strong>"));
    let broken = asked.error("report", json!({ "proof": "qed", "title": "" }));
    assert_eq!(broken, "proof::read");
}

#[test]
fn hint_is_the_first_step_of_the_path() {
    let mut asked = Asked::default();
    let mut board = asked.board(UNFAIR);
    let path = asked.answer("path", json!({ "board": board }));
    let hint = asked.answer("hint", json!({ "board": board }));
    assert_eq!(hint["step"]["sentence"], path["steps"][0]["sentence"]);
    // After the easy steps, a harder one is found.
    let steps = path["steps"].as_array().expect("steps");
    let hard = steps
        .iter()
        .position(|s| s["level"] == "hard")
        .expect("a hard step");
    let mut marks = numbers(&path["state"]);
    for step in &steps[..hard] {
        for change in step["changes"].as_array().expect("changes") {
            marks[change[0].as_u64().expect("a cell") as usize] =
                change[1].as_u64().expect("a mask");
        }
    }
    // A digit placed by a step is an entry: a single pencilmark would be a naked single.
    let givens = board["givens"].as_str().expect("givens").to_owned();
    let entries = givens.chars().zip(&marks).map(|(given, mask)| {
        let placed = given == '.' && mask.count_ones() == 1;
        let digit = char::from(b'1' + mask.trailing_zeros() as u8);
        if placed { digit } else { '.' }
    });
    board["entries"] = json!(entries.collect::<String>());
    board["marks"] = json!(marks);
    let hint = asked.answer("hint", json!({ "board": board }));
    assert_eq!(hint["step"]["level"], steps[hard]["level"]);
    let proof = hint["step"]["proof"].as_str().expect("a proof");
    let verdict = qedoku_check::check(proof.as_bytes()).expect("it is read");
    assert!(verdict.to_string().starts_with("accepted"), "{verdict}");
}

#[test]
fn wrong_entry_is_named_instead_of_a_hint() {
    let mut asked = Asked::default();
    let mut board = asked.board(EASY);
    board["entries"] = json!(format!("..1{}", ".".repeat(78)));
    let hint = asked.answer("hint", json!({ "board": board }));
    assert_eq!(hint["mistake"]["candidates"], json!(["r1c3=1"]));
}

#[test]
fn all_steps_are_streamed_with_proofs() {
    let mut asked = Asked::default();
    let board = asked.board(EASY);
    let end = asked.answer(
        "steps",
        json!({ "board": board, "how": { "max_level": "medium" } }),
    );
    let found: Vec<&Value> = (asked.told.iter())
        .flat_map(|told| told["progress"]["steps"].as_array().expect("steps"))
        .collect();
    assert_eq!(end["found"], json!(found.len()));
    assert!(found.len() > 20);
    for step in found {
        let proof = step["proof"].as_str().expect("a proof");
        let verdict = qedoku_check::check(proof.as_bytes()).expect("it is read");
        assert!(
            verdict.to_string().starts_with("accepted"),
            "{step}: {verdict}"
        );
    }
}

#[test]
fn library_lists_verdicts_and_examples() {
    let mut asked = Asked::default();
    let families = asked.answer("library", json!({}));
    let families = families.as_array().expect("families");
    let rules = families
        .iter()
        .flat_map(|f| f["rules"].as_array().expect("rules"));
    for technique in rules
        .clone()
        .flat_map(|r| r["techniques"].as_array().expect("techniques"))
    {
        let verdict = technique["verdict"].as_str().unwrap_or_default();
        assert!(verdict.starts_with("sound on every board"), "{technique}");
    }
    let fish = rules.clone().find(|rule| rule["name"] == "fish");
    let wing = &fish.expect("fish")["techniques"][0];
    assert_eq!(wing["known_as"][0], json!(["hodoku", "0300"]), "{wing}");
    let first = rules.clone().next().expect("a rule");
    let examples = asked.answer("example", json!({ "rule": first["name"] }));
    assert!(examples[0]["step"]["proof"].is_string(), "{examples}");
    let one = asked.answer("example", json!({ "rule": "fish", "most": 1 }));
    assert_eq!(one.as_array().map(Vec::len), Some(1));
}

#[test]
fn rule_mistakes_use_positions_of_the_page() {
    let mut asked = Asked::default();
    let text = format!("/// Ä 𝄞\n{}", RULE.replace("digit d", "digt d"));
    let edited = asked.answer(
        "edit",
        json!({ "file": { "path": "own/a.rule", "text": text } }),
    );
    let problem = &edited["problems"][0];
    let units: Vec<u16> = text.encode_utf16().collect();
    let range = problem["start"].as_u64().expect("a place") as usize
        ..problem["end"].as_u64().expect("a place") as usize;
    assert_eq!(String::from_utf16(&units[range]).expect("text"), "digt");
    assert!(problem["help"].as_str().expect("help").contains("digit"));
}

#[test]
fn editor_completes_words_and_shows_the_plan() {
    let mut asked = Asked::default();
    let words = |asked: &mut Asked, text: &str| -> Vec<String> {
        let at = text.encode_utf16().count();
        let file = json!({ "path": "own/a.rule", "text": text });
        let edited = asked.answer("edit", json!({ "file": file, "at": at }));
        serde_json::from_value(edited["words"].clone()).expect("words")
    };
    let head = "/// Ä 𝄞\nrule a {\n  name \"A\"\n";
    assert_eq!(words(&mut asked, &format!("{head}  level ha")), ["hard"]);
    let sorts = words(&mut asked, &format!("{head}  for ce"));
    assert_eq!(sorts, ["cell", "cells"]);
    let patterns = words(&mut asked, &format!("{head}  for al"));
    assert!(patterns.contains(&"als".to_owned()), "{patterns:?}");
    let own = words(
        &mut asked,
        &format!("{head}  for cells Tall[2]\n  when every candidate of T"),
    );
    assert_eq!(own, ["Tall"]);
    assert!(words(&mut asked, &format!("{head}  rest // level ha")).is_empty());

    let board = asked.board(UNFAIR);
    let file = json!({ "path": "own/a.rule", "text": RULE });
    let edited = asked.answer("edit", json!({ "file": file, "board": board }));
    assert_eq!(edited["words"], json!([]));
    let lines = edited["plans"][0]["lines"].as_array().expect("a plan");
    let has = |word: &str| {
        let mut texts = lines.iter().filter_map(Value::as_str);
        texts.any(|line| line.trim_start().starts_with(word))
    };
    assert!(has("bind") && has("yield"), "{lines:?}");
}

#[test]
fn editor_shows_the_reference_of_the_word_at_the_cursor() {
    let mut asked = Asked::default();
    let rows = asked.answer("language", json!({}));
    let rows = rows.as_array().expect("rows");
    assert!(rows.len() > 60, "{} rows", rows.len());
    let mut help = |text: &str| -> Vec<String> {
        let at = text.encode_utf16().count();
        let file = json!({ "path": "own/a.rule", "text": format!("{text} d in A is in B\n}}") });
        let edited = asked.answer("edit", json!({ "file": file, "at": at }));
        let rows = edited["help"].as_array().expect("rows").clone();
        let code = |row: &Value| row["written"].as_str().expect("a construct").to_owned();
        rows.iter().map(code).collect()
    };
    let head = "/// Ä 𝄞\nrule a {\n  for digit d, houses A, B\n";
    let every = help(&format!("{head}  when every"));
    assert!(every.iter().any(|row| row.contains("every")), "{every:?}");
    let level = help("rule a {\n  level");
    assert!(
        level.iter().any(|row| row.contains("`level hard`")),
        "{level:?}"
    );
    assert_eq!(help("rule a {\n  for digit dd").len(), 0);
}

#[test]
fn own_rule_is_used_on_board_and_path() {
    let mut asked = Asked::default();
    let board = asked.board(UNFAIR);
    let file = json!({ "path": "own/a.rule", "text": RULE });
    let edited = asked.answer("edit", json!({ "file": file, "board": board }));
    assert_eq!(edited["problems"], json!([]));
    assert!(!edited["steps"].as_array().expect("steps").is_empty());
    let path = asked.answer(
        "path",
        json!({ "board": board, "how": { "rules": [file] } }),
    );
    let uses = |s: &Value| s["rule"] == "my_rule";
    assert!(path["steps"].as_array().expect("steps").iter().any(uses));
}

#[test]
fn unsound_rule_makes_no_step() {
    let mut asked = Asked::default();
    let board = asked.board(UNFAIR);
    let wrong = RULE.replace(" except A", "");
    let file = json!({ "path": "own/a.rule", "text": wrong });
    let path = asked.answer(
        "path",
        json!({ "board": board, "how": { "rules": [file] } }),
    );
    assert!(path["refused"]["my_rule"].as_u64().expect("a number") > 0);
    assert_eq!(path["claim"], "unique");
    let verdict = qedoku_check::check(path["proof"].as_str().expect("a proof").as_bytes());
    assert!(
        verdict
            .expect("it is read")
            .to_string()
            .starts_with("accepted")
    );
}

#[test]
fn z3_questions_are_refused_with_a_help_text() {
    let mut asked = Asked::default();
    let file = json!({ "path": "own/a.rule", "text": RULE });
    let message = asked.message("judge", json!({ "file": file }));
    assert_eq!(message["error"]["code"], "engine::needs_serve");
    assert!(
        message["error"]["help"]
            .as_str()
            .expect("help")
            .contains("qedoku serve")
    );
    let board = asked.board(EASY);
    assert_eq!(
        asked.error("mine", json!({ "board": board, "candidate": "r1c3=1" })),
        "engine::needs_serve"
    );
}

#[test]
fn invalid_questions_are_answered() {
    let mut asked = Asked::default();
    for (question, code) in [
        ("", "question::json"),
        ("null", "question::json"),
        ("[]", "question::json"),
        ("{\"version\":1}", "question::json"),
        ("{\"version\":1,\"ask\":\"fly\"}", "question::json"),
        ("{\"version\":2,\"ask\":\"hello\"}", "question::version"),
        ("{\"version\":1,\"ask\":\"read\"}", "question::json"),
        (
            "{\"version\":1,\"ask\":\"read\",\"text\":\"\"}",
            "puzzle::empty",
        ),
        (
            "{\"version\":1,\"ask\":\"show\",\"proof\":\"\",\"from\":0,\"count\":1}",
            "proof::read",
        ),
        (
            "{\"version\":1,\"ask\":\"example\",\"rule\":\"no such\"}",
            "rule::unknown",
        ),
    ] {
        let message = asked.raw(question);
        assert_eq!(message["error"]["code"], code, "{question}: {message}");
    }
    let deep = format!("{{\"version\":1,\"ask\":{}", "[".repeat(100_000));
    assert_eq!(asked.raw(&deep)["error"]["code"], "question::json");
    let huge = format!(
        "{{\"version\":1,\"ask\":\"show\",\"proof\":\"qed 1\\nboard sudoku 2x2\\ngivens ................\\nclaim open\\n\",\"from\":{},\"count\":{}}}",
        u64::MAX,
        u64::MAX
    );
    assert_eq!(asked.raw(&huge)["error"]["code"], "proof::no_step");
}
