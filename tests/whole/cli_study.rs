//! `qedoku study`: its files and messages, its resumption after an interruption, and its errors for
//! invalid input.

use std::fs;
use std::path::Path;

use crate::program::{json, run};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("text").to_owned()
}

/// Returns all files of a folder with their contents.
fn contents(folder: &str) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<(String, Vec<u8>)> = entries
        .map(|entry| {
            let entry = entry.expect("an entry");
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read(entry.path()).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

/// Returns the path of a file with a few puzzles of the project.
fn few(folder: &Path, count: usize) -> String {
    let text =
        fs::read_to_string(qedoku_tests::root().join("puzzles/sample.sdm")).expect("puzzles");
    let lines = text
        .lines()
        .filter(|line| line.len() >= 81 && !line.starts_with('#'));
    let lines: Vec<&str> = lines.take(count).collect();
    let file = path(folder, &format!("few-{count}.sdm"));
    fs::write(&file, lines.join("\n") + "\n").expect("written");
    file
}

#[test]
fn study_is_deterministic_and_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let (all, some) = (few(folder.path(), 12), few(folder.path(), 5));
    let study = |file: &str, name: &str, threads: &str| {
        // The name of the file is the name of the collection.
        let input = path(folder.path(), "input.sdm");
        fs::copy(file, &input).expect("a copy");
        let output = path(folder.path(), name);
        let args = [
            "study",
            &input,
            "-o",
            &output,
            "--no-times",
            "--quiet",
            "--threads",
            threads,
        ];
        let result = run(&args);
        assert_eq!(result.code, 0, "{}", result.err);
        output
    };
    let once = contents(&study(&all, "once", "2"));
    let again = contents(&study(&all, "again", "1"));
    assert_eq!(once, again);
    let names: Vec<&str> = once.iter().map(|(name, _)| name.as_str()).collect();
    for name in [
        "records.jsonl",
        "results.csv",
        "summary.csv",
        "summary.json",
        "inference.csv",
        "report.md",
        "report.html",
        "1-solved.svg",
        "consistency.svg",
    ] {
        assert!(names.contains(&name), "{names:?}");
    }
    let parts = study(&some, "parts", "1");
    // An incomplete last line of an interrupted run is computed again.
    let records = path(Path::new(&parts), "records.jsonl");
    let mut text = fs::read(&records).expect("records");
    text.truncate(text.len() - 10);
    fs::write(&records, text).expect("written");
    study(&all, "parts", "2");
    assert_eq!(once, contents(&parts));
}

#[test]
fn study_rejects_foreign_records_and_keeps_them() {
    let folder = tempfile::tempdir().unwrap();
    let (some, output) = (few(folder.path(), 3), path(folder.path(), "out"));
    let study = |args: &[&str]| run(&[&["study", "--quiet", "-o", &output], args].concat());
    assert_eq!(study(&[&some, "--method", "twins"]).code, 0);
    let before = contents(&output);
    let other = study(&[&some, "--method", "plain"]);
    assert_eq!(other.code, 1);
    assert!(other.err.contains("other settings"), "{}", other.err);
    let puzzles = study(&[PUZZLE, "--method", "twins"]);
    assert_eq!(puzzles.code, 1);
    assert!(puzzles.err.contains("other puzzles"), "{}", puzzles.err);
    assert_eq!(before, contents(&output));
    let records = path(Path::new(&output), "records.jsonl");
    fs::write(&records, "nonsense\n").expect("written");
    let damaged = study(&[&some, "--method", "twins"]);
    assert_eq!(damaged.code, 3);
    assert!(damaged.err.contains("damaged"), "{}", damaged.err);
}

#[test]
fn summary_comes_in_four_formats() {
    let study = |format: &str| {
        run(&[
            "study",
            PUZZLE,
            "--suite",
            "inference",
            "--quiet",
            "--format",
            format,
        ])
        .out
    };
    let table = study("table");
    assert!(
        table.starts_with("one puzzle: 1 puzzles") && table.contains("NHT-MCV"),
        "{table}"
    );
    let csv = study("csv");
    assert_eq!(csv.lines().count(), 9);
    assert!(
        csv.starts_with("collection,method,puzzles,solved,wrong,"),
        "{csv}"
    );
    let list = json(&study("json"));
    let list = list.as_array().expect("a list");
    assert!(
        list.len() == 8 && list.iter().all(|row| row["solved"] == 1),
        "{list:?}"
    );
    let markdown = study("markdown");
    assert!(markdown.contains("| 1 |  | S "), "{markdown}");
}

#[test]
fn user_rule_file_changes_a_set() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "last_place.rule");
    let rule = "/// A digit with one place left in a house stands there.\nrule last_place {\n  name \"Last Place\"\n  level easy\n  \
                score 14\n  for digit d, house H, cell a in H\n  when every d in H is at a\n  then place d at a\n  \
                say \"{a} is the last place for {d} in {H}\"\n}\n";
    fs::write(&file, rule).expect("written");
    let args = [
        "study",
        PUZZLE,
        "--quiet",
        "--json",
        "--method",
        "NI-FB,MINE-FB",
        "--rules-set",
        "MINE=last_place",
    ];
    let without = run(&args);
    assert_eq!(without.code, 1);
    assert!(
        without.err.contains("there is no rule `last_place`"),
        "{}",
        without.err
    );
    let with = run(&[&args[..], &["--rules", &file]].concat());
    assert_eq!(with.code, 0, "{}", with.err);
    let list = json(&with.out);
    let steps = |at: usize| list[at]["mean_steps"].as_f64().expect("a number");
    assert!(steps(1) < steps(0), "{}", with.out);
}

