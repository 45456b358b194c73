//! The command `qedoku mine`: its files, its messages, and its errors for invalid input.

use std::fs;
use std::path::Path;

use crate::program::run;

const X_WING: &str =
    "9...5173.1.73982.55...76.9181.72435.2..165..7.75983.12.21537...75864912339.81257.";

/// Returns all files of a folder with their contents.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = (fs::read_dir(folder).expect("a folder"))
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, fs::read(&path).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn explain_answers_a_question_in_full() {
    let folder = tempfile::tempdir().unwrap();
    let dot = folder.path().join("near.dot");
    let dot = dot.to_str().unwrap();
    let svg = folder.path().join("near.svg");
    let svg = svg.to_str().unwrap();
    let args = [
        "mine",
        X_WING,
        "--explain",
        "r1c3=6",
        "-k",
        "3",
        "--dot",
        dot,
        "--svg",
        svg,
    ];
    let output = run(&args);
    let text = output.out;
    assert_eq!(output.code, 0, "{text}");
    assert!(text.contains("r1c3=6 is impossible"), "{text}");
    assert!(text.contains("smallest: 6c2"), "{text}");
    assert!(text.contains("next: 6r4, 6r9"), "{text}");
    assert!(
        text.contains("every candidate of A is p or is excluded by t"),
        "{text}"
    );
    let picture = fs::read_to_string(svg).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("6r9"));
    let graph = fs::read_to_string(dot).unwrap();
    assert!(graph.starts_with("graph ") && graph.contains("\"6r9\" -- \"r9c3=6\" [color=red]"));
}

#[test]
fn explain_with_cells_only_shows_the_chain() {
    let args = [
        "mine",
        X_WING,
        "--explain",
        "r1c3=6",
        "-k",
        "3",
        "--vocabulary",
        "cells",
    ];
    let text = run(&args).out;
    assert!(text.contains("smallest: r4c3, r4c9, r9c3, r9c9"), "{text}");
}

#[test]
fn explain_reports_true_candidates_in_time() {
    // The candidate is in the only solution. The proof needs a search through most of the board.
    let puzzle =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let start = std::time::Instant::now();
    let output = run(&["mine", puzzle, "--explain", "r1c2=1", "--time", "2"]);
    assert_eq!(output.code, 0, "{}", output.err);
    let said = "r1c2=1 is true: the only solution has it";
    assert!(output.out.contains(said), "{}", output.out);
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn explain_refuses_candidates_that_are_not_open() {
    for candidate in ["r1c1=9", "r1c3", "x"] {
        let output = run(&["mine", X_WING, "--explain", candidate]);
        assert_eq!(output.code, 1, "{candidate}");
        assert!(!output.err.is_empty());
    }
}

#[test]
fn mine_reports_invalid_input() {
    let folder = tempfile::tempdir().unwrap();
    let rubbish = folder.path().join("rubbish.txt");
    fs::write(&rubbish, b"not a puzzle\n\xff\xfe\x00garbage\n1234\n").unwrap();
    let mined = folder.path().join("mined");
    let mined = mined.to_str().unwrap();
    let output = run(&["mine", rubbish.to_str().unwrap(), "-o", mined, "--quiet"]);
    assert_eq!(output.code, 1);
    let err = output.err;
    assert!(err.contains("no puzzle to mine"), "{err}");
    let odd = run(&["mine", "puzzles/odd.sdm", "-o", mined, "--quiet"]);
    assert_eq!(odd.code, 0);
    let text = odd.out;
    assert!(
        text.contains("no solution") && text.contains("several solutions"),
        "{text}"
    );
}

#[test]
fn mine_is_deterministic_and_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let mine = |name: &str, count: &str, jobs: &str| {
        let path = folder.path().join(name);
        let only = "naked_single,hidden_single,locked_candidates_1,locked_candidates_2";
        let args = [
            "mine",
            "puzzles/sample.sdm",
            "-o",
            path.to_str().unwrap(),
            "--quiet",
            "--sample",
            count,
            "--seed",
            "3",
            "--only",
            only,
            "--size",
            "2",
            "--states",
            "2",
            "--support",
            "1",
            "--jobs",
            jobs,
        ];
        let output = run(&args);
        assert_eq!(output.code, 0, "{}", output.err);
        path
    };
    let once = contents(&mine("once", "12", "2"));
    let again = contents(&mine("again", "12", "1"));
    assert!(once.iter().any(|(name, _)| name.ends_with(".rule")));
    assert_eq!(once, again);
    mine("parts", "5", "1");
    let parts = contents(&mine("parts", "12", "1"));
    assert_eq!(once, parts);
    let rules = folder.path().join("once");
    let test = run(&["rules", "test", rules.to_str().unwrap()]);
    assert_eq!(test.code, 0, "{}", test.out);
}
