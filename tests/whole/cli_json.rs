//! JSON output follows the schemas in `src/cli/schemas`.

use serde_json::Value;

use crate::program::{json, run};
use qedoku_tests::root;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// A puzzle that needs search.
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// Returns whether a value follows the schema of this name.
fn keeps_to(name: &str, value: &Value) -> Result<(), String> {
    let file = format!("{name}.schema.json");
    let text = std::fs::read_to_string(root().join("src/cli/schemas").join(&file));
    let schema = serde_json::from_str(&text.expect("a schema")).expect("JSON");
    let mut compiler = boon::Compiler::new();
    let mut schemas = boon::Schemas::new();
    compiler.add_resource(&file, schema).expect("a resource");
    let index = compiler.compile(&file, &mut schemas).expect("a schema");
    (schemas.validate(value, index)).map_err(|error| error.to_string())
}

/// Runs the program and validates its output with the schema of the command.
fn checked(name: &str, args: &[&str]) -> Value {
    let result = run(&[args, &["--json"]].concat());
    assert!(result.code <= 1, "{args:?}\n{}{}", result.out, result.err);
    let value = json(&result.out);
    assert_eq!(keeps_to(name, &value), Ok(()), "{args:?}\n{}", result.out);
    // The schema must also reject a wrong document.
    let mut wrong = value.clone();
    let first = match &mut wrong {
        Value::Array(list) => list.first_mut().expect("something is listed"),
        other => other,
    };
    first["nonsense"] = true.into();
    assert!(keeps_to(name, &wrong).is_err(), "{name}");
    value
}

#[test]
fn json_of_puzzle_commands_matches_schemas() {
    checked("show", &["show", PUZZLE]);
    for puzzle in [PUZZLE, HARD] {
        checked("solve", &["solve", puzzle]);
        checked("grade", &["grade", "--quiet", puzzle]);
    }
    checked("prove", &["prove", PUZZLE]);
    checked("steps", &["steps", PUZZLE, "--level", "easy"]);
    checked("count", &["count", PUZZLE]);
    let listed = checked("count", &["count", "--list", PUZZLE]);
    assert_eq!(listed["list"].as_array().expect("a list").len(), 1);
    checked("minimal", &["minimal", PUZZLE]);
    checked("create", &["create", "2", "--size", "6"]);
    checked("study", &["study", "--quiet", PUZZLE]);
    checked("study", &["study", "--quiet", "--no-times", PUZZLE]);
    checked(
        "grade",
        &["grade", "--quiet", "--scale", "B", "--scale", "W", PUZZLE],
    );
    let scales = ["gB", "SE", "SE-noU", "hodoku"];
    let scales = scales.iter().flat_map(|name| ["--scale", name]);
    let args: Vec<&str> = ["grade", "--quiet", PUZZLE]
        .into_iter()
        .chain(scales)
        .collect();
    let rated = checked("grade", &args);
    for name in ["gB", "SE", "SE_EP", "SE-noU_ED", "hodoku", "hodoku_score"] {
        assert!(
            rated.get(name).is_some_and(|value| !value.is_null()),
            "{name}: {rated}"
        );
    }
}

#[test]
fn json_of_collection_commands_matches_schemas() {
    checked("canon", &["canon", PUZZLE]);
    checked("dedupe", &["dedupe", PUZZLE]);
    checked("minimise", &["minimise", PUZZLE]);
    let made = checked("create", &["create", "--level", "easy", "--seed", "1"]);
    assert_eq!(made["made"][0]["level"], "easy");
    let naked = ["create", "--position", "Naked Pair", "--seed", "1"];
    let made = checked("create", &naked);
    assert!(made["made"][0]["answer"].is_string(), "{made}");
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let archive = at("all.qedz");
    checked("prove-all", &["prove", PUZZLE, "--all", "-o", &archive]);
    checked("check", &["check", &archive]);
    let grades = run(&["grade", "--quiet", "--json", PUZZLE]).out;
    std::fs::write(at("grades.jsonl"), grades).expect("a file");
    checked("stats", &["stats", &at("grades.jsonl")]);
}

#[test]
fn json_hints_have_places_at_every_strength() {
    for strength in ["where", "technique", "everything"] {
        let hint = checked("hint", &["hint", PUZZLE, "--tell", strength]);
        for part in ["houses", "cells", "candidates"] {
            let list = hint["look"][part].as_array().expect(part);
            assert!(!list.is_empty(), "{strength} {part}");
        }
        assert_eq!(hint.get("technique").is_some(), strength != "where");
        assert_eq!(hint.get("step").is_some(), strength == "everything");
    }
    let solved = run(&["solve", "--only-solution", PUZZLE]).out;
    let hint = checked("hint", &["hint", solved.trim()]);
    assert_eq!(hint["claim"], "unique");
}

#[test]
fn json_of_proof_commands_matches_schemas() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let proof = at("p.qed");
    checked("prove", &["prove", PUZZLE, "-o", &proof]);
    std::fs::write(
        at("bad.qed"),
        "qed 1\nboard sudoku 1x1\ngivens .\nclaim unique 1\n",
    )
    .expect("a file");
    std::fs::write(at("other.qed"), "qed 9\n").expect("a file");
    checked("check", &["check", &proof, &at("bad.qed")]);
    let others = run(&["check", "--json", &at("other.qed"), &at("missing.qed")]);
    assert_eq!(
        keeps_to("check", &json(&others.out)),
        Ok(()),
        "{}",
        others.out
    );
    checked(
        "export",
        &["export", &proof, "--to", "json", "-o", &at("out")],
    );
    std::fs::write(at("p.sdm"), format!("{PUZZLE}\n")).expect("a file");
    checked("bench", &["bench", &at("p.sdm")]);
}

#[test]
fn json_of_rule_commands_matches_schemas() {
    checked("rules-list", &["rules", "list"]);
    checked("rules-show", &["rules", "show", "fish"]);
    checked("rules-test", &["rules", "test", "rules/10-singles"]);
    checked(
        "rules-overlap",
        &["rules", "overlap", "skyscraper", "--puzzles", "2"],
    );
    let overlap = ["rules", "overlap", "braid_3", "--puzzles", "2"];
    let rows = checked("rules-overlap", &overlap);
    let same = rows[0]["same_as"].as_array().expect("a list");
    assert!(!same.is_empty(), "{rows}");
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let rule = "rule wrong_fish {\n  name  \"Wrong Fish\"\n  level hard\n  score 140\n  \
                for   digit d, lines R[2], crosslines C[3]\n  when  every d in R is in C\n  \
                then  eliminate d from C except R\n}\n";
    std::fs::write(at("wrong_fish.rule"), rule).expect("a file");
    let verdicts = checked("rules-check", &["rules", "check", &at("wrong_fish.rule")]);
    assert_eq!(verdicts[0]["verdict"], "unsound");
    let case = format!(":0003:1:{}:::111:\n", ".".repeat(81));
    std::fs::write(at("cases.txt"), case).expect("a file");
    checked("rules-conform", &["rules", "conform", &at("cases.txt")]);
}

#[test]
fn schemas_are_all_tested() {
    let folder = std::fs::read_dir(root().join("src/cli/schemas")).expect("the folder");
    let here = include_str!("cli_json.rs");
    for entry in folder {
        let name = entry
            .expect("an entry")
            .file_name()
            .into_string()
            .expect("text");
        let name = name.strip_suffix(".schema.json").expect("a schema");
        let used = here.contains(&format!("\"{name}\""));
        assert!(used, "{name}");
    }
}