#[test]
fn study_reports_unsupported_input_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let rubbish = path(folder.path(), "rubbish.txt");
    fs::write(&rubbish, b"not a puzzle\n\xff\xfe\x00garbage\n").expect("written");
    let cases: [(&[&str], i32, &str); 8] = [
        (&["study"], 1, "there is no puzzle to study"),
        (&["study", &rubbish], 1, "there is no puzzle to study"),
        (
            &["study", PUZZLE, "--method", "magic"],
            1,
            "there is no method `magic`",
        ),
        (&["study", PUZZLE, "--rules-set", "A"], 3, "NAME=RULE"),
        (&["study", PUZZLE, "--limit", "few"], 3, "whole number"),
        (
            &["study", PUZZLE, "--network", &rubbish],
            1,
            "not in safetensors format",
        ),
        (
            &["study", PUZZLE, "--ratings", &rubbish],
            1,
            "there are no ratings",
        ),
        (
            &["study", "--create", "2", "--givens", "40..30"],
            3,
            "a range is written",
        ),
    ];
    for (args, code, words) in cases {
        let result = run(args);
        assert_eq!(result.code, code, "{args:?} {}", result.err);
        assert!(result.err.contains(words), "{args:?} {}", result.err);
    }
    let odd = run(&["study", "puzzles/odd.sdm", "--method", "twins", "--quiet"]);
    assert_eq!(odd.code, 0, "{}", odd.err);
    assert!(
        odd.err.contains("no solution") && odd.err.contains("several solutions"),
        "{}",
        odd.err
    );
    let input = run(&["study", &rubbish, "-o", &rubbish]);
    assert_ne!(input.code, 0);
}

#[test]
fn tiny_network_is_trained_written_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let (weights, curve) = (
        path(folder.path(), "w.safetensors"),
        path(folder.path(), "loss.svg"),
    );
    let args = [
        "study",
        "train",
        "-o",
        &weights,
        "--curve",
        &curve,
        "--puzzles",
        "10",
        "--steps",
        "400",
        "--batch",
        "16",
        "--hidden",
        "8",
        "--test",
        "3",
        "--quiet",
    ];
    let trained = run(&args);
    assert_eq!(trained.code, 0, "{}", trained.err);
    assert!(
        trained.out.contains("30 to 36 givens") && trained.out.contains("every given needed"),
        "{}",
        trained.out
    );
    assert!(
        fs::read_to_string(&curve)
            .expect("a plot")
            .starts_with("<svg")
    );
    let args = [
        "study",
        PUZZLE,
        "--method",
        "network,network+rules",
        "--network",
        &weights,
        "--json",
        "--quiet",
    ];
    let list = json(&run(&args).out);
    // Even with bad weights, a method that applies rules gives no wrong result.
    assert_eq!(list[1]["solved"], 1);
}

#[test]
fn network_may_order_the_search_of_a_proof() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let guided = run(&["prove", hard, "--max-level", "easy", "--guide", "network"]);
    let plain = run(&["prove", hard, "--max-level", "easy"]);
    assert_eq!((guided.code, plain.code), (0, 0), "{}", guided.err);
    assert_ne!(guided.out, plain.out);
    assert_eq!(guided.out.lines().last(), plain.out.lines().last());
}
