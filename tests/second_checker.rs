//! The second checker, in Python: short, of the standard library alone, and of one mind with
//! the first. Mutants go through both in `tests/mutation.rs`.

mod common;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use common::python::{Python, in_short};
use common::root;

/// The files of a folder below `proofs`, in order.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("proofs").join(folder)).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let is_proof = |path: &PathBuf| path.extension().is_some_and(|e| e == "qed");
    let mut paths: Vec<PathBuf> = paths.filter(is_proof).collect();
    paths.sort();
    paths
}

fn source() -> String {
    fs::read_to_string(root().join("proofs/check.py")).expect("check.py")
}

/// Both verdicts on a proof are the same; given back in short.
fn agreed(python: &mut Python, name: &str, proof: &[u8]) -> String {
    let first = in_short(&qedoku_check::check(proof).expect("reading from memory"));
    let second = python.verdict(proof);
    assert_eq!(first, second, "{name}");
    first
}

#[test]
fn both_checkers_agree_on_the_files_of_every_folder() {
    let mut python = Python::start();
    for (folder, expected) in [
        ("accept", Some("accepted")),
        ("reject", Some("rejected")),
        ("decline", Some("declined")),
        ("run", None),
    ] {
        for path in files(folder) {
            let name = path.display().to_string();
            let verdict = agreed(&mut python, &name, &fs::read(&path).expect("a file"));
            if let Some(expected) = expected {
                assert!(verdict.starts_with(expected), "{name}: {verdict}");
            }
        }
    }
}

#[test]
fn both_checkers_agree_on_proofs_that_are_cut_anywhere() {
    let mut python = Python::start();
    for path in files("accept") {
        let text = fs::read(&path).expect("a file");
        let stride = 1 + text.len() / 100;
        for end in (0..text.len()).step_by(stride) {
            let name = format!("{} cut at byte {end}", path.display());
            agreed(&mut python, &name, &text[..end]);
        }
    }
}

#[test]
fn both_checkers_agree_on_what_is_too_long_or_too_deep() {
    let head = "qed 1\nboard sudoku 1x2\ngivens ....\n";
    let longest = 1 << 20;
    let mut python = Python::start();
    let mut agreed = |name: &str, proof: String| agreed(&mut python, name, proof.as_bytes());
    for (end, more) in [
        ("\n", 0),
        ("\n", 1),
        ("\r\n", 0),
        ("\r\n", 1),
        ("", 0),
        ("", 1),
    ] {
        for fill in ["#", " ", "x"] {
            let line = fill.repeat(longest + more);
            agreed("before the claim", format!("{head}{line}{end}claim open\n"));
            agreed("after the claim", format!("{head}claim open\n{line}{end}"));
            agreed("at the start", format!("{line}{end}{head}claim open\n"));
        }
    }
    for depth in [10_000, 10_001] {
        let supposes = "suppose r1c1=1\n".repeat(depth);
        let verdict = agreed("deep", format!("{head}{supposes}claim open\n"));
        assert_eq!(verdict, "rejected 10004 10001");
    }
    for number in ["999999999999999999999", "0", "1000000", "1000001", "01"] {
        agreed("a version", format!("qed {number}\n"));
        agreed("a height", format!("qed 1\nboard sudoku {number}x0\n"));
        agreed("a width", format!("qed 1\nboard sudoku 2x{number}\n"));
        let count = format!("count r1c1<>1 : +{number}*r1c2\nclaim open\n");
        agreed("a multiplier", format!("{head}{count}"));
    }
    agreed("a long version", format!("qed {}\n", "9".repeat(10_000)));
}

#[test]
fn the_second_checker_is_short_and_needs_the_standard_library_only() {
    let source = source();
    assert!(source.lines().count() <= 250);
    assert!(source.lines().all(|line| line.len() <= 120));
    let imports: Vec<&str> = (source.lines())
        .filter(|line| line.starts_with("import ") || line.starts_with("from "))
        .collect();
    assert_eq!(imports, ["import io, re, sys"]);
}

#[test]
fn the_second_checker_tells_by_its_exit_code_and_in_words() {
    let run = |arguments: &[&str]| {
        let output = (Command::new("python3")
            .arg("proofs/check.py")
            .args(arguments))
        .current_dir(root())
        .output()
        .expect("python3 is there");
        let text = String::from_utf8(output.stdout).expect("text");
        (output.status.code().expect("an exit code"), text)
    };
    let (accepted, rejected) = ("proofs/accept/x-wing.qed", "proofs/reject/count-empty.qed");
    let declined = "proofs/decline/version-2.qed";
    let (code, text) = run(&[accepted]);
    assert_eq!(code, 0);
    assert!(
        text.starts_with("proofs/accept/x-wing.qed: accepted: "),
        "{text}"
    );
    assert_eq!(run(&[accepted, declined]).0, 2);
    assert_eq!(run(&[accepted, rejected, declined]).0, 1);
    assert_eq!(run(&[accepted, "proofs/no-such.qed", rejected]).0, 3);
    assert_eq!(run(&[]).0, 3);
}
